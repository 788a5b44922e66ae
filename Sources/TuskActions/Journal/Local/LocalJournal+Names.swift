import AccountNames
import Glibc
import TuskCommon
package import XCallbackURL

extension LocalJournal {
  package func name(ofScript path: String, stating stated: String?) async throws(Failure) -> String {
    try await withStore { store throws(Failure) in
      let known = try store.alias(of: path)
      guard let stated, stated != known else { return known ?? path }
      return try store.database.transaction { () throws(Failure) in
        if let known { try store.rename(known, to: stated, at: path) } else { try store.rename(path, to: stated) }
        try store.setAlias(of: path, to: stated)
        return stated
      }
    }
  }
}

extension LocalJournal {
  package func spelling(of account: String) async throws(Failure) -> String {
    try await withStore { store throws(Failure) in
      let known = try store.database.all("SELECT DISTINCT account FROM scope") { $0.text(0) }
      return known.contains(account) ? account : known.first { $0.isSameAccount(as: account) } ?? account
    }
  }
}

extension Store {
  fileprivate func alias(of path: String) throws(Failure) -> String? {
    try database.first("SELECT name FROM alias WHERE path = ?", .text(path)) { $0.text(0) }
  }

  fileprivate func setAlias(of path: String, to name: String) throws(Failure) {
    let sql = "INSERT INTO alias (path, name) VALUES (?1, ?2) ON CONFLICT (path) DO UPDATE SET name = ?2"
    try database.run(sql, .text(path), .text(name))
    // What a script states is its name, also if another one had it before.
    try database.run("DELETE FROM alias WHERE path = ?", .text(name))
  }

  /// Renames a script that states another name than before; plans with the earlier name still find its blocks.
  ///
  /// - Throws: ``Failure`` if it is not clear whose blocks those are, because nothing may be done again silently.
  fileprivate func rename(_ known: String, to stated: String, at path: String) throws(Failure) {
    let blocks = "SELECT count(*) FROM scope WHERE script = ?1 AND (\(Self.isUsed))"
    guard try database.first(blocks, .text(known), read: { $0.int(0) }) ?? 0 > 0 else { return }
    let others = try database.all("SELECT path FROM alias WHERE name = ? AND path <> ?", .text(known), .text(path)) {
      $0.text(0)
    }
    // The alias of a file that was moved or deleted is of no use.
    if let other = others.first(where: { $0.hasPrefix("/") && access($0, F_OK) == 0 }) {
      throw .sharedName(path, known, stated, "'\(other)' has this name too")
    }
    guard try database.first(blocks, .text(stated), read: { $0.int(0) }) ?? 0 == 0 else {
      throw .sharedName(path, known, stated, "the journal has entries of '\(stated)' too")
    }
    let unused = "DELETE FROM scope WHERE script = ?1 AND NOT (\(Self.isUsed))"
    try database.run(unused, .text(stated))
    try rename(known, to: stated)
    try database.run("UPDATE alias SET name = ?2 WHERE name = ?1", .text(known), .text(stated))
    try setAlias(of: known, to: stated)
  }

  /// Whether a scope has entries or times of schedules.
  private static let isUsed = """
    EXISTS (SELECT 1 FROM occasion WHERE scope = scope.id) OR EXISTS (SELECT 1 FROM schedule WHERE scope = scope.id)
    """

  /// Renames a script, except for accounts that have entries under the new name.
  fileprivate func rename(_ path: String, to name: String) throws(Failure) {
    let sql = """
      UPDATE scope SET script = ?2, first_name = ifnull(first_name, script) WHERE script = ?1
      AND NOT EXISTS (SELECT 1 FROM scope AS other WHERE other.script = ?2 AND other.account = scope.account)
      """
    try database.run(sql, .text(path), .text(name))
  }

  /// The name of an attempt's script when its first block was recorded.
  func firstName(of attempt: OnceAttempt) throws(Failure) -> String {
    let sql = "SELECT first_name FROM scope JOIN occasion ON scope.id = scope WHERE occasion.id = ?"
    let firstName = try database.first(sql, .int(attempt.id)) { $0.optionalText(0) }
    return firstName.flatMap { $0 } ?? attempt.name.script
  }
}

extension Failure {
  fileprivate static func sharedName(_ path: String, _ known: String, _ stated: String, _ reason: String) -> Failure {
    Failure(
      .badSettings,
      "\(path) states the name '\(stated)', but what it did is recorded as '\(known)', and \(reason); state "
        + "'\(known)' to continue, or give the file another path to begin anew as '\(stated)'")
  }
}
