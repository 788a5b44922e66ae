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
}
