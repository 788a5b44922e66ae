import GRDB

/// The tables of the sandbox. A database of another version is not taken over: the sample world is made anew.
enum Schema {
  /// Changes with the tables. Those of the versions before 7 have no number in their database.
  private static let version = 7

  private static let tables = [
    people, statuses, attachments, relations, inbox, moderation, requests, additions, announcements, collections,
    adminLists, trendReviews, access,
  ].joined()

  /// The version of the database, if it has tables but not those of this version.
  static func otherVersion(in db: Database) throws -> Int? {
    guard try !isEmpty(db) else { return nil }
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    return found == version ? nil : found
  }

  /// Makes the tables in an empty database.
  static func establish(in db: Database) throws {
    guard try isEmpty(db) else { return }
    try db.execute(sql: tables)
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }

  private static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  private static let moderation = """
    CREATE TABLE report (
      id INTEGER PRIMARY KEY AUTOINCREMENT, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, category TEXT NOT NULL, comment TEXT NOT NULL,
      forwarded BOOLEAN NOT NULL, statusIds TEXT NOT NULL, ruleIds TEXT NOT NULL, createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL, assignedId INTEGER, actionTakenAt INTEGER, actionTakenById INTEGER);

    """

  private static let requests = """
    CREATE TABLE notificationPermission (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      fromId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, PRIMARY KEY (accountId, fromId)) WITHOUT ROWID;
    CREATE TABLE notificationMerge (
      id INTEGER PRIMARY KEY AUTOINCREMENT, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE);

    """

  private static let additions = """
    CREATE TABLE filterStatus (
      id INTEGER PRIMARY KEY AUTOINCREMENT, filterId INTEGER NOT NULL REFERENCES filter ON DELETE CASCADE,
      statusId INTEGER NOT NULL REFERENCES status ON DELETE CASCADE, UNIQUE (filterId, statusId));
    CREATE TABLE refusedSuggestion (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, PRIMARY KEY (accountId, targetId)) WITHOUT ROWID;

    """

  private static let people = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE account (
      id INTEGER PRIMARY KEY, username TEXT NOT NULL COLLATE NOCASE, domain TEXT COLLATE NOCASE,
      displayName TEXT NOT NULL, note TEXT NOT NULL, noteSource TEXT NOT NULL, fields TEXT NOT NULL,
      uri TEXT NOT NULL, url TEXT NOT NULL, avatar TEXT, header TEXT,
      locked BOOLEAN NOT NULL, bot BOOLEAN NOT NULL, isGroup BOOLEAN NOT NULL, discoverable BOOLEAN,
      isAdmin BOOLEAN NOT NULL, defaultPrivacy TEXT NOT NULL, defaultSensitive BOOLEAN NOT NULL,
      defaultLanguage TEXT, movedToId INTEGER, createdAt INTEGER NOT NULL, lastStatusAt INTEGER,
      followersCount INTEGER NOT NULL, followingCount INTEGER NOT NULL, statusesCount INTEGER NOT NULL,
      isPlayed BOOLEAN NOT NULL DEFAULT 0, disabled BOOLEAN NOT NULL DEFAULT 0, silenced BOOLEAN NOT NULL DEFAULT 0,
      sensitized BOOLEAN NOT NULL DEFAULT 0, suspended BOOLEAN NOT NULL DEFAULT 0);
    CREATE UNIQUE INDEX accountByAddress ON account (username, ifnull(domain, ''));
    CREATE TABLE emoji (
      shortcode TEXT NOT NULL, domain TEXT NOT NULL, category TEXT, url TEXT NOT NULL,
      PRIMARY KEY (shortcode, domain)) WITHOUT ROWID;

