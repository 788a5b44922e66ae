/// Why nobody was signed in although the server was reached.
public struct SignInError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The ways in which a sign-in ends without a code.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The person said no.
    case denied
    /// The server refused to ask, for a reason of its own.
    case refused
    /// The answer belongs to another request.
    case wrongState
    /// The answer comes from another server.
    case wrongIssuer
    /// The answer has no code.
    case missingCode
    /// The answer is none.
    case malformed
    /// No answer came in time.
    case timedOut
    /// The sign-in was given up.
    case canceled
    /// No port of this machine could be listened at.
    case noListener
  }

  /// How it ended.
  public let kind: Kind
  /// Why, and what would help, on one line without a full stop.
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
