/// An OAuth authorization response (RFC 6749 section 4.1.2), from the redirect or pasted.
public struct AuthorizationResponse: Sendable, Hashable {
  /// The authorization code.
  public let code: Secret?
  /// The state of the request.
  public let state: String?
  /// The error code, such as `access_denied`.
  public let error: String?
  /// The description of the error, for people.
  public let errorDescription: String?
  /// The issuer (RFC 9207).
  public let issuer: String?

  /// Reads the URL of the redirect, or its path and query.
  ///
  /// - Throws: ``SignInError`` of kind `malformed` if a parameter is repeated.
  public init(address: String) throws(SignInError) {
    let query = address.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var fields: [String: String] = [:]
    for pair in (query.count > 1 ? query[1] : "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
      guard Self.names.contains(parts[0]) else { continue }
      guard fields.updateValue(parts.count > 1 ? parts[1] : "", forKey: parts[0]) == nil else {
        throw .repeated(parts[0])
      }
    }
    code = fields["code"].map { Secret($0) }
    state = fields["state"]
    error = fields["error"].flatMap { $0.isEmpty ? nil : $0 }
    errorDescription = fields["error_description"]
    issuer = fields["iss"]
  }

  /// Reads pasted text: the code alone, or the URL shown by the browser.
  ///
  /// - Throws: ``SignInError`` if it is neither.
  public init(pasted text: String) throws(SignInError) {
    let text = text.trimmedOfBlanks
    guard !text.isEmpty else { throw .empty }
    guard !text.contains("?") else {
      try self.init(address: text)
      return
    }
    guard !text.contains(where: \.isWhitespace), !text.contains("://") else { throw .noCode }
    self.init(code: Secret(text))
  }

  /// Whether a URL contains an authorization response, even one to another request.
  static func isGiven(in address: String) -> Bool {
    do throws(SignInError) {
      let response = try AuthorizationResponse(address: address)
      return response.state != nil || response.code != nil || response.error != nil
    } catch {
      return true
    }
  }

  private init(code: Secret) {
    self.code = code
    state = nil
    error = nil
    errorDescription = nil
    issuer = nil
  }

  private static let names: Set<String> = ["code", "state", "error", "error_description", "iss"]

  /// Decodes a name or value of a form.
  private static func decoded(_ text: Substring) -> String {
    String(text.replacing("+", with: " ")).unescaped
  }
}

extension SignInError {
  fileprivate static func repeated(_ name: String) -> SignInError {
    SignInError(.malformed, "the response repeats the parameter '\(name)' and was rejected")
  }

  fileprivate static var empty: SignInError {
    SignInError(.missingCode, "no code was given; the server shows it after you authorize the app")
  }

  fileprivate static var noCode: SignInError {
    SignInError(.malformed, "this is not a code; the server shows a single word after you authorize the app")
  }
}