    """

  private static let statuses = """
    CREATE TABLE status (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      uri TEXT NOT NULL UNIQUE, url TEXT, content TEXT NOT NULL, text TEXT NOT NULL, spoilerText TEXT NOT NULL,
      sensitive BOOLEAN NOT NULL, visibility TEXT NOT NULL, language TEXT,
      inReplyToId INTEGER REFERENCES status ON DELETE SET NULL, inReplyToAccountId INTEGER,
      reblogOfId INTEGER REFERENCES status ON DELETE CASCADE,
      quoteOfId INTEGER, quotePolicy TEXT NOT NULL,
      conversationId INTEGER NOT NULL, applicationName TEXT, applicationWebsite TEXT, card TEXT,
      createdAt INTEGER NOT NULL, editedAt INTEGER, repliesCount INTEGER NOT NULL,
      reblogsCount INTEGER NOT NULL, favouritesCount INTEGER NOT NULL, quotesCount INTEGER NOT NULL,
      isQuoteRevoked BOOLEAN NOT NULL DEFAULT 0, trendable BOOLEAN);
    CREATE INDEX statusByAccount ON status (accountId, id);
    CREATE INDEX statusByParent ON status (inReplyToId);
    CREATE INDEX statusByURL ON status (url);
    CREATE UNIQUE INDEX statusByReblog ON status (reblogOfId, accountId) WHERE reblogOfId IS NOT NULL;
    CREATE TABLE mention (
      statusId INTEGER NOT NULL REFERENCES status ON DELETE CASCADE,
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, PRIMARY KEY (statusId, accountId));
    CREATE TABLE statusTag (
      statusId INTEGER NOT NULL REFERENCES status ON DELETE CASCADE, name TEXT NOT NULL,
      PRIMARY KEY (statusId, name)) WITHOUT ROWID;
    CREATE INDEX statusTagByName ON statusTag (name, statusId);
    CREATE TABLE edit (
      id INTEGER PRIMARY KEY, statusId INTEGER NOT NULL REFERENCES status ON DELETE CASCADE, content TEXT NOT NULL,
      spoilerText TEXT NOT NULL, sensitive BOOLEAN NOT NULL, createdAt INTEGER NOT NULL,
      media TEXT NOT NULL, poll TEXT);
    CREATE TABLE favourite (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      statusId INTEGER NOT NULL REFERENCES status ON DELETE CASCADE, UNIQUE (accountId, statusId));
    CREATE INDEX favouriteByStatus ON favourite (statusId);
    CREATE TABLE bookmark (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      statusId INTEGER NOT NULL REFERENCES status ON DELETE CASCADE, UNIQUE (accountId, statusId));
    CREATE INDEX bookmarkByStatus ON bookmark (statusId);
    CREATE TABLE pin (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      statusId INTEGER NOT NULL REFERENCES status ON DELETE CASCADE, UNIQUE (accountId, statusId));
    CREATE INDEX pinByStatus ON pin (statusId);
    CREATE TABLE silence (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, conversationId INTEGER NOT NULL,
      PRIMARY KEY (accountId, conversationId)) WITHOUT ROWID;

    """

  private static let attachments = """
    CREATE TABLE media (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      statusId INTEGER REFERENCES status ON DELETE SET NULL, scheduledId INTEGER, position INTEGER NOT NULL,
      kind TEXT NOT NULL, mime TEXT NOT NULL, url TEXT NOT NULL, remoteUrl TEXT, description TEXT, meta TEXT NOT NULL,
      blurhash TEXT, bytes BLOB);
    CREATE INDEX mediaByStatus ON media (statusId, position);
    CREATE TABLE poll (
      id INTEGER PRIMARY KEY, statusId INTEGER NOT NULL UNIQUE REFERENCES status ON DELETE CASCADE,
      expiresAt INTEGER, multiple BOOLEAN NOT NULL, hideTotals BOOLEAN NOT NULL, votersCount INTEGER,
      isAnnounced BOOLEAN NOT NULL DEFAULT 0);
    CREATE INDEX pollByEnd ON poll (expiresAt) WHERE NOT isAnnounced;
    CREATE TABLE pollOption (
      pollId INTEGER NOT NULL REFERENCES poll ON DELETE CASCADE, position INTEGER NOT NULL, title TEXT NOT NULL,
      votesCount INTEGER NOT NULL, PRIMARY KEY (pollId, position)) WITHOUT ROWID;
    CREATE TABLE vote (
      pollId INTEGER NOT NULL REFERENCES poll ON DELETE CASCADE,
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, position INTEGER NOT NULL,
      PRIMARY KEY (pollId, accountId, position)) WITHOUT ROWID;

    """
}
