extension Client {
  /// The calls about pictures, films and sounds.
  public var media: Media { Media(client: self) }

  /// The calls about pictures, films and sounds.
  public struct Media: Sendable {
    let client: Client

    /// Where in a picture the eye belongs, from -1 at the left and the bottom to 1 at the right and the top.
    public struct Focus: Sendable, Hashable {
      /// How far to the right.
      public let x: Double
      /// How far up.
      public let y: Double

      /// A place in a picture; one outside of it becomes the nearest that is not.
      public init(x: Double, y: Double) {
        self.x = Self.inside(x)
        self.y = Self.inside(y)
      }

      private static func inside(_ number: Double) -> Double {
        number.isNaN ? 0 : min(max(number, -1), 1)
      }

      var text: String { "\(x),\(y)" }
    }

    /// Uploads a file, and waits until the server has made of it what a status can show.
    ///
    /// The file is read as the connection takes it, and never stands in memory as a whole.
    ///
    /// - Parameters:
    ///   - file: what is uploaded.
    ///   - description: the text for those who cannot see or hear it.
    ///   - focus: the place that is shown where there is no room for all of a picture.
    ///   - thumbnail: a picture that stands for a film or a sound.
    ///   - limits: what the server says of media, by which a file is refused before it is sent.
    ///   - progress: what is told how far the sending has come.
    public func upload(
      _ file: MediaFile, description: String? = nil, focus: Focus? = nil, thumbnail: MediaFile? = nil,
      limits: Instance.Limits? = nil, progress: UploadMeter? = nil
    ) async throws(FediverseError) -> MediaAttachment {
      if let limits { try check(file, limits) }
      var fields: [(name: String, value: String)] = []
      if let description, !description.isEmpty { fields.append(("description", description)) }
      if let focus { fields.append(("focus", focus.text)) }
      var parts = Multipart(fields, file: file)
      parts.meter = progress
      if let thumbnail { parts.attachments = [("thumbnail", thumbnail, try contents(of: thumbnail))] }
      let answer: Answer
      do throws(FediverseError) {
        answer = try await client.perform(.post("/api/v2/media", .multipart(parts)))
      } catch  where error.kind == .notFound || error.kind == .unsupported {
        answer = try await client.perform(.post("/api/v1/media", .multipart(parts)))
      }
      let media: MediaAttachment = try answer.entity()
      guard answer.response.status == 202, let id = media.id else { return media }
      return try await finished(id)
    }

    /// The upload of this identifier as it is now; without a `url` where the server is not done with it.
    public func attachment(_ id: String) async throws(FediverseError) -> MediaAttachment {
      try await client.perform(Self.look(at: id)).entity()
    }

    /// Asks again and again, at growing intervals, until the server is done with an upload.
    private func finished(_ id: String) async throws(FediverseError) -> MediaAttachment {
      var backoff = Backoff(from: .milliseconds(500), to: .seconds(10))
      var waited = Duration.zero
      while waited < Self.patience {
        let wait = backoff.step(chance: client.waiting.chance())
        guard (try? await client.waiting.sleep(wait)) != nil else { throw .givenUp(client.server, id) }
        waited += wait
        let answer = try await client.perform(Self.look(at: id))
        guard answer.response.status == 206 else { return try answer.entity() }
      }
      throw .unfinished(client.server, id)
    }

    private static func look(at id: String) -> Call { .get("/api/v1/media/\(id)") }

    /// Long films take minutes.
    private static let patience = Duration.seconds(900)
  }
}

extension FediverseError {
  fileprivate static func givenUp(_ server: ServerAddress, _ id: String) -> FediverseError {
    FediverseError(.canceled, server: server, detail: "upload '\(id)' has arrived, but is not ready to be shown")
  }

  fileprivate static func unfinished(_ server: ServerAddress, _ id: String) -> FediverseError {
    FediverseError(.timedOut, server: server, detail: "upload '\(id)' has arrived, but did not get ready to be shown")
  }
}
