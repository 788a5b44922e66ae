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
            status, idempotencyKey: key, besides: otherRequests, beforeSending: beforeSending))
      }
    } catch { throw await explained(error, of: status) }
    if !status.partsMissing(in: published).isEmpty {
      // The response to a change may leave out what the status has.
      let shown = try? await client.statuses.status(published.id)
      tellMissing(of: status, in: shown ?? published)
    }
    return changed(published)
  }

  /// The status with its attachments, which are uploaded.
  func attaching(_ attachments: [Attachment], to status: NewStatus) async throws(Failure) -> NewStatus {
    var status = status
    for attachment in attachments {
      do throws(Failure) { status.mediaIDs.append(try await id(of: attachment)) } catch {
        throw error.beforePosting
      }
    }
    return status
  }

  /// Makes a request with media, and once more if the server refused it and has processed the media since: some say that
  /// an upload is complete before it may be posted.
  func afterProcessing<Made: Sendable>(
    of media: [String], _ make: () async throws(Failure) -> Made
  ) async throws(Failure) -> Made {
    do throws(Failure) { return try await make() } catch {
      guard error.code == .rejected, !media.isEmpty else { throw error }
      for id in media {
        do throws(FediverseError) { _ = try await client.media.processed(id) } catch let lost {
          guard lost.kind == .timedOut || lost.kind == .canceled else { throw error }
          throw failure(lost).beforePosting
        }
      }
    }
    return try await make()
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
  private func refuseIfUnavailable(_ visibility: Visibility) async throws(Failure) {
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

  private func id(of attachment: Attachment) async throws(Failure) -> String {
    switch attachment.source {
    case .uploaded(let id): return id
    case .file(let path): return try await uploadedID(of: path, description: attachment.description)
    case .url(let url):
      let file = try TemporaryFile(named: url)
      defer { file.remove() }
      _ = try await download(url, to: file.descriptor)
      return try await uploadedID(of: file.path, description: attachment.description)
    }
  }

  private func uploadedID(of path: String, description: String?) async throws(Failure) -> String {
    let media = try await upload(path, description: description)
    guard let id = media.id else { throw .noIdentifier(path) }
    return id
  }

  /// A random key of 128 bits; a server takes two requests with the same key for one.
  static func freshKey() -> String {
    var random = SystemRandomNumberGenerator()
    return "\(String(random.next(), radix: 16))-\(String(random.next(), radix: 16))"
  }
}

extension Server {
  /// Uploads a file.
  package func upload(_ path: String, description: String?) async throws(Failure) -> MediaAttachment {
    let file = try mediaFile(path)
    return try await attempt(await client.media.upload(file, description: description))
  }

  /// The file at a path.
  func mediaFile(_ path: String) throws(Failure) -> MediaFile {
    do { return try MediaFile(path) } catch { throw Failure(.unreadableFile, error.description) }
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

  /// The same failure of an upload, which others cannot see: nothing was posted, whatever became of the upload.
  fileprivate var beforePosting: Failure {
    switch code {
    case .unknownOutcome, .timedOut:
      var failure = Failure(code == .timedOut ? code : cause ?? .network, "\(message); nothing was posted")
      failure.progress = "the upload was still being processed; nothing was posted"
      return failure
    default: return self
    }
  }

  fileprivate static func noIdentifier(_ path: String) -> Failure {
    Failure(.malformedAnswer, "the server accepted '\(path)' but returned no identifier for it")
  }
}

extension [String] {
  /// The elements as a sentence lists them: `a, b and c`.
  fileprivate var spokenList: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
