import GRDB

/// Opens the database, with a write-ahead log and NORMAL sync: acknowledged writes survive a killed process, and only
/// a power cut may lose the newest ones.
enum Store {
  static func open(at path: String, _ world: Sandbox.World) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      db.add(function: plainText)
    }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try Schema.migrator.migrate(pool)
    try pool.write { db in
      if try setting(Secret.setting, in: db) == nil { try set(Secret.setting, to: Secret.random(), in: db) }
      guard try setting("token", in: db) == nil else { return }
      let start = world.clock.map { Moment(milliseconds: Int64($0) * 1000) }
      if let start { try Clock.stop(at: start, in: db) }
      let seed = SeedData(db, at: start ?? .now)
      if world.isEmpty { try seed.buildNothing() } else { try seed.build() }
    }
    return pool
  }

  /// The SQL function `plainText(html)`, so that searches match text and not markup.
  private static let plainText = DatabaseFunction("plainText", argumentCount: 1, pure: true) { values in
    values.first.flatMap { String.fromDatabaseValue($0) }.map { HTML.plainText($0) }
  }

  static func setting(_ name: String, in db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
  }

  static func set(_ name: String, to value: String, in db: Database) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO setting VALUES (?, ?)", arguments: [name, value])
  }
}
