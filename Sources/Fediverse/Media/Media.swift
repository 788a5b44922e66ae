public import JSONValue

extension Client {
  /// The calls about media.
  public var media: Media { Media(client: self) }

  /// The calls about media.
  public struct Media: Sendable {
    let client: Client

    /// The focal point of an image, from -1 (left, bottom) to 1 (right, top).
    public struct Focus: Sendable, Hashable {
      /// The horizontal position.
      public let x: Double
      /// The vertical position.
      public let y: Double

      /// Creates a focal point; coordinates outside the image are clamped.
      public init(x: Double, y: Double) {
        self.x = Self.inside(x)
        self.y = Self.inside(y)
      }

      private static func inside(_ number: Double) -> Double {
        number.isNaN ? 0 : min(max(number, -1), 1)
      }

      var text: String { "\(x),\(y)" }
    }

    /// Uploads a file and waits until the server has processed it.
    ///
    /// The file is streamed; it is never in memory as a whole.
    ///
    /// - Parameters:
    ///   - file: the file to upload.
    ///   - description: the alt text.
    ///   - focus: the focal point, which stays visible when previews are cropped.
    ///   - thumbnail: a preview image for video or audio.
    ///   - limits: the server's limits, checked before uploading.
    ///   - progress: receives the upload progress.
    public func upload(
      _ file: MediaFile, description: String? = nil, focus: Focus? = nil, thumbnail: MediaFile? = nil,
      limits: Instance.Limits? = nil, progress: UploadObserver? = nil
    ) async throws(FediverseError) -> MediaAttachment {
      if let limits { try check(file, limits) }
      var fields: [(name: String, value: String)] = []
      if let description, !description.isEmpty { fields.append(("description", description)) }
      if let focus { fields.append(("focus", focus.text)) }
      var parts = Multipart(fields, file: file)
      parts.observer = progress
      if let thumbnail { parts.attachments = [("thumbnail", thumbnail, try contents(of: thumbnail))] }
      let response: CallResponse
      do throws(FediverseError) {
        response = try await client.perform(.post("/api/v2/media", .multipart(parts)))
      } catch  where error.kind == .notFound || error.kind == .unsupported {
        response = try await client.perform(.post("/api/v1/media", .multipart(parts)))
      }
      let media: MediaAttachment = try response.entity()
      guard response.http.status == 202, let id = media.id else { return media }
      return try await finished(id)
    }

    /// Waits until the server has processed an upload, and returns it; a status with it is refused before.
    package func processed(_ id: String) async throws(FediverseError) -> MediaAttachment {
      let response = try await client.perform(Self.look(at: id))
      return response.http.status == 206 ? try await finished(id) : try response.entity()
    }

    /// Fetches an upload; its `url` is `nil` while the server is processing it.
    public func attachment(_ id: String) async throws(FediverseError) -> MediaAttachment {
      try await client.perform(Self.look(at: id)).entity()
    }

    /// Polls with growing intervals until the server has processed an upload.
    private func finished(_ id: String) async throws(FediverseError) -> MediaAttachment {
      var backoff = Backoff(from: .milliseconds(500), to: .seconds(10))
      var waited = Duration.zero
      while waited < Self.patience {
        let wait = backoff.step(chance: client.waiting.chance())
        guard (try? await client.waiting.sleep(wait)) != nil else { throw .givenUp(client.server, id) }
        waited += wait
        let response = try await client.perform(Self.look(at: id))
        guard response.http.status == 206 else { return try response.entity() }
      }
      throw .unfinished(client.server, id)
    }

    private static func look(at id: String) -> Call { .get("/api/v1/media/\(id)") }

    /// Long videos take minutes to process.
    private static let patience = Duration.seconds(900)
  }
}

extension Client.Media {
  /// Changes an upload that is not yet attached to a status. Arguments that are `nil` stay unchanged.
  ///
  /// - Parameters:
  ///   - id: the identifier of the upload.
  ///   - description: the alt text; an empty string removes it.
  ///   - focus: the focal point, which stays visible when previews are cropped.
  ///   - thumbnail: a preview image for video or audio.
  public func edit(
    _ id: String, description: String? = nil, focus: Focus? = nil, thumbnail: MediaFile? = nil
  ) async throws(FediverseError) -> MediaAttachment {
    var fields: [(name: String, value: String)] = []
    if let description { fields.append(("description", description)) }
    if let focus { fields.append(("focus", focus.text)) }
    // Pixelfed reads only JSON here, but JSON cannot carry a thumbnail.
    let json = JSON.object(JSON.Object(fields.map { ($0.name, .string($0.value)) }))
    let body = thumbnail.map { Call.Body.multipart(Multipart(fields, file: $0, as: "thumbnail")) } ?? .json(json)
    return try await client.perform(.put("/api/v1/media/\(id)", body).needing(.mediaEditing)).entity()
  }

