public import JSONValue

/// An oEmbed description of a status, for display on other websites.
public struct Embedding: Entity, Hashable {
  /// The HTML to embed. It comes from another server and is not safe to run.
  public let html: String
  /// The title.
  public let title: String?
  /// The author's name.
  public let authorName: String?
  /// The URL of the author's page.
  public let authorURL: String?
  /// The name of the server.
  public let providerName: String?
  /// The width in pixels.
  public let width: Int?
  /// The height in pixels, if fixed.
  public let height: Int?
  /// The number of seconds it may be cached.
  public let cacheAge: Int?

  /// Decodes an oEmbed description.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "embedding")
    html = try fields.word("html", or: "HTML")
    title = fields.word("title")
    authorName = fields.word("author_name")
    authorURL = fields.word("author_url")
    providerName = fields.word("provider_name")
    width = fields.count("width")
    height = fields.count("height")
    cacheAge = fields.count("cache_age")
  }
}
