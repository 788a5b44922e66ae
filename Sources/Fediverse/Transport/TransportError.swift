/// Why an exchange failed without a complete response.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failures.
  public enum Kind: Sendable, Hashable {
    /// The server could not be reached, or the connection was lost.
    case network
    /// The server's certificate or TLS is not trustworthy.
    case untrusted
    /// A time limit was exceeded.
    case timedOut
    /// The task was canceled.
    case canceled
    /// The request would have been sent unencrypted.
    case insecure
    /// The response exceeds the size limit.
    case tooLarge
    /// The response is not valid HTTP.
    case malformed
    /// The file to send cannot be read.
    case unreadable
    /// The access token has characters that no header may have, so nothing was sent.
    case unusableToken
    /// The refreshed access token cannot be stored, so nothing was sent.
    case unstored
  }

  /// The kind of failure.
  public let kind: Kind
  /// The reason as a clause, without a full stop.
  public let description: String
  /// Whether the server may have received the request, so that a change may have been made.
  public let mayHaveArrived: Bool

  /// Creates an error.
  public init(_ kind: Kind, _ description: String, mayHaveArrived: Bool) {
    self.kind = kind
    self.description = description
    self.mayHaveArrived = mayHaveArrived
  }
}

extension TransportError {
  static var tooLarge: TransportError {
    TransportError(.tooLarge, "the response exceeds the size limit", mayHaveArrived: true)
  }
}
