extension CallbackURL {
  /// The URL as it may be shown and logged: the values of parameters that prove who somebody is are left out, those of
  /// nested URLs too.
  public var redacted: String {
    guard pairs.contains(where: { Self.isSecret($0) || Self.nested(in: $0) != nil }) else { return description }
    let shown = pairs.map { pair in
      if Self.isSecret(pair) { return Pair(pair.name, Self.placeholder) }
      return Pair(pair.name, Self.nested(in: pair)?.redacted ?? pair.value)
    }
    let text = Array(description.utf8)
    let head = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let tail = text.drop { $0 != UInt8(ascii: "#") }
    var bytes = Array(head)
    PercentEncoding.append(shown, to: &bytes, separator: UInt8(ascii: "?"))
    return String(decoding: bytes + tail, as: UTF8.self)
  }

  private static let placeholder = "REDACTED"

  /// The names under which apps take tokens and passwords.
  private static let secretNames: Set<String> = [
    "token", "key", "access-token", "access_token", "auth-token", "auth_token", "api-key", "api_key", "apikey",
    "password",
    "passphrase", "secret",
  ]

  private static func isSecret(_ pair: Pair) -> Bool {
    secretNames.contains(pair.name.lowercased()) && pair.value?.isEmpty == false
  }

  /// The URL that a callback parameter holds, where something in it must not be shown.
  private static func nested(in pair: Pair) -> CallbackURL? {
    guard pair.name.hasPrefix("x-"), let value = pair.value, let url = try? CallbackURL(parsing: value, mode: .lenient)
    else { return nil }
    return url.redacted == url.description ? nil : url
  }
}
