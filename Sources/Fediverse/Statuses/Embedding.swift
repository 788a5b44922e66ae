public import JSONValue

/// A status as other pages can show it.
public struct Embedding: Entity, Hashable {
  /// The HTML that shows it, which is another server's and not safe to run.
  public let html: String
  /// The title.
  public let title: String?
  /// Who wrote it.
  public let authorName: String?
  /// The page of who wrote it.
  public let authorURL: String?
  /// The server.
  public let providerName: String?
  /// The width in pixels.
  public let width: Int?
  /// The height in pixels, where it is fixed.
  public let height: Int?
  /// For how many seconds it may be kept.
  public let cacheAge: Int?

  /// Reads an embedding, which needs HTML.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "embedding")
    guard let html = fields.word("html") else { throw ShapeError(path: "embedding.html", expected: "HTML") }
    self.html = html
    title = fields.word("title")
    authorName = fields.word("author_name")
    authorURL = fields.word("author_url")
    providerName = fields.word("provider_name")
    width = fields.count("width")
    height = fields.count("height")
    cacheAge = fields.count("cache_age")
  }
}
