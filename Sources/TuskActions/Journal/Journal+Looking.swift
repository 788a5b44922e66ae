package import JSONValue
package import XCallbackURL

extension Journal {
  /// The outcome of a block, if it is done; claims nothing.
  package func outcome(of onceID: OnceID) async throws(Failure) -> JSON? {
    try await withStore { store throws(Failure) in
      guard let row = try store.row(of: onceID), row.isDone else { return nil }
      return try store.value(row.outcome)
    }
  }
}
