import JSONValue

extension Client.Media {
  /// Changes what is said of an upload that no status shows yet; what is not given stays as it is.
  ///
  /// - Parameters:
  ///   - id: the identifier of the upload.
  ///   - description: the text for those who cannot see or hear it; an empty one takes it away.
  ///   - focus: the place that is shown where there is no room for all of a picture.
  ///   - thumbnail: a picture that stands for a film or a sound.
  public func edit(
    _ id: String, description: String? = nil, focus: Focus? = nil, thumbnail: MediaFile? = nil
  ) async throws(FediverseError) -> MediaAttachment {
    var fields: [(name: String, value: String)] = []
    if let description { fields.append(("description", description)) }
    if let focus { fields.append(("focus", focus.text)) }
    // Pixelfed reads JSON only, but there is no way to put a picture into it.
    let json = JSON.object(JSON.Object(fields.map { ($0.name, .string($0.value)) }))
    let body = thumbnail.map { Call.Body.multipart(Multipart(fields, file: $0, as: "thumbnail")) } ?? .json(json)
    return try await client.perform(.put("/api/v1/media/\(id)", body).needing(.mediaEditing)).entity()
  }

  /// Removes an upload that no status shows.
  public func delete(_ id: String) async throws(FediverseError) {
    _ = try await client.perform(.delete("/api/v1/media/\(id)").needing(.mediaDeletion))
  }

  /// Throws where the server says that it takes no such file. A type that is not known is left to the server.
  func check(_ file: MediaFile, _ limits: Instance.Limits) throws(FediverseError) {
    let isTaken = limits.mediaTypes.isEmpty || limits.mediaTypes.contains { $0.lowercased() == file.type }
    guard isTaken || file.type == MediaFile.unknownType else { throw .untakenType(client.server, file) }
    let limit = file.type.hasPrefix("image/") ? limits.imageBytes : limits.videoBytes
    if let limit, limit > 0, file.length > limit { throw .tooLarge(client.server, file, limit) }
  }

  /// The bytes of a small file.
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

extension FediverseError {
  fileprivate static func untakenType(_ server: ServerAddress, _ file: MediaFile) -> FediverseError {
    let detail = "'\(file.name.oneLine(limit: 200))' is of type '\(file.type)', which it does not take"
    return FediverseError(.rejected, server: server, request: "the upload", detail: detail)
  }

  fileprivate static func tooLarge(_ server: ServerAddress, _ file: MediaFile, _ limit: Int) -> FediverseError {
    let detail = "'\(file.name.oneLine(limit: 200))' has \(file.length) bytes, and \(limit) is the most"
    return FediverseError(.rejected, server: server, request: "the upload", detail: detail)
  }
}
