/// Why no answer came over the wire.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The ways in which an exchange fails.
  public enum Kind: Sendable, Hashable {
    /// Nothing could be reached, or the connection broke.
    case network
    /// The certificate or the encryption of the server is not to be trusted.
    case untrusted
    /// Too much time went by.
    case timedOut
    /// The task was cancelled.
    case canceled
    /// The request would have gone over an open line.
    case insecure
    /// The answer is larger than the limit.
    case tooLarge
    /// What came is not HTTP.
    case malformed
    /// The file to be sent cannot be read.
    case unreadable
  }

  /// How the exchange failed.
  public let kind: Kind
  /// Why, in half a sentence.
  public let description: String
  /// Whether the request may have arrived before the failure, so that a change may have been made.
  public let mayHaveArrived: Bool

  /// A failure of this kind, and why.
  public init(_ kind: Kind, _ description: String, mayHaveArrived: Bool) {
    self.kind = kind
    self.description = description
    self.mayHaveArrived = mayHaveArrived
  }
}

extension TransportError {
  static var tooLarge: TransportError {
    TransportError(.tooLarge, "the answer is larger than the limit", mayHaveArrived: true)
  }
}
