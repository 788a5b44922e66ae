package import Fediverse
import JSONValue
package import XCallbackURL

/// Whether a server supports a feature, and how that is known.
package struct FeatureSupport: Sendable, Hashable {
  /// The name of the feature in commands.
  package let name: String
  /// What a server with the feature can do: a phrase to follow "can".
  let summary: String
  /// Whether the server is known or assumed to support the feature.
  let isSupported: Bool
  let certainty: Certainty
  /// Why it is not supported, or that support is unknown.
  let reason: String?

  /// Whether it is known or assumed not to be supported.
  package var isRefused: Bool { !isSupported && certainty != .unknown }

  /// How sure it is whether a server supports a feature.
  package enum Certainty: String, Sendable, Hashable {
    /// The server said so, in a response or in its description of itself.
    case known
    /// Other servers with the same software and version do.
    case assumed
    /// Nothing is known.
    case unknown
  }
}

extension Server {
  /// Whether the server supports a feature.
  ///
  /// - Parameter isProbed: whether to ask the server now and ignore what is known from earlier answers.
  package func support(of feature: Feature, isProbed: Bool) async throws(Failure) -> FeatureSupport {
    let profile =
      if isProbed {
        try await attempt(await client.renewedProfile(forgetting: feature))
      } else {
        try await attempt(await client.profile())
      }
    return FeatureSupport(feature, profile, at: now())
  }

  /// Refuses an action before any request if the server is known to lack the feature that the action needs.
  func require(_ feature: Feature) async throws(Failure) {
    await client.announce(feature)
    // Most servers have a common feature; finding out about the others first is not worth further requests.
    let profile = feature.isCommon ? client.knownProfile : try? await client.profile()
    guard let refusal = profile?.refusal(of: feature, at: Timestamp(seconds: now())) else { return }
    throw Failure(.unsupported, refusal)
  }

  /// Every feature, and whether the server supports it.
  package func features() async throws(Failure) -> ResultPage<FeatureSupport> {
    let profile = try await attempt(await client.profile())
    return ResultPage(Feature.allCases.map { FeatureSupport($0, profile, at: now()) }, next: nil)
  }
}

extension FeatureSupport {
  fileprivate init(_ feature: Feature, _ profile: ServerProfile, at seconds: Int) {
    let now = Timestamp(seconds: seconds)
    name = feature.rawValue
    summary = feature.summary
    switch profile.supports(feature, at: now) {
    case .yes(let evidence): (isSupported, certainty, reason) = (true, Certainty(evidence), nil)
    case .no(let evidence):
      (isSupported, certainty, reason) = (false, Certainty(evidence), profile.refusal(of: feature, at: now))
    case .unknown:
      (isSupported, certainty) = (false, .unknown)
      reason = "it is unknown whether \(profile.softwareTitle) can \(summary)"
    }
  }
}

extension FeatureSupport.Certainty {
  fileprivate init(_ evidence: Support.Evidence) {
    self =
      switch evidence {
      case .software: .assumed
      case .description, .response: .known
      }
  }
}

extension RecordOf where Value == FeatureSupport {
  package static let feature = RecordOf("feature", id: "name", spelling: "name", Shape(featureFields))

  static let featureFields: [Shape<FeatureSupport>.Field] = [
    .init("name", .text, "the name of the feature") { .string($0.name) },
    .init("supported", .boolean, "whether it is supported; false if that is unknown", isVerdict: true) {
      .bool($0.isSupported)
    },
    .init(
      "certainty", .text, "known (the server said so), assumed (from its software) or unknown",
      words: .only("known", "assumed", "unknown")
    ) {
      .string($0.certainty.rawValue)
    },
    .init("summary", .text, "what a server with this feature can do") { .string($0.summary) },
    .init("reason", .text, "why it is not supported, or that support is unknown", isOptional: true) {
      $0.reason.map { .string($0) }
    },
  ]
}

extension Argument where Value == Feature {
  /// A feature, by name.
  static var feature: Argument {
    let names = Feature.allCases.map(\.rawValue)
    let meanings = Dictionary(uniqueKeysWithValues: Feature.allCases.map { ($0.rawValue, $0.summary) })
    let choices = Choices(names, meanings: meanings)
    let parameter = Parameter("feature", .choice(choices), place: .operand, isRequired: true, "the feature")
    return Argument([parameter]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty("feature") else { throw inputs.absence(of: "feature") }
      guard let feature = Feature(rawValue: text) else {
        throw inputs.refusal(of: "feature", "is not a known feature: '\(text)'; list them with: features")
      }
      return feature
    }
  }
}
