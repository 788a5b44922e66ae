package import Fediverse
package import XCallbackURL

#if canImport(Glibc)
  import Glibc
#endif

extension Server {
  /// What is attached to a new status.
  package struct Attachment: Sendable, Hashable {
    package let source: Source
    /// The text for those who cannot see or hear it.
    package let description: String?

    /// Where it is.
    package enum Source: Sendable, Hashable {
      case uploaded(id: String)
      case file(String)
      case url(String)
    }
  }

  /// Publishes a status, its attachments first.
  package func publish(_ status: NewStatus, with attachments: [Attachment]) async throws(Failure) -> StatusView {
    var status = status
    for attachment in attachments { status.mediaIDs.append(try await id(of: attachment)) }
    let complete = status
    return try await asking { () async throws(FediverseError) in
      StatusView(try await client.statuses.publishOnce(complete, idempotencyKey: idempotencyKey ?? Self.freshKey()))
    }
  }

  /// The status that an earlier request has published, of which it is not known whether it did.
  package func published(
    _ status: NewStatus, with attachments: [Attachment], since seconds: Int
  ) async throws(Failure) -> StatusView? {
    var status = status
    // Each request uploads its own, so that only their number is the same.
    status.mediaIDs = attachments.map { _ in "" }
    let complete = status
    return try await asking { () async throws(FediverseError) in
      try await client.statuses.published(matching: complete, since: Timestamp(seconds: seconds)).map { StatusView($0) }
    }
  }

  private func id(of attachment: Attachment) async throws(Failure) -> String {
    switch attachment.source {
    case .uploaded(let id): return id
    case .file(let path): return try await upload(path, description: attachment.description)
    case .url(let url):
      let file = try TemporaryFile(named: url)
      defer { file.remove() }
      _ = try await download(url, to: file.descriptor)
      return try await upload(file.path, description: attachment.description)
    }
  }

  private func upload(_ path: String, description: String?) async throws(Failure) -> String {
    let media = try await self.media(path, description: description)
    guard let id = media.id else { throw .noIdentifier(path) }
    return id
  }

  /// Uploads a file.
  package func media(_ path: String, description: String?) async throws(Failure) -> MediaAttachment {
    let file: MediaFile
    do { file = try MediaFile(path) } catch { throw Failure(.unreadableFile, error.description) }
    return try await asking { () async throws(FediverseError) in
      try await client.media.upload(file, description: description)
    }
  }

  /// Downloads a file into one that is open for writing.
  ///
  /// - Returns: how many bytes it has.
  func download(_ text: String, to descriptor: Int32) async throws(Failure) -> Int {
    guard let url = WebURL(text) else { throw .noAddress(text) }
    do {
      return try await client.download(url, to: descriptor).length
    } catch let error as FediverseError {
      throw failure(error)
    } catch {
      throw Failure(.defect, "\(error)")
    }
  }
}

extension Server {
  package func unfollow(_ reference: AccountReference) async throws(Failure) -> Account {
    try await asking(about: reference.name) { () async throws(FediverseError) in
      let account = try await account(reference)
      _ = try await client.accounts.unfollow(account.id)
      return account
    }
  }

  package func unfavorite(_ reference: StatusReference) async throws(Failure) -> StatusView {
    try await asking(about: reference.name) { () async throws(FediverseError) in
      StatusView(try await client.statuses.unfavorite(id(of: reference)))
    }
  }

  package func unreblog(_ reference: StatusReference) async throws(Failure) -> StatusView {
    try await asking(about: reference.name) { () async throws(FediverseError) in
      let status = try await client.statuses.unreblog(id(of: reference))
      return StatusView(status.reblog ?? status)
    }
  }

  package func delete(_ reference: StatusReference) async throws(Failure) -> StatusView? {
    try await asking(about: reference.name) { () async throws(FediverseError) in
      try await client.statuses.delete(id(of: reference)).map { StatusView($0) }
    }
  }

  /// Does something about an account, for a report where one is named.
  package func moderate(
    _ reference: AccountReference, _ action: Client.Admin.Action, report: String?, text: String?
  ) async throws(Failure) {
    let id = try await id(of: reference)
    try await asking(about: reference.name) { () async throws(FediverseError) in
      try await client.admin.moderate(id, action: action, reportID: report, text: text)
    }
  }
}

extension Failure {
  fileprivate static func noIdentifier(_ path: String) -> Failure {
    Failure(.malformedAnswer, "the server took '\(path)' and gave it no identifier")
  }

  fileprivate static func noAddress(_ text: String) -> Failure {
    Failure(.invalidParameter, "'\(text.prefix(120))' is no http or https URL")
  }
}
