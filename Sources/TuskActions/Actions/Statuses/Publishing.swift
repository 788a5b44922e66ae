package import Fediverse
package import XCallbackURL

extension Server {
  /// Media to attach to a new status.
  package struct Attachment: Sendable, Hashable {
    package let source: Source
    /// The alt text.
    package let description: String?

    /// Where the media comes from.
    package enum Source: Sendable, Hashable {
      case uploaded(id: String)
      case file(String)
      case url(String)
    }
  }

  /// Uploads the attachments, then publishes the status.
  package func publish(_ status: NewStatus, with attachments: [Attachment]) async throws(Failure) -> StatusView {
    if let visibility = status.visibility, !status.isTried { try await refuseIfUnavailable(visibility) }
    if status.poll != nil, !status.isTried { try await refuse(unlessSupported: .pollMaking) }
    let status = try await attaching(attachments, to: status)
    let key = idempotencyKey ?? Self.freshKey()
    let published: Status
    do throws(Failure) {
      published = try await afterProcessing(of: status.mediaIDs) { () async throws(Failure) in
        try await attempt(
          await client.statuses.publishOnce(
            status, idempotencyKey: key, besides: otherRequests))
      }
    } catch { throw await explained(error, of: status) }
    if !status.partsMissing(in: published).isEmpty {
      // The response to a change may leave out what the status has.
      let shown = try? await client.statuses.status(published.id)
      tellMissing(of: status, in: shown ?? published)
    }
    return changed(published)
  }

  /// Refuses a status before anything is uploaded for it, unless the server is known or assumed to support a feature.
  private func refuse(unlessSupported feature: Feature) async throws(Failure) {
    let support = try await support(of: feature, isProbed: false)
    if let check = client.policy.featureCheck, let profile = client.knownProfile {
      check.judge([feature], isRequired: true, by: profile)
    }
    guard let reason = support.reason else { return }
    throw Failure(.unsupported, "\(reason); to send it all the same: --try")
  }

  /// The status that an earlier request published, if it did; for a request whose outcome is unknown.
  package func publishedStatus(
    matching status: NewStatus, with attachments: [Attachment], by earlier: EarlierRequest
  ) async throws(Failure) -> StatusView? {
    var status = status
    // Each request uploads its own files, so only their number can be compared.
    status.mediaIDs = attachments.map { _ in "" }
    let found = try await attempt(
      await client.statuses.published(
        matching: status, since: earlier.first, until: earlier.last, besides: earlier.others))
    return found.map(changed)
  }

  /// Refuses a visibility that the server does not have, before anything is uploaded for the status.
  ///
  /// Only a visibility that few servers have is worth asking the server what it runs; the others are checked against
  /// what is already known, so that posting sends no extra request.
  func refuseIfUnavailable(_ visibility: Visibility) async throws(Failure) {
    guard let feature = visibility.feature else { return }
    var known = client.knownProfile
    if !visibility.isCommon || client.policy.featureCheck != nil { known = try await attempt(await client.profile()) }
    guard let known else { return }
    client.policy.featureCheck?.judge([feature], isRequired: !visibility.isCommon, by: known)
    switch known.supports(feature, at: Timestamp(seconds: now())) {
    case .yes: return
    case .unknown where visibility.isCommon: return
    case .unknown: throw .unavailable(visibility, feature, known, "is not known to support")
    case .no: throw .unavailable(visibility, feature, known, "does not support")
    }
  }

  /// A random key of 128 bits; a server takes two requests with the same key for one.
  static func freshKey() -> String {
    var random = SystemRandomNumberGenerator()
    return "\(String(random.next(), radix: 16))-\(String(random.next(), radix: 16))"
  }

  /// Tells which parts a published status lacks.
  func tellMissing(of sent: NewStatus, in status: Status) {
    let name = status.url ?? "status:\(status.id)"
    for part in sent.partsMissing(in: status) {
      let text =
        switch part {
        case .poll: "the server published the status without its poll"
        case .reply: "the server published the status, but not as a reply"
        case .quote: "the server published the status without its quote"
        case .warning: "the server published the status without its content warning"
        case .visibility:
          "the server published the status with visibility '\(status.audience?.rawValue ?? "unknown")' instead of "
            + "'\(sent.visibility?.rawValue ?? "")'"
        }
      tell(.loss("\(text): \(name)"))
    }
  }
}

extension [String] {
  /// The elements as a sentence lists them: `a, b and c`.
  fileprivate var spokenList: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

extension Failure {
  fileprivate static func unavailable(
    _ visibility: Visibility, _ feature: Feature, _ profile: ServerProfile, _ verb: String
  ) -> Failure {
    let titles = feature.implementers.map(\.title)
    let others =
      visibility.isCommon
      ? "most other servers do" : "\(titles.spokenList) \(titles.count == 1 ? "does" : "do")"
    return Failure(
      .unsupported,
      "\(profile.softwareTitle) \(verb) visibility=\(visibility.rawValue); \(others); to send it all the same: --try")
  }
}
