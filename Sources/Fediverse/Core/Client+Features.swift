extension Client {
  /// Refuses a call where the server has shown that it lacks what is needed, and one that would do something else there
  /// than what is meant, unless the server is known to have it.
  func admit(_ call: Call) async throws(FediverseError) {
    if let feature = call.feature, let known = knownProfile, case .no(.answer) = known.supports(feature, at: clock()),
      let refusal = known.refusal(of: feature, at: clock())
    {
      throw .without(refusal, call, server)
    }
    guard !call.types.isEmpty else { return }
    let profile = try await profile()
    for feature in call.types {
      if let refusal = profile.refusal(of: feature, at: clock()) { throw .without(refusal, call, server) }
      if case .unknown = profile.supports(feature, at: clock()) {
        throw .unproven(profile.softwareTitle, feature, call, server)
      }
    }
  }

  /// Notes that the server has what a call needed, where that was not clear.
  func noteSuccess(of call: Call) {
    guard let feature = call.feature, let known = knownProfile else { return }
    guard case .yes = known.supports(feature, at: clock()) else { return learn(feature, true) }
  }

  /// What a failure means: where the server says that it has no such thing as the call, it lacks what the call needed.
  func meaning(of error: FediverseError, _ call: Call) async -> FediverseError {
    guard let feature = call.feature, error.meansLack(of: call) else { return error }
    learn(feature, false)
    let profile = try? await profile()
    guard let refusal = profile?.refusal(of: feature, at: clock()) else { return error }
    return .without(refusal, call, server, status: error.status)
  }
}

extension FediverseError {
  /// Whether it is the call that the server does not know, and not what the call is about.
  fileprivate func meansLack(of call: Call) -> Bool {
    switch status {
    case 405, 501: true
    // What is not there may be what was asked about.
    case 404, 410: call.path.isFixed && call.query.isEmpty
    default: false
    }
  }

  fileprivate static func without(
    _ refusal: String, _ call: Call, _ server: ServerAddress, status: Int? = nil
  ) -> FediverseError {
    FediverseError(.unsupported, server: server, status: status, request: call.summary, detail: refusal)
  }

  fileprivate static func unproven(
    _ software: String, _ feature: Feature, _ call: Call, _ server: ServerAddress
  ) -> FediverseError {
    let detail = "it is not known whether \(software) can \(feature.summary), and trying could do something else"
    return FediverseError(.unsupported, server: server, request: call.summary, detail: detail)
  }
}
