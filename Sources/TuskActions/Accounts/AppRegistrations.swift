import Fediverse
import JSONValue
import XCallbackURL

/// The registrations of this program at servers, so that it need not register again; in a file that only its owner can
/// read, because a registration has a secret.
package struct AppRegistrations: Sendable {
  private let file: PrivateFile

  /// - Parameter path: the file, which need not exist.
  package init(path: String) {
    file = PrivateFile(path)
  }

  /// The registration at a server with these scopes and this redirect.
  ///
  /// - Throws: ``Failure`` if a newer version wrote the file, or if it is a link that leads nowhere.
  func app(at server: ServerAddress, scopes: OAuthScopes, redirect: String) throws(Failure) -> RegisteredApp? {
    try rows().first { $0.server == server.baseURL && $0.app.scopes == scopes && $0.app.redirect == redirect }?.app
  }

  /// Checks that a registration could be stored.
  ///
  /// - Throws: ``Failure`` if a newer version wrote the file, or if it is a link that leads nowhere.
  func check() throws(Failure) {
    _ = try rows()
  }

  func add(_ app: RegisteredApp, at server: ServerAddress) async throws(Failure) {
    try await change { rows in
      rows.removeAll { $0.server == server.baseURL && $0.app.scopes == app.scopes && $0.app.redirect == app.redirect }
      rows.append(Row(server: server.baseURL, app: app))
    }
  }

  func remove(_ app: RegisteredApp, at server: ServerAddress) async throws(Failure) {
    try await change { rows in rows.removeAll { $0.server == server.baseURL && $0.app.clientID == app.clientID } }
  }

  private struct Row {
    let server: String
    let app: RegisteredApp
  }

  private func rows() throws(Failure) -> [Row] {
    try file.refuseDanglingLink()
    // If the file is damaged or readable by others, the program registers again.
    guard let bytes = try? file.read(), let json = try? JSON(parsing: bytes) else { return [] }
    if json.isOfNewerVersion { throw .newer(file.path) }
    return (json.array ?? []).compactMap { row in
      guard let server = row["server"]?.string, let app = row["app"].flatMap({ RegisteredApp(stored: $0) }) else {
        return nil
      }
      return Row(server: server, app: app)
    }
  }

  private func change(_ change: (inout [Row]) -> Void) async throws(Failure) {
    try await file.whileLocked { () throws(Failure) in
      var rows = try rows()
      change(&rows)
      let json = JSON.array(rows.map { ["server": .string($0.server), "app": $0.app.stored] })
      try file.write(json.text + "\n")
    }
  }
}
