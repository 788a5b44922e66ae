package import Fediverse
import JSONValue
import TuskCommon
package import XCallbackURL

extension Action {
  /// The actions on files.
  package static let media: [Action] = [
    Action(
      "uploadMedia", verbs: ["upload"],
      "Uploads an image, video or audio file to attach to a status.", example: "upload file:cat.png alt=\"A cat\"",
      effect: .reversible(by: nil),
      takes: Argument.file("file", place: .operand, "the file to upload"),
      Argument.text("alt", "alt text for the media"),
      returns: .record(.uploaded, whole: .upload)
    ) { server, file, description throws(Failure) in
      try await server.upload(file, description: description)
    },
    Action(
      "downloadMedia", verbs: ["download"],
      "Downloads a file from the web.", example: "download https://example.org/cat.png to=file:media/",
      effect: .file,
      takes: Argument.address("url", "the URL of the file"),
      Argument.file(
        "to", place: .named, "the file, or the directory; a file that this URL did not write is not replaced"),
      Argument.flag("skip-existing", "keep a file that this URL wrote before"),
      returns: .record(.downloadedFile)
    ) { server, url, target, skips throws(Failure) in
      try await server.download(url, to: target, skippingExisting: skips)
    },
    Action(
      "getMedia", verbs: ["get media"], "Returns an upload that no status has yet.", example: "get media:900",
      effect: .read, takes: Argument.upload, returns: .record(RecordOf.media)
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.media.attachment(id), about: "media:\(id)")
    },
    Action(
      "setMediaDescription", verbs: ["alt"], "Changes the alt text of an upload that no status has yet.",
      example: "alt media:900 \"A sparrow on a fence\"", effect: .reversible(by: "setMediaDescription"),
      done: "described {subject}",
      needs: .mediaEditing, takes: Argument.upload, Argument.title("alt", "the alt text"),
      returns: .record(RecordOf.media)
    ) { server, id, text throws(Failure) in
      try await server.describe(id, as: text)
    },
    Action(
      "deleteMedia", verbs: ["delete"], "Deletes an upload that no status has yet.",
      example: "delete media:900 --yes", effect: .destructive, done: "deleted {subject}", needs: .mediaDeletion,
      takes: Argument.upload,
      returns: .nothing, isDoneIfMissing: true
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.media.delete(id), about: "media:\(id)")
    },
  ]
}

extension Argument where Value == String {
  /// An upload.
  fileprivate static var upload: Argument {
    .subject("mediaID", synonym: "media", of: .media, "the identifier of the upload")
  }

  /// An http or https URL, given without its name.
  fileprivate static func address(_ name: String, _ summary: String) -> Argument {
    required(Parameter(name, .url, place: .operand, isRequired: true, summary))
  }
}

extension Shape where Value == MediaAttachment {
  /// An upload, as a status refers to it.
  fileprivate static var uploaded: Shape {
    Shape(
      Field("mediaID", .identifier(.media), "the identifier of the upload") { $0.id.map(JSON.string) },
      Field("url", .url, "the URL of the file", isOptional: true) { $0.url.map(JSON.string) })
  }
}

extension Shape where Value == Server.DownloadedFile {
  /// A file that was downloaded.
  fileprivate static var downloadedFile: Shape {
    Shape(
      Field("path", .text, "the path of the file") { .string($0.path) },
      Field("bytes", .integer, "the size in bytes") { .int($0.bytes) },
      Field("new", .boolean, "whether it was downloaded just now") { .bool($0.isNew) })
  }
}

extension RecordOf where Value == MediaAttachment {
  /// An image, video or audio file.
  static let media = RecordOf(
    "media", kind: .media,
    Shape(
      [
        Shape<MediaAttachment>.Field("id", .identifier(.media), "the identifier on this server", isOptional: true) {
          $0.id.map(JSON.string)
        }
      ] + properties))

