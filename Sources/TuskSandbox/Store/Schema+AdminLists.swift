extension Schema {
  static let adminLists = """
    CREATE TABLE domain_blocks (
      id INTEGER PRIMARY KEY AUTOINCREMENT, domain TEXT NOT NULL UNIQUE COLLATE NOCASE, severity TEXT NOT NULL,
      rejectMedia BOOLEAN NOT NULL, rejectReports BOOLEAN NOT NULL, privateComment TEXT, publicComment TEXT,
      obfuscate BOOLEAN NOT NULL, createdAt INTEGER NOT NULL);
    CREATE TABLE domain_allows (
      id INTEGER PRIMARY KEY AUTOINCREMENT, domain TEXT NOT NULL UNIQUE COLLATE NOCASE, createdAt INTEGER NOT NULL);
    CREATE TABLE email_domain_blocks (
      id INTEGER PRIMARY KEY AUTOINCREMENT, domain TEXT NOT NULL UNIQUE COLLATE NOCASE,
      allowWithApproval BOOLEAN NOT NULL, createdAt INTEGER NOT NULL);
    CREATE TABLE canonical_email_blocks (
      id INTEGER PRIMARY KEY AUTOINCREMENT, canonicalEmailHash TEXT NOT NULL UNIQUE);
    CREATE TABLE ip_blocks (
      id INTEGER PRIMARY KEY AUTOINCREMENT, ip TEXT NOT NULL UNIQUE, severity TEXT NOT NULL, comment TEXT NOT NULL,
      createdAt INTEGER NOT NULL, expiresAt INTEGER);

    """

  /// What moderators decide about tags, statuses and links; triggers give each tag and link an id when it first occurs.
  static let trendReviews = """
    CREATE TABLE tag (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, displayName TEXT,
      usable BOOLEAN NOT NULL DEFAULT 1, trendable BOOLEAN, listable BOOLEAN NOT NULL DEFAULT 1, reviewedAt INTEGER);
    CREATE TRIGGER tagOfStatus AFTER INSERT ON statusTag BEGIN
      INSERT INTO tag (name) SELECT new.name WHERE NOT EXISTS (SELECT 1 FROM tag WHERE name = new.name);
    END;
    CREATE TABLE link (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE, trendable BOOLEAN);
    CREATE TRIGGER linkOfStatus AFTER INSERT ON status WHEN new.card IS NOT NULL BEGIN
      INSERT INTO link (url) SELECT json_extract(new.card, '$.url')
        WHERE NOT EXISTS (SELECT 1 FROM link WHERE url = json_extract(new.card, '$.url'));
    END;

    """
}
