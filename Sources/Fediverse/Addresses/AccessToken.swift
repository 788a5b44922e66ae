/// The secret that proves to a server who is asking; it never shows in a description or a dump.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let secret: String

  /// Wraps the secret, without the blanks and line breaks that a file may add around it.
  public init(_ secret: String) {
    self.secret = secret.trimmedOfBlanks
  }

  /// The value of the `Authorization` header.
  package var authorization: String { "Bearer \(secret)" }

  /// Where the token stands in a request.
  enum Proof: Sendable, Hashable {
    /// In the header made for it.
    case authorization
    /// In place of the name of a subprotocol, for WebSockets of servers that look nowhere else but in the URL.
    case subprotocol
  }

  /// The header field that shows it.
  func field(as proof: Proof) -> Headers.Field {
    switch proof {
    case .authorization: Headers.Field(name: "Authorization", value: authorization)
    case .subprotocol: Headers.Field(name: "Sec-WebSocket-Protocol", value: secret)
    }
  }

  /// The text with an ellipsis wherever it held the secret, for what a server or a gateway repeats of a request.
  func hidden(in text: String) -> String {
    secret.isEmpty ? text : text.replacing(secret, with: "…")
  }

  /// Says that it is a token, and no more.
  public var description: String { "AccessToken(…)" }
  /// Says that it is a token, and no more.
  public var debugDescription: String { description }
  /// Shows nothing inside.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