  /// An upload, under the name that its callback gives it; `id` is what scripts of earlier versions read.
  static let upload = RecordOf(
    RecordShape.upload, kind: .media, id: "mediaID",
    Shape(
      [
        Shape<MediaAttachment>.Field("mediaID", .identifier(.media), "the identifier of the upload") {
          $0.id.map(JSON.string)
        }
      ] + properties + [
        Shape<MediaAttachment>.Field("id", .identifier(.media), "the same as mediaID", isColumn: false) {
          $0.id.map(JSON.string)
        }
      ]))

  private static var properties: [Shape<MediaAttachment>.Field] {
    [
      Shape.Field("kind", .text, "the kind: image, video, gifv or audio", words: .mediaKind) {
        .string($0.kind.rawValue)
      },
      Shape.Field("url", .url, "the file", isOptional: true) { ($0.url ?? $0.remoteURL).map(JSON.string) },
      Shape.Field("description", .prose, "the alt text", isOptional: true) { $0.description.map(JSON.string) },
      Shape.Field("previewURL", .url, "a preview image", isOptional: true) { $0.previewURL.map(JSON.string) },
    ]
  }
}

extension Server {
  /// The status with its attachments, which are uploaded.
  func attaching(_ attachments: [Attachment], to status: NewStatus) async throws(Failure) -> NewStatus {
    var status = status
    try await checkLengths(ofAltTexts: attachments.compactMap(\.description))
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
    try await checkLengths(ofAltTexts: [description].compactMap(\.self))
    let media = try await attempt(await client.media.upload(file, description: description))
    tellLoss(ofAltText: description, in: media)
    return media
  }

  /// Changes the alt text of an upload.
  fileprivate func describe(_ id: String, as text: String) async throws(Failure) -> MediaAttachment {
    try await checkLengths(ofAltTexts: [text])
    let media: MediaAttachment
    do throws(Failure) {
      media = try await attempt(await client.media.edit(id, description: text), about: "media:\(id)")
    } catch {
      guard error.isGone else { throw error }
      var failure = error
      failure.message += "; of media that is already posted, change it with: edit status:ID media=media:\(id) alt=TEXT"
      throw failure
    }
    tellLoss(ofAltText: text, in: media)
    return media
  }

  /// The file at a path.
  func mediaFile(_ path: String) throws(Failure) -> MediaFile {
    do { return try MediaFile(path) } catch { throw Failure(.unreadableFile, error.description) }
  }
}

extension Server {
  /// Refuses alt texts that are longer than the server says it accepts, before anything is sent.
  func checkLengths(ofAltTexts texts: [String]) async throws(Failure) {
    let longest = texts.map(\.unicodeScalars.count).max() ?? 0
    guard longest > Self.shortestAltTextLimit else { return }
    var profile = client.knownProfile
    if profile == nil { profile = try? await client.profile() }
    guard let limit = profile?.limits.charactersPerMediaDescription, limit > 0, longest > limit else { return }
    throw .tooLongAltText(longest, limit)
  }

  /// Tells what the server left out of an alt text.
  func tellLoss(ofAltText text: String?, in media: MediaAttachment) {
    let (sent, kept) = (Self.spaced(text ?? ""), Self.spaced(media.description ?? ""))
    guard kept.count < sent.count, kept.isEmpty || sent.hasPrefix(kept) else { return }
    let name = media.id.map { "media:\($0)" } ?? "the file"
    let loss = kept.isEmpty ? "dropped the alt text" : "cut the alt text to \(kept.count.counting("character"))"
    tell(.loss("the server \(loss): \(name)"))
  }

  /// Servers may change the whitespace of a text.
  private static func spaced(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Shorter texts are not worth asking the server for its limit, because none is known that accepts less.
  private static var shortestAltTextLimit: Int { 140 }
}

extension Failure {
  fileprivate static func tooLongAltText(_ length: Int, _ limit: Int) -> Failure {
    Failure(.rejected, "'alt' has \(length) characters, but the server accepts \(limit); nothing was sent")
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
