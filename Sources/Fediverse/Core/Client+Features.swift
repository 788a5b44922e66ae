extension Client {
  /// Refuses a call if the server is known to lack the feature it uses, or is not known to have every feature it
  /// depends on.
  func admit(_ call: Call) async throws(FediverseError) {
    if let feature = call.feature, let known = knownProfile, case .no(.response) = known.supports(feature, at: clock()),
      let refusal = known.refusal(of: feature, at: clock())
    {
      throw .without(refusal, call, server)
    }
    guard !call.requiredFeatures.isEmpty else { return }
    let profile = try await profile()
    for feature in call.requiredFeatures {
      if let refusal = profile.refusal(of: feature, at: clock()) { throw .without(refusal, call, server) }
      if case .unknown = profile.supports(feature, at: clock()) {
        throw .unproven(profile.softwareTitle, feature, call, server)
      }
    }
  }

  /// Records that the server has a feature, if that was not known.
  func noteSuccess(of call: Call) {
    guard let feature = call.feature, let known = knownProfile else { return }
    guard case .yes = known.supports(feature, at: clock()) else { return learn(feature, true) }
  }

  /// Returns the failure as a missing feature if the server does not know the call, or as one of the token or the
  /// account's rights if the status code leaves that open.
  func meaning(of error: FediverseError, _ call: Call) async -> FediverseError {
    if error.mayBlameToken { return await judged(error) }
    let isLack = error.meansLack(of: call)
    guard let feature = call.feature, isLack || error.kind == .notFound else { return error }
    if isLack { learn(feature, false) }
    let profile = isLack ? try? await profile() : knownProfile
    guard let refusal = profile?.refusal(of: feature, at: clock()) else { return error }
    return .without(refusal, call, server, status: error.status)
  }
}

extension Client {
  /// Asks whose token it is, because servers answer with the same status code to a token that is not valid, to an
  /// account that lacks a right and to a request that is wrong.
  private func judged(_ error: FediverseError) async -> FediverseError {
    do throws(FediverseError) {
      _ = try await attempt(.ownAccount)
      return error.kind == .unauthorized ? error.classified(as: .forbidden) : error
    } catch let answer {
      return answer.kind == .unauthorized ? error.classified(as: .unauthorized) : error
    }
  }
}

extension FediverseError {
  /// Whether the server does not know the call, rather than the thing that the call is about.
  fileprivate func meansLack(of call: Call) -> Bool {
    switch status {
    case 405, 501: true
    // With an identifier in the request, the thing itself may be missing.
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
    let detail =
      "it is unknown whether \(software) can \(feature.summary); sent anyway, the request could have another effect"
    return FediverseError(.unsupported, server: server, request: call.summary, detail: detail)
  }
}
