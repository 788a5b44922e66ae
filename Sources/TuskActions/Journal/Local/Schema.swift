import XCallbackURL

/// The journal's tables.
enum Schema {
  private static let version = 3
  /// `Tusk` in ASCII, which identifies the file as a journal.
  private static let mark = 0x5475_736B

  /// Configures the connection and creates the tables in an empty file; for use while no other process opens the file.
  ///
  /// - Parameter isExpected: whether the file must have entries, because other files show that it had.
  static func establish(in database: Database, path: String, isExpected: Bool) throws(Failure) {
    let isEmpty = try number(of: "SELECT count(*) FROM sqlite_schema", in: database) == 0
    let mark = try number(of: "PRAGMA application_id", in: database)
    let version = try number(of: "PRAGMA user_version", in: database)
    guard mark == Self.mark || (isEmpty && mark == 0 && version == 0) else { throw .notAJournal(path) }
    guard !isEmpty || !isExpected else { throw .lost(path) }
    guard version <= Self.version else { throw .newer(path, version, known: Self.version) }
    guard version >= 0, isEmpty == (version == 0) else { throw .damagedJournal(path, "schema \(version)") }
    try database.execute(settings)
    guard version < Self.version else { return }
    try database.transaction { () throws(Failure) in
      // Another process may have done it in between.
      let version = try number(of: "PRAGMA user_version", in: database)
      if version == 0 { try database.execute(tables) }
      if version == 1 { try database.execute(changesSince1) }
      if (1...2).contains(version) { try database.execute(changesSince2) }
    }
  }

  private static func number(of sql: String, in database: Database) throws(Failure) -> Int {
    try database.first(sql) { $0.int(0) } ?? 0
  }

  private static let settings = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 1;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON;
    """

  /// A row of `occasion` is a `once` block; its scope gives the script and account. `runner` is the process that claims
  /// it, if that is still in the table of runners. A row of `effect` is written before the effect is sent.
  /// The `first_name` of a scope is that of a script which got another name since; idempotency keys contain it.
  /// Its `sent` is the local time; `first_sent` and `last_sent` have the times by several clocks, as JSON; `made` is the
  /// URI of the status that it created, and `before` what takes it back, as JSON.
  private static let tables = """
    CREATE TABLE runner (
      id INTEGER PRIMARY KEY,
      process INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE scope (
      id INTEGER PRIMARY KEY,
      script TEXT NOT NULL,
      account TEXT NOT NULL,
      generation INTEGER NOT NULL DEFAULT 1,
      first_name TEXT,
      UNIQUE (script, account)
    ) STRICT;
    CREATE TABLE occasion (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      scope INTEGER NOT NULL REFERENCES scope,
      digest BLOB NOT NULL,
      key TEXT NOT NULL,
      generation INTEGER NOT NULL,
      begun INTEGER NOT NULL,
      finished INTEGER,
      outcome TEXT,
      runner INTEGER,
      UNIQUE (scope, digest)
    ) STRICT;
    CREATE TABLE effect (
      id INTEGER PRIMARY KEY,
      occasion INTEGER NOT NULL REFERENCES occasion ON DELETE CASCADE,
      digest BLOB NOT NULL,
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      sent INTEGER NOT NULL,
      answered INTEGER,
      answer TEXT,
      first_sent TEXT,
      last_sent TEXT,
      made TEXT,
      before TEXT,
      UNIQUE (occasion, digest)
    ) STRICT;
    CREATE TABLE schedule (
      scope INTEGER NOT NULL REFERENCES scope,
      name TEXT NOT NULL,
      time INTEGER NOT NULL,
      PRIMARY KEY (scope, name)
    ) STRICT, WITHOUT ROWID;
    \(aliases)
    PRAGMA application_id = \(mark);
    PRAGMA user_version = \(version);
    """

  /// The names that scripts got after they were recorded under their paths.
  private static let aliases = """
    CREATE TABLE alias (
      path TEXT PRIMARY KEY,
      name TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  private static let changesSince1 = """
    \(aliases)
    ALTER TABLE scope ADD COLUMN first_name TEXT;
    ALTER TABLE effect ADD COLUMN first_sent TEXT;
    ALTER TABLE effect ADD COLUMN last_sent TEXT;
    ALTER TABLE effect ADD COLUMN made TEXT;
    """

  private static let changesSince2 = """
    ALTER TABLE effect ADD COLUMN before TEXT;
    PRAGMA user_version = \(version);
    """
}

extension Failure {
  fileprivate static func notAJournal(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is a database of another program; move it away")
  }

  fileprivate static func newer(_ path: String, _ version: Int, known: Int) -> Failure {
    Failure(
      .badSettings,
      "the journal \(path) was written by a newer tusk (schema \(version); this tusk supports up to \(known))")
  }
}
