/// What is known of a feature before a server was asked: what it is called, and which software has it.
struct FeatureRow: Sendable {
  /// What one does with it, so that `Mastodon cannot …` is a sentence.
  let summary: String
  /// The software that has it, and since when.
  let implementers: [Implementer]
  /// The software that is known not to have it.
  let absentees: Set<Flavor>
  /// The software of which nothing is known though much is known of its kin.
  let doubtful: Set<Flavor>
  /// What is held of all other software.
  let others: Others

  /// What is held of software that a row does not name.
  enum Others: Sendable {
    /// Every server has the feature.
    case have
    /// Whatever is well known has it.
    case haveIfKnown
    /// Whatever is well known does not have it.
    case lackIfKnown
    /// The server is asked.
    case may
  }

  /// The answer of the table for one server.
  enum Verdict: Sendable {
    case yes
    case no
    case unknown
  }

  /// The software whose features are known so well that what a row does not say of it is said all the same.
  static let known: Set<Flavor> = [
    .mastodon, .pleroma, .akkoma, .pixelfed, .friendica, .gotosocial, .firefish, .catodon, .iceshrimp, .sharkey,
  ]

  /// A feature of every server, since some version of the software that is named.
  static func everywhere(_ summary: String, _ implementers: Implementer...) -> FeatureRow {
    FeatureRow(summary: summary, implementers: implementers, absentees: [], doubtful: [], others: .have)
  }

  /// A feature of all well known software but some.
  static func allBut(_ absentees: Set<Flavor>, _ summary: String, _ implementers: Implementer...) -> FeatureRow {
    FeatureRow(summary: summary, implementers: implementers, absentees: absentees, doubtful: [], others: .haveIfKnown)
  }

  /// A feature that no other well known software has.
  static func only(
    _ summary: String, _ implementers: Implementer..., doubtful: Set<Flavor> = [], lacking absentees: Set<Flavor> = []
  ) -> FeatureRow {
    FeatureRow(
      summary: summary, implementers: implementers, absentees: absentees, doubtful: doubtful, others: .lackIfKnown)
  }

  /// A feature of which nothing is known but what is named.
  static func some(_ summary: String, _ implementers: Implementer..., lacking absentees: Set<Flavor> = []) -> FeatureRow
  {
    FeatureRow(summary: summary, implementers: implementers, absentees: absentees, doubtful: [], others: .may)
  }

  func verdict(on profile: ServerProfile) -> Verdict {
    let flavor = profile.flavor
    // It has no interface in which it could have anything.
    if flavor == .misskey { return .no }
    if let implementer = implementer(flavor) { return implementer.verdict(on: profile) }
    if doubtful.contains(flavor) { return .unknown }
    let isKnown = Self.known.contains(flavor)
    switch others {
    case _ where absentees.contains(flavor): return profile.variant == nil ? .no : .unknown
    case .have: return .yes
    case .haveIfKnown: return isKnown ? .yes : .unknown
    // A variant may have what its kin has not.
    case .lackIfKnown: return isKnown && profile.variant == nil ? .no : .unknown
    case .may: return .unknown
    }
  }

  func implementer(_ flavor: Flavor) -> Implementer? {
    implementers.first { $0.flavor == flavor }
  }
}
