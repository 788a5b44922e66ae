public import JSONValue

/// A status in another language.
public struct Translation: Entity, Hashable {
  /// The text in HTML.
  public let content: String
  /// The warning that stands before the text; empty where there is none.
  public let spoilerText: String
  /// The language that it was translated to, by its ISO 639 code.
  public let language: String?
  /// The language that it was written in, as the translator sees it.
  public let sourceLanguage: String?
  /// Who translated it.
  public let provider: String?
  /// The answers of the poll; empty where there is none.
  public let pollOptions: [String]
  /// The descriptions of media by the identifiers of the media.
  public let mediaDescriptions: [String: String]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a translation, which needs a text; Akkoma calls it `text`.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "translation")
    guard let content = fields.text("content") ?? fields.text("text") else {
      throw ShapeError(path: "translation.content", expected: "a text")
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
