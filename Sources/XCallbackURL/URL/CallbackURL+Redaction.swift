extension CallbackURL {
  /// The URL as it may be shown and logged: the values of parameters that prove who somebody is are left out, those of
  /// nested URLs too; what is nested more than four deep is left out as a whole.
  public var redacted: CallbackURL { redacted(toDepth: 4) }

  private func redacted(toDepth depth: Int) -> CallbackURL {
    let pairs = pairs
    let shown = pairs.map { Self.shown($0, toDepth: depth) }
    return shown == pairs ? self : replacingQuery(by: shown)
  }

  /// The pair as it may be shown; every nested URL is looked through once.
  private static func shown(_ pair: Pair, toDepth depth: Int) -> Pair {
    guard let value = pair.value, !value.isEmpty else { return pair }
    guard !SecretText.names.contains(pair.name.lowercased()) else { return Pair(pair.name, SecretText.placeholder) }
    guard pair.name.hasPrefix("x-"), let url = try? CallbackURL(parsing: value, mode: .lenient) else { return pair }
    // Every layer escapes the escapes of those within it, so that a hostile URL would grow and grow.
    guard depth > 0 else { return Pair(pair.name, "…") }
    return Pair(pair.name, url.redacted(toDepth: depth - 1).description)
  }
}
