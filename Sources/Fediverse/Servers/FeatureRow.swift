/// What is known about a feature before a server is asked: its summary, and the software that supports it.
struct FeatureRow: Sendable {
  /// A verb phrase that completes `Mastodon cannot …`.
  let summary: String
  /// The software that supports the feature, and since which version.
  let implementers: [Implementer]
  /// The software known not to support it.
  let absentees: [Flavor]
  /// The well-documented software of which it is unknown.
  let doubtful: [Flavor]
  /// What is assumed of all other software.
  let others: Others

  /// What is assumed of software that the row does not name.
  enum Others: Sendable {
    /// Every server supports the feature.
    case have
    /// All well-documented software supports it; other software may.
    case haveIfKnown
    /// No other well-documented software supports it; other software may.
    case lackIfKnown
    /// Unknown: the server has to be asked.
    case may
  }

  /// The answer of the table for one server.
  enum Verdict: Sendable {
    case yes
    case no
    case unknown
  }

  /// The well-documented software: a row says something about it even without naming it.
  static let known: [Flavor] = [
    .mastodon, .pleroma, .akkoma, .pixelfed, .friendica, .gotosocial, .firefish, .catodon, .iceshrimp, .sharkey,
  ]

  /// A feature of all software but the named, with the versions since when, if known.
  static func everywhere(
    _ summary: String, _ implementers: Implementer..., lacking absentees: [Flavor] = []
  ) -> FeatureRow {
    FeatureRow(summary: summary, implementers: implementers, absentees: absentees, doubtful: [], others: .have)
  }

  /// A feature of all well-documented software with these exceptions.
  static func allBut(_ absentees: [Flavor], _ summary: String, _ implementers: Implementer...) -> FeatureRow {
    FeatureRow(summary: summary, implementers: implementers, absentees: absentees, doubtful: [], others: .haveIfKnown)
  }

  /// A feature of no other well-documented software.
  static func only(
    _ summary: String, _ implementers: Implementer..., doubtful: [Flavor] = [], lacking absentees: [Flavor] = []
  ) -> FeatureRow {
    FeatureRow(
      summary: summary, implementers: implementers, absentees: absentees, doubtful: doubtful, others: .lackIfKnown)
  }

  /// A feature about which nothing is known except for the named software.
  static func some(_ summary: String, _ implementers: Implementer..., lacking absentees: [Flavor] = []) -> FeatureRow {
    FeatureRow(summary: summary, implementers: implementers, absentees: absentees, doubtful: [], others: .may)
  }

  func verdict(on profile: ServerProfile) -> Verdict {
    let flavor = profile.flavor
    // Misskey has no Mastodon-compatible API at all.
    if flavor == .misskey { return .no }
    if let implementer = implementer(flavor) { return implementer.verdict(on: profile) }
    if doubtful.contains(flavor) { return .unknown }
    let isKnown = Self.known.contains(flavor)
    switch others {
    case _ where absentees.contains(flavor): return profile.variant == nil ? .no : .unknown
    case .have: return .yes
    case .haveIfKnown: return isKnown ? .yes : .unknown
    // A fork may support what its origin does not.
    case .lackIfKnown: return isKnown && profile.variant == nil ? .no : .unknown
    case .may: return .unknown
    }
  }

  func implementer(_ flavor: Flavor) -> Implementer? {
    implementers.first { $0.flavor == flavor }
  }
}
