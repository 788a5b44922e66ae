/// An OAuth access token. Its secret never appears in descriptions or dumps.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let secret: String

  /// Creates a token, trimming whitespace such as the line break at the end of a file.
  public init(_ secret: String) {
    self.secret = secret.trimmedOfBlanks
  }

  /// The value of the `Authorization` header.
  package var authorization: String { "Bearer \(secret)" }

  /// Where a request carries the token.
  enum Placement: Sendable, Hashable {
    /// In the `Authorization` header.
    case authorization
    /// In the `Sec-WebSocket-Protocol` header, for WebSocket servers that read the token only from there or from the
    /// URL.
    case subprotocol
  }

  /// Returns the header field that carries the token.
  func field(at placement: Placement) -> Headers.Field {
    switch placement {
    case .authorization: Headers.Field(name: "Authorization", value: authorization)
    case .subprotocol: Headers.Field(name: "Sec-WebSocket-Protocol", value: secret)
    }
  }

  /// Replaces every occurrence of the secret with an ellipsis, because servers and gateways may echo a request.
  func hidden(in text: String) -> String {
    secret.isEmpty ? text : text.replacing(secret, with: "…")
  }

  /// A placeholder without the secret.
  public var description: String { "AccessToken(…)" }
  /// A placeholder without the secret.
  public var debugDescription: String { description }
  /// An empty mirror, so that dumps do not show the secret.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
