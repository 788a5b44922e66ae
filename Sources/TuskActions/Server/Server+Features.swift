package import Fediverse
import JSONValue
package import XCallbackURL

/// Whether a server has a feature, and how that is known.
package struct FeatureSupport: Sendable, Hashable {
  /// What people call the feature.
  package let name: String
  /// What it is, after "can".
  let summary: String
  /// Whether the server has it or may have it.
  let isPossible: Bool
  /// Why not, or that it is not known.
  let reason: String?
}

extension Server {
  /// Whether the server has a feature.
  ///
  /// - Parameter isAsked: whether the server is asked now, whatever it has said and shown before.
  package func support(of feature: Feature, isAsked: Bool) async throws(Failure) -> FeatureSupport {
    try await asking { () async throws(FediverseError) in
      let profile = isAsked ? try await client.renewedProfile(forgetting: feature) : try await client.profile()
      return FeatureSupport(feature, profile, at: now())
    }
  }

  /// Which features the server has.
  package func supports() async throws(Failure) -> Listing<FeatureSupport> {
    let profile = try await asking { () async throws(FediverseError) in try await client.profile() }
    return Listing(Feature.allCases.map { FeatureSupport($0, profile, at: now()) }, next: nil)
  }
}

extension FeatureSupport {
  fileprivate init(_ feature: Feature, _ profile: ServerProfile, at seconds: Int) {
    let now = Timestamp(seconds: seconds)
    name = feature.rawValue
    summary = feature.summary
    switch profile.supports(feature, at: now) {
    case .yes: (isPossible, reason) = (true, nil)
    case .no: (isPossible, reason) = (false, profile.refusal(of: feature, at: now))
    case .unknown: (isPossible, reason) = (true, "it is not known, and found out by trying")
    }
  }
}

extension RecordOf where Value == FeatureSupport {
  package static let feature = RecordOf("feature", id: "name", spelling: "name", Shape(featureFields))

  package static let featureFields: [Shape<FeatureSupport>.Field] = [
    .init("name", .text, "what it is called") { .string($0.name) },
    .init("supported", .boolean, "whether the server has it, or may have it", isVerdict: true) {
      .bool($0.isPossible)
    },
    .init("summary", .text, "what a server with it can do") { .string($0.summary) },
    .init("reason", .text, "why it has not, or that it is not known", isOptional: true) {
      $0.reason.map { .string($0) }
    },
  ]
}

extension Argument where Value == Feature {
  /// A feature by its name.
  static var feature: Argument {
    let names = Feature.allCases.map(\.rawValue)
    let parameter = Parameter("feature", .choice(names), place: .operand, isRequired: true, "the feature")
    return Argument([parameter]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty("feature") else { throw inputs.absence(of: "feature") }
      guard let feature = Feature(rawValue: text) else {
        throw inputs.refusal(of: "feature", "is none of the features that 'features' lists: '\(text)'")
      }
      return feature
    }
  }
}
