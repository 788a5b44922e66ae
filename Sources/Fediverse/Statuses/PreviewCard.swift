public import JSONValue

/// What a page that a status links to says of itself.
public struct PreviewCard: Entity, Hashable {
  /// Somebody who wrote the page.
  public struct Author: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The page of the author.
    public let url: String?
    /// The author's account.
    public let account: Account?
  }

  /// The page.
  public let url: String
  /// Its title.
  public let title: String
  /// What it is about.
  public let description: String
  /// Whether it is a link, a photo, a video or something richer, as the server spells it.
  public let kind: String
  /// Who wrote it.
  public let authors: [Author]
  /// The site that it is part of.
  public let providerName: String?
  /// The home page of the site.
  public let providerURL: String?
  /// A picture of it.
  public let imageURL: String?
  /// The text for those who cannot see the picture.
  public let imageDescription: String?
  /// A blurred picture as a short text.
  public let blurhash: String?
  /// A photo, where the page is one.
  public let embedURL: String?
  /// HTML that plays it, which is another server's and not safe to run.
  public let html: String?
  /// The width in pixels.
  public let width: Int?
  /// The height in pixels.
  public let height: Int?
  /// The language of the page by its ISO 639 code.
  public let language: String?
  /// When the page was published.
  public let publishedAt: Timestamp?
  /// How much it was linked to, day by day, the last one first; only of links that are in fashion.
  public let history: [DailyUse]
  /// The identifier, which only those who look after the server are told.
  public let id: String?
  /// Whether it waits for those who look after the server.
  public let requiresReview: Bool?

  /// Reads a card, which needs a URL.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "card")
    guard let url = fields.word("url") else { throw ShapeError(path: "card.url", expected: "a URL") }
    self.url = url
    title = fields.text("title") ?? ""
    description = fields.text("description") ?? ""
    kind = fields.word("type") ?? "link"
    let authors = fields.array("authors").compactMap(Author.init)
    // Servers before Mastodon 4.3 name one author at most.
    let author = fields.word("author_name").map { Author(name: $0, url: fields.word("author_url"), account: nil) }
    self.authors = authors.isEmpty ? author.map { [$0] } ?? [] : authors
    providerName = fields.word("provider_name")
    providerURL = fields.word("provider_url")
    imageURL = fields.word("image")
    imageDescription = fields.word("image_description")
    blurhash = fields.word("blurhash")
    embedURL = fields.word("embed_url")
    html = fields.word("html")
    width = fields.count("width")
    height = fields.count("height")
    language = fields.word("language")
    publishedAt = fields.time("published_at")
    history = fields.entities("history")
    id = fields.word("id")
    requiresReview = fields.truth("requires_review")
  }
}

extension PreviewCard.Author {
  fileprivate init?(json: JSON) {
    guard let fields = try? FieldReader(json, as: "author") else { return nil }
    account = fields.entity("account")
    guard let name = fields.word("name") ?? account?.displayName, !name.isEmpty else { return nil }
    self.name = name
    url = fields.word("url")
  }
}
