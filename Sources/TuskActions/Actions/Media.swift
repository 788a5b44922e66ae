import Fediverse
import JSONValue
import XCallbackURL

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
      try await server.attempt(await server.client.media.edit(id, description: text), about: "media:\(id)")
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
