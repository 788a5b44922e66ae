package import XCallbackURL

extension Journal {
  /// The name under which a script's blocks are recorded.
  ///
  /// Blocks recorded under the path of a script are renamed once the script states a name; the idempotency keys of
  /// their changes stay those of the path.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the script's file, or another permanent name.
  ///   - stated: the name that the script states; `nil` if it states none.
  package func name(ofScript path: String, stating stated: String?) async throws(Failure) -> String {
    try await withStore { store throws(Failure) in
      let known = try store.alias(of: path)
      guard let stated, stated != known else { return known ?? path }
      return try store.database.transaction { () throws(Failure) in
        if known == nil { try store.rename(path, to: stated) }
        let sql = "INSERT INTO alias (path, name) VALUES (?1, ?2) ON CONFLICT (path) DO UPDATE SET name = ?2"
        try store.database.run(sql, .text(path), .text(stated))
        return stated
      }
    }
  }
}

extension Store {
  fileprivate func alias(of path: String) throws(Failure) -> String? {
    try database.first("SELECT name FROM alias WHERE path = ?", .text(path)) { $0.text(0) }
  }

  /// Renames a script, except for accounts that have entries under the new name.
  fileprivate func rename(_ path: String, to name: String) throws(Failure) {
    let sql = """
      UPDATE scope SET script = ?2, first_name = ifnull(first_name, script) WHERE script = ?1
      AND NOT EXISTS (SELECT 1 FROM scope AS other WHERE other.script = ?2 AND other.account = scope.account)
      """
    try database.run(sql, .text(path), .text(name))
  }

  /// The name of an attempt's script when its first block was recorded.
  func firstName(of attempt: Journal.Attempt) throws(Failure) -> String {
    let sql = "SELECT first_name FROM scope JOIN occasion ON scope.id = scope WHERE occasion.id = ?"
    let firstName = try database.first(sql, .int(attempt.id)) { $0.optionalText(0) }
    return firstName.flatMap { $0 } ?? attempt.onceID.script
  }
}