  /// Deletes an upload that is not attached to a status.
  public func delete(_ id: String) async throws(FediverseError) {
    try await client.remove(.delete("/api/v1/media/\(id)").needing(.mediaDeletion))
  }

  /// Throws if the server does not accept such a file. Files of unknown type are left to the server.
  func check(_ file: MediaFile, _ limits: Instance.Limits) throws(FediverseError) {
    let isTaken = limits.mediaTypes.isEmpty || limits.mediaTypes.contains { $0.lowercased() == file.type }
    guard isTaken || file.type == MediaFile.unknownType else { throw .unsupportedType(client.server, file) }
    let limit = file.type.hasPrefix("image/") ? limits.imageBytes : limits.videoBytes
    if let limit, limit > 0, file.length > limit { throw .tooLarge(client.server, file, limit) }
  }

  /// Reads a small file into memory.
  func contents(of file: MediaFile) throws(FediverseError) -> [UInt8] {
    guard file.length <= Self.mostForThumbnail else {
      throw .tooLarge(client.server, file, Self.mostForThumbnail)
    }
    do throws(FileError) { return try file.file.bytes(at: 0, count: file.length) } catch {
      throw FediverseError(.rejected, server: client.server, detail: error.description)
    }
  }

  private static var mostForThumbnail: Int { 16 << 20 }
}

/// A media attachment of a status.
public struct MediaAttachment: Entity, Hashable {
  /// The identifier, which remote media may lack.
  public let id: String?
  /// The kind of media.
  public let kind: MediaKind
  /// The URL of the file.
  public let url: String?
  /// The URL of a preview image.
  public let previewURL: String?
  /// The URL of the file on its original server.
  public let remoteURL: String?
  /// The alt text.
  public let description: String?
  /// A blurred placeholder, encoded as BlurHash.
  public let blurhash: String?
  /// Dimensions, durations and the like, as sent by the server.
  public let details: JSON

  /// Decodes an attachment, which must have an identifier or a URL.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "media")
    id = fields.word("id")
    kind = fields.spelling("type") ?? .unknown
    url = fields.word("url")
    previewURL = fields.word("preview_url")
    remoteURL = fields.word("remote_url")
    description = fields.word("description")
    blurhash = fields.word("blurhash")
    details = fields["meta"] ?? .null
    guard id != nil || url != nil || remoteURL != nil else {
      throw ShapeError(path: "media.url", expected: "a URL")
    }
  }
}

/// The kind of a media attachment.
public struct MediaKind: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A still image.
  public static let image = MediaKind(rawValue: "image")
  /// A video with sound.
  public static let video = MediaKind(rawValue: "video")
  /// A silent, looping video.
  public static let animation = MediaKind(rawValue: "gifv")
  /// Audio.
  public static let audio = MediaKind(rawValue: "audio")
  /// A file that the server does not display.
  public static let unknown = MediaKind(rawValue: "unknown")
}

extension FediverseError {
  fileprivate static func givenUp(_ server: ServerAddress, _ id: String) -> FediverseError {
    FediverseError(.canceled, server: server, detail: "upload '\(id)' is complete, but not processed yet")
  }

  fileprivate static func unfinished(_ server: ServerAddress, _ id: String) -> FediverseError {
    FediverseError(.timedOut, server: server, detail: "upload '\(id)' is complete, but was not processed in time")
  }

  fileprivate static func unsupportedType(_ server: ServerAddress, _ file: MediaFile) -> FediverseError {
    let detail = "'\(file.name.oneLine(limit: 200))' has the type '\(file.type)', which the server does not accept"
    return FediverseError(.rejected, server: server, request: "the upload", detail: detail)
  }

  fileprivate static func tooLarge(_ server: ServerAddress, _ file: MediaFile, _ limit: Int) -> FediverseError {
    let detail = "'\(file.name.oneLine(limit: 200))' has \(file.length) bytes; the limit is \(limit)"
    return FediverseError(.rejected, server: server, request: "the upload", detail: detail)
  }
}
