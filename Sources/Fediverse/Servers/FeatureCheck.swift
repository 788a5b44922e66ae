import Synchronization

/// Finds out what a server lacks for calls that are not sent.
///
/// A client whose policy has one compares the features that its calls need with what it knows of the server, which is what
/// decides when calls are sent.
public final class FeatureCheck: Sendable {
  /// A feature that calls need and that the server lacks, or is not known to have.
  public struct Lack: Sendable, Hashable {
    /// The feature.
    public let feature: Feature
    /// Why the calls would fail, without a full stop.
    public let reason: String
  }

  /// Whether calls that only read are sent; no others ever are.
  public let sendsReads: Bool
  private let found = Mutex<[Lack]>([])
  private let calls = Mutex<[Call]>([])

  /// Creates a check that has found nothing.
  public init(sendsReads: Bool) {
    self.sendsReads = sendsReads
  }

  /// What was found so far, each feature once.
  public var lacks: [Lack] { found.withLock(\.self) }

  /// The calls that were checked, in order, also those that were sent because they only read.
  var planned: [Call] { calls.withLock(\.self) }

  func note(_ call: Call) {
    calls.withLock { $0.append(call) }
  }

  /// Judges features.
  ///
  /// - Parameters:
  ///   - features: the features that a call uses.
  ///   - isRequired: whether they are used only if the server is known to have them.
  ///   - profile: what is known of the server.
  ///   - now: the time by which what was learned from responses is still believed.
  public func judge(_ features: [Feature], isRequired: Bool, by profile: ServerProfile, at now: Timestamp = .now()) {
    for feature in features {
      if let reason = profile.refusal(of: feature, at: now) {
        note(Lack(feature: feature, reason: reason))
      } else if isRequired, case .unknown = profile.supports(feature, at: now) {
        let reason = "it is not known whether \(profile.softwareTitle) can \(feature.summary)"
        note(Lack(feature: feature, reason: reason))
      }
    }
  }

  private func note(_ lack: Lack) {
    found.withLock { found in
      if !found.contains(where: { $0.feature == lack.feature }) { found.append(lack) }
    }
  }
}

extension Client {
  /// Checks a call that is not to be sent.
  ///
  /// - Throws: ``FediverseError`` if the call is not to be sent.
  func check(_ call: Call, for check: FeatureCheck) async throws(FediverseError) {
    check.note(call)
    await judge(call, for: check)
    guard call.isRead, check.sendsReads else { throw .canceledBefore(call, server) }
  }

  /// Judges a feature that only the last of several calls names.
  package func announce(_ feature: Feature) async {
    guard let check = policy.featureCheck, let profile = try? await profile() else { return }
    check.judge([feature], isRequired: false, by: profile, at: clock())
  }

  /// Judges the features of a call that may be made instead of another one.
  func judge(_ call: Call, for check: FeatureCheck) async {
    guard call.feature != nil || !call.requiredFeatures.isEmpty, let profile = try? await profile() else { return }
    check.judge(call.feature.map { [$0] } ?? [], isRequired: false, by: profile, at: clock())
    check.judge(call.requiredFeatures, isRequired: true, by: profile, at: clock())
  }

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
    if isLack || error.saysOnlyNotFound, let refusal = profile?.refusal(of: feature, at: clock()) {
      return .without(refusal, call, server, status: error.status)
    }
    guard !isLack, await isStatusThere(call) else { return error }
    return await meaning(of: error, call, aboutKnownStatusFor: feature)
  }

  /// Whether the server has the status in the path of a call, which is about a part of the status.
  private func isStatusThere(_ call: Call) async -> Bool {
    // The source of other people's statuses is not found either.
    guard call.feature != .statusSource, let path = call.path.status else { return false }
    return (try? await attempt(.get(path))) != nil
  }

  /// What 'not found' means if the status is there: the server does not have the call, or not for this status.
  private func meaning(
    of error: FediverseError, _ call: Call, aboutKnownStatusFor feature: Feature
  ) async -> FediverseError {
    let profile = try? await profile()
    let title = profile?.softwareTitle ?? server.description
    let detail = "it has the status, so \(title) cannot \(feature.summary), or not for this status"
    if error.saysOnlyNotFound, let profile, case .unknown = profile.supports(feature, at: clock()) {
      learn(feature, false)
      return .without(detail, call, server, status: error.status)
    }
    let words = [error.serverText, detail].compactMap(\.self).joined(separator: "; ")
    var meaning = FediverseError(
      .notFound, server: server, status: error.status, request: call.summary, detail: words)
    meaning.hasStatus = true
    return meaning
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
  /// Whether the server's message, if any, only repeats the status code.
  fileprivate var saysOnlyNotFound: Bool {
    guard let text = serverText?.lowercased() else { return true }
    return text.contains("not found") || text.contains("404")
  }

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
