/// Why a sign-in failed although the server was reached.
public struct SignInError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failures.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The person denied the authorization.
    case denied
    /// The server reported another error.
    case refused
    /// The response belongs to another request.
    case wrongState
    /// The response comes from another server.
    case wrongIssuer
    /// The response contains no code.
    case missingCode
    /// The response cannot be read.
    case malformed
    /// No response arrived in time.
    case timedOut
    /// The sign-in was canceled.
    case canceled
    /// No local port could be opened.
    case noListener
  }

  /// The kind of failure.
  public let kind: Kind
  /// What is wrong and what to do, on one line without a full stop.
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
