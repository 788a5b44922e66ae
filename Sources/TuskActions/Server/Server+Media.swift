package import Fediverse
package import XCallbackURL

extension Server {
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
