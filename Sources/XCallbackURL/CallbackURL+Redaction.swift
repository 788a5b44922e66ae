extension CallbackURL {
  /// The URL as it may be shown and logged: the values of parameters that prove who somebody is are left out, those of
  /// nested URLs too.
  public var redacted: CallbackURL {
    let pairs = pairs
    let shown = pairs.map(Self.shown)
    return shown == pairs ? self : replacingQuery(by: shown)
  }

  /// The pair as it may be shown; every nested URL is looked through once.
  private static func shown(_ pair: Pair) -> Pair {
    guard let value = pair.value, !value.isEmpty else { return pair }
    guard !SecretText.names.contains(pair.name.lowercased()) else {
      return Pair(pair.name, SecretText.placeholder)
    }
    guard pair.name.hasPrefix("x-"), let url = try? CallbackURL(parsing: value, mode: .lenient) else { return pair }
    return Pair(pair.name, url.redacted.description)
  }
}
