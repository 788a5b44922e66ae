extension Schema {
  static let relations = """
    CREATE TABLE follow (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, showReblogs BOOLEAN NOT NULL DEFAULT 1,
      notify BOOLEAN NOT NULL DEFAULT 0, languages TEXT, pending BOOLEAN NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL DEFAULT 0, UNIQUE (accountId, targetId));
    CREATE INDEX followByTarget ON follow (targetId);
    CREATE TABLE block (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, UNIQUE (accountId, targetId));
    CREATE TABLE mute (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, notifications BOOLEAN NOT NULL,
      expiresAt INTEGER, UNIQUE (accountId, targetId));
    CREATE TABLE endorsement (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, UNIQUE (accountId, targetId));
    CREATE TABLE remark (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, comment TEXT NOT NULL,
      PRIMARY KEY (accountId, targetId)) WITHOUT ROWID;
    CREATE TABLE domainBlock (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      domain TEXT NOT NULL COLLATE NOCASE, UNIQUE (accountId, domain));
    CREATE TABLE tagFollow (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      name TEXT NOT NULL, UNIQUE (accountId, name));
    CREATE TABLE featuredTag (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      name TEXT NOT NULL, UNIQUE (accountId, name));
    CREATE TABLE list (
      id INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, title TEXT NOT NULL,
      repliesPolicy TEXT NOT NULL, exclusive BOOLEAN NOT NULL);
    CREATE TABLE listMember (
      id INTEGER PRIMARY KEY, listId INTEGER NOT NULL REFERENCES list ON DELETE CASCADE,
      targetId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, UNIQUE (listId, targetId));

    """

  static let inbox = """
    CREATE TABLE notification (
      id INTEGER PRIMARY KEY AUTOINCREMENT, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      type TEXT NOT NULL, fromId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      statusId INTEGER REFERENCES status ON DELETE CASCADE, createdAt INTEGER NOT NULL, payload TEXT,
      filtered BOOLEAN NOT NULL DEFAULT 0);
    CREATE INDEX notificationByAccount ON notification (accountId, id);
    CREATE INDEX notificationByStatus ON notification (statusId);
    CREATE INDEX notificationByFiltered ON notification (accountId, fromId) WHERE filtered;
    CREATE TABLE marker (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, timeline TEXT NOT NULL,
      lastReadId INTEGER NOT NULL, version INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
      PRIMARY KEY (accountId, timeline)) WITHOUT ROWID;
    CREATE TABLE conversationState (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, conversationId INTEGER NOT NULL,
      lastReadId INTEGER NOT NULL, isGone BOOLEAN NOT NULL, PRIMARY KEY (accountId, conversationId)) WITHOUT ROWID;
    CREATE TABLE deletion (id INTEGER PRIMARY KEY AUTOINCREMENT, statusId INTEGER NOT NULL);
    CREATE TRIGGER statusDeletion AFTER DELETE ON status BEGIN
      INSERT INTO deletion (statusId) VALUES (old.id);
    END;
    CREATE TABLE scheduled (
      id INTEGER PRIMARY KEY AUTOINCREMENT, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      scheduledAt INTEGER NOT NULL, form TEXT NOT NULL, applicationId INTEGER);
    CREATE INDEX scheduledByTime ON scheduled (scheduledAt);
    CREATE TABLE filter (
      id INTEGER PRIMARY KEY AUTOINCREMENT, accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      title TEXT NOT NULL, contexts TEXT NOT NULL, action TEXT NOT NULL, expiresAt INTEGER);
    CREATE TABLE filterKeyword (
      id INTEGER PRIMARY KEY AUTOINCREMENT, filterId INTEGER NOT NULL REFERENCES filter ON DELETE CASCADE,
      keyword TEXT NOT NULL, wholeWord BOOLEAN NOT NULL);

    """

  static let access = """
    CREATE TABLE application (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, website TEXT, clientId TEXT NOT NULL UNIQUE,
      clientSecret TEXT NOT NULL, redirectUris TEXT NOT NULL, scopes TEXT NOT NULL);
    CREATE TABLE oauthCode (
      code TEXT PRIMARY KEY, applicationId INTEGER NOT NULL REFERENCES application ON DELETE CASCADE,
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, redirectUri TEXT NOT NULL,
      scopes TEXT NOT NULL, challenge TEXT, expiresAt INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE token (
      value TEXT PRIMARY KEY, applicationId INTEGER NOT NULL REFERENCES application ON DELETE CASCADE,
      accountId INTEGER REFERENCES account ON DELETE CASCADE, scopes TEXT NOT NULL, createdAt INTEGER NOT NULL)
      WITHOUT ROWID;
    CREATE TABLE idempotency (
      accountId INTEGER NOT NULL, key TEXT NOT NULL, statusId INTEGER NOT NULL, expiresAt INTEGER NOT NULL,
      isScheduled BOOLEAN NOT NULL DEFAULT 0, PRIMARY KEY (accountId, key)) WITHOUT ROWID;
    """
}
