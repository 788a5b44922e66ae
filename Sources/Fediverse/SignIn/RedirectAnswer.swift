/// What a server sends along when it sends a person back.
public struct RedirectAnswer: Sendable, Hashable {
  /// What is exchanged for a token.
  public let code: Secret?
  /// What the request said, repeated.
  public let state: String?
  /// Why there is no code, as a word of the protocol.
  public let error: String?
  /// Why there is no code, for a person.
  public let errorDescription: String?
  /// Who answers.
  public let issuer: String?

  /// Reads the address that a browser was sent to, or its path and query.
  ///
  /// - Throws: ``SignInError`` where a field that counts stands there twice, so that nobody could say which is meant.
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

  /// Reads what a person carried over: the code alone, or the whole address that the browser shows.
  ///
  /// - Throws: ``SignInError`` where it is neither.
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

  /// Whether an address says anything of an answer, be it to another request.
  static func isGiven(in address: String) -> Bool {
    do throws(SignInError) {
      let answer = try RedirectAnswer(address: address)
      return answer.state != nil || answer.code != nil || answer.error != nil
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

  /// A name or value as forms encode it.
  private static func decoded(_ text: Substring) -> String {
    String(text.replacing("+", with: " ")).unescaped
  }
}

extension SignInError {
  fileprivate static func repeated(_ name: String) -> SignInError {
    SignInError(.malformed, "the answer says '\(name)' twice, so it is not taken")
  }

  fileprivate static var empty: SignInError {
    SignInError(.missingCode, "no code was given; the server's page shows it after the consent")
  }

  fileprivate static var noCode: SignInError {
    SignInError(.malformed, "that is no code; it is one word, which the server's page shows after the consent")
  }
}
