extension Schema {
  static let announcements = """
    CREATE TABLE announcement (
      id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, publishedAt INTEGER NOT NULL);
    CREATE TABLE dismissedAnnouncement (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      announcementId INTEGER NOT NULL REFERENCES announcement ON DELETE CASCADE,
      PRIMARY KEY (accountId, announcementId)) WITHOUT ROWID;
    CREATE TABLE announcementReaction (
      announcementId INTEGER NOT NULL REFERENCES announcement ON DELETE CASCADE,
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, name TEXT NOT NULL,
      PRIMARY KEY (announcementId, name, accountId)) WITHOUT ROWID;

    """

  /// Collections, and what a person's programs keep on the server.
  static let collections = """
    CREATE TABLE collection (
      id INTEGER PRIMARY KEY AUTOINCREMENT, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      name TEXT NOT NULL, description TEXT NOT NULL, language TEXT, tag TEXT, sensitive BOOLEAN NOT NULL,
      discoverable BOOLEAN NOT NULL, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL);
    CREATE INDEX collectionByAccount ON collection (accountId);
    CREATE TABLE collectionItem (
      id INTEGER PRIMARY KEY AUTOINCREMENT, collectionId INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, state TEXT NOT NULL,
      createdAt INTEGER NOT NULL, UNIQUE (collectionId, targetId));
    CREATE INDEX collectionItemByTarget ON collectionItem (targetId);
    CREATE TABLE pushSubscription (
      id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL UNIQUE REFERENCES token ON DELETE CASCADE,
      endpoint TEXT NOT NULL, alerts TEXT NOT NULL, policy TEXT NOT NULL, standard BOOLEAN NOT NULL);
    CREATE TABLE annualReport (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, year INTEGER NOT NULL, data TEXT NOT NULL,
      PRIMARY KEY (accountId, year)) WITHOUT ROWID;

    """
}
