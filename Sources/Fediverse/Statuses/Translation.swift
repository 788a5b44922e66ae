public import JSONValue

/// A translation of a status.
public struct Translation: Entity, Hashable {
  /// The text, as HTML.
  public let content: String
  /// The content warning; empty if there is none.
  public let spoilerText: String
  /// The target language, as an ISO 639 code.
  public let language: String?
  /// The detected source language.
  public let sourceLanguage: String?
  /// The translation service.
  public let provider: String?
  /// The options of the poll; empty if there is none.
  public let pollOptions: [String]
  /// The alt texts, by the identifier of the attachment.
  public let mediaDescriptions: [String: String]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a translation; Akkoma sends its text as `text`.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "translation")
    guard let content = fields.text("content") ?? fields.text("text") else {
      throw ShapeError(path: "translation.content", expected: "text")
    }
    self.content = content
    spoilerText = fields.text("spoiler_text") ?? ""
    language = fields.word("language")
    sourceLanguage = fields.word("detected_source_language") ?? fields.word("detected_language")
    provider = fields.word("provider")
    pollOptions = fields.fields("poll").array("options").compactMap { $0["title"]?.string }
    var descriptions: [String: String] = [:]
    for media in fields.array("media_attachments").compactMap({ try? FieldReader($0, as: "media") }) {
      if let id = media.word("id") { descriptions[id] = media.word("description") }
    }
    mediaDescriptions = descriptions
    raw = json
  }
}
