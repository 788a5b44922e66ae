import Fediverse
import JSONValue
import XCallbackURL

extension Action {
  /// What is done with files.
  package static let media: [Action] = [
    Action(
      "uploadMedia", verbs: ["upload"],
      "Uploads a picture, film or sound, to be attached to a status.", example: "upload file:cat.png alt=\"A cat\"",
      effect: .reversible(by: nil),
      takes: Argument.file("file", place: .operand, "the file"),
      Argument.text("alt", "the text for those who cannot see or hear it"),
      returns: .record(.uploaded, whole: .media)
    ) { server, file, description throws(Failure) in
      try await server.upload(file, description: description)
    },
    Action(
      "downloadMedia", verbs: ["download"],
      "Downloads a file of the web to this machine.", example: "download https://example.org/cat.png to=file:media/",
      effect: .file,
      takes: Argument.address("url", "where it is"),
      Argument.file("to", place: .named, "the file it becomes, or the folder it comes into"),
      Argument.flag("skip-existing", "leave a file as it is that is there already"),
      returns: .record(.keepsake)
    ) { server, url, target, skips throws(Failure) in
      try await server.download(url, to: target, skippingExisting: skips)
    },
  ]
}

extension Argument where Value == String {
  /// An address on the web, unnamed after the verb.
  fileprivate static func address(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .url, place: .operand, isRequired: true, summary)]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { throw inputs.absence(of: name) }
      return text
    }
  }
}

extension Shape where Value == MediaAttachment {
  /// An upload, as a status is told of it.
  fileprivate static var uploaded: Shape {
    Shape(
      Field("mediaID", .identifier(.media), "the identifier of the upload") { $0.id.map(JSON.string) },
      Field("url", .url, "where it is", isOptional: true) { $0.url.map(JSON.string) })
  }
}

extension Shape where Value == Server.DownloadedFile {
  /// A file that was downloaded.
  fileprivate static var keepsake: Shape {
    Shape(
      Field("path", .text, "the file") { .string($0.path) },
      Field("bytes", .integer, "how many bytes it has") { .int($0.bytes) },
      Field("new", .boolean, "whether it was downloaded now") { .bool($0.isNew) })
  }
}
