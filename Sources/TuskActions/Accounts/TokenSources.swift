package import XCallbackURL

/// Where tokens lie beside the file of accounts.
package struct TokenSources: Sendable {
  /// The Secret Service of the desktop; `nil` where there is none.
  package let keyring: Keyring?
  /// Runs the command that prints a token, and gives the first line of what it prints.
  package let run: @Sendable (_ command: String) -> Result<String, Failure>

  /// A service that keeps secrets under names.
  package struct Keyring: Sendable {
    /// Gives a secret; `nil` where there is none of the name.
    package let lookUp: @Sendable (_ name: String) -> String?
    /// Keeps a secret, and says whether that worked.
    package let keep: @Sendable (_ name: String, _ secret: String) -> Bool
    /// Forgets a secret.
    package let forget: @Sendable (_ name: String) -> Void

    package init(
      lookUp: @escaping @Sendable (_ name: String) -> String?,
      keep: @escaping @Sendable (_ name: String, _ secret: String) -> Bool,
      forget: @escaping @Sendable (_ name: String) -> Void
    ) {
      self.lookUp = lookUp
      self.keep = keep
      self.forget = forget
    }
  }

  package init(keyring: Keyring?, run: @escaping @Sendable (_ command: String) -> Result<String, Failure>) {
    self.keyring = keyring
    self.run = run
  }

  /// No place but the file.
  package static let fileOnly = TokenSources(keyring: nil) { .failure(.noCommands($0)) }
}

extension Failure {
  fileprivate static func noCommands(_ command: String) -> Failure {
    Failure(.unauthorized, "'\(command)' cannot be run here, so there is no token")
  }
}
