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

extension FediverseError {
  fileprivate static func givenUp(_ server: ServerAddress, _ id: String) -> FediverseError {
    FediverseError(.canceled, server: server, detail: "upload '\(id)' is complete, but not processed yet")
  }

  fileprivate static func unfinished(_ server: ServerAddress, _ id: String) -> FediverseError {
    FediverseError(.timedOut, server: server, detail: "upload '\(id)' is complete, but was not processed in time")
  }
}
