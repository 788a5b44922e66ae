import JSONValue

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

extension FediverseError {
  fileprivate static func unsupportedType(_ server: ServerAddress, _ file: MediaFile) -> FediverseError {
    let detail = "'\(file.name.oneLine(limit: 200))' has the type '\(file.type)', which the server does not accept"
    return FediverseError(.rejected, server: server, request: "the upload", detail: detail)
  }

  fileprivate static func tooLarge(_ server: ServerAddress, _ file: MediaFile, _ limit: Int) -> FediverseError {
    let detail = "'\(file.name.oneLine(limit: 200))' has \(file.length) bytes; the limit is \(limit)"
    return FediverseError(.rejected, server: server, request: "the upload", detail: detail)
  }
}
