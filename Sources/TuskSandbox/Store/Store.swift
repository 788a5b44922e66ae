import Foundation
import GRDB

/// Opens the database, with a write-ahead log and NORMAL sync: acknowledged writes survive a killed process, and only
/// a power cut may lose the newest ones.
enum Store {
  /// Opens the database at `path` or makes it with this world.
  ///
  /// - Returns: the database, and where one of another version was moved, if there was one.
  static func open(at path: String, _ world: Sandbox.World) throws -> (pool: DatabasePool, former: String?) {
    var pool = try self.pool(at: path)
    var former: String?
    if let version = try pool.read({ try Schema.otherVersion(in: $0) }) {
      try pool.close()
      former = try setAside(path, of: version)
      pool = try self.pool(at: path)
    }
    try pool.write { db in
      try Schema.establish(in: db)
      if try setting(Secret.setting, in: db) == nil { try set(Secret.setting, to: Secret.random(), in: db) }
      guard try setting("token", in: db) == nil else { return }
      let start = world.clock.map { Moment(milliseconds: Int64($0) * 1000) }
      if let start { try Clock.stop(at: start, in: db) }
      let seed = SeedData(db, at: start ?? .now)
      if world.isEmpty { try seed.buildNothing() } else { try seed.build() }
    }
    return (pool, former)
  }

  /// Moves a closed database, with what SQLite keeps beside it, to a path that is free, and gives that path.
  private static func setAside(_ path: String, of version: Int) throws -> String {
    let files = FileManager.default
    let first = "\(path).old-\(version)"
    var free = first
    var number = 2
    while files.fileExists(atPath: free) {
      free = "\(first)-\(number)"
      number += 1
    }
    for ending in ["", "-wal", "-shm"] where files.fileExists(atPath: path + ending) {
      try files.moveItem(atPath: path + ending, toPath: free + ending)
    }
    return free
  }

  private static func pool(at path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      db.add(function: plainText)
    }
    return try DatabasePool(path: path, configuration: configuration)
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
