package import XCallbackURL

/// The places for tokens besides the file of accounts.
package struct TokenSources: Sendable {
  /// The Secret Service of the desktop; `nil` if there is none.
  package let keyring: Keyring?
  /// Runs a token command and returns the first line of its output.
  package let run: @Sendable (_ command: String) async -> Result<String, Failure>

  /// A service that stores secrets by name.
  package struct Keyring: Sendable {
    /// Returns a secret; `nil` if there is none with this name.
    package let lookUp: @Sendable (_ name: String) async -> String?
    /// Stores a secret and returns whether that worked.
    package let keep: @Sendable (_ name: String, _ secret: String) async -> Bool
    /// Deletes a secret.
    package let forget: @Sendable (_ name: String) async -> Void

    package init(
      lookUp: @escaping @Sendable (_ name: String) async -> String?,
      keep: @escaping @Sendable (_ name: String, _ secret: String) async -> Bool,
      forget: @escaping @Sendable (_ name: String) async -> Void
    ) {
      self.lookUp = lookUp
      self.keep = keep
      self.forget = forget
    }
  }

  package init(keyring: Keyring?, run: @escaping @Sendable (_ command: String) async -> Result<String, Failure>) {
    self.keyring = keyring
    self.run = run
  }

  /// No other places.
  package static let fileOnly = TokenSources(keyring: nil) { .failure(.noCommands($0)) }
}

extension Failure {
  fileprivate static func noCommands(_ command: String) -> Failure {
    Failure(.unauthorized, "'\(command)' cannot be run here, so there is no token")
  }
}
