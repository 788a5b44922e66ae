public import JSONValue

/// A preview of a web page linked in a status.
public struct PreviewCard: Entity, Hashable {
  /// An author of the page.
  public struct Author: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The URL of the author's page.
    public let url: String?
    /// The author's fediverse account.
    public let account: Account?
  }

  /// The URL of the page.
  public let url: String
  /// The title.
  public let title: String
  /// The description.
  public let description: String
  /// The type of the page: `link`, `photo`, `video` or `rich`.
  public let kind: String
  /// The authors.
  public let authors: [Author]
  /// The name of the website.
  public let providerName: String?
  /// The URL of the website.
  public let providerURL: String?
  /// The URL of a preview image.
  public let imageURL: String?
  /// The alt text of the preview image.
  public let imageDescription: String?
  /// A blurred placeholder of the image, encoded as BlurHash.
  public let blurhash: String?
  /// The URL of the photo, if the page is one.
  public let embedURL: String?
  /// The HTML of a player. It comes from another server and is not safe to run.
  public let html: String?
  /// The width in pixels.
  public let width: Int?
  /// The height in pixels.
  public let height: Int?
  /// The language of the page, as an ISO 639 code.
  public let language: String?
  /// When the page was published.
  public let publishedAt: Timestamp?
  /// The number of links to it per day, latest day first; only for trending links.
  public let history: [DailyUse]
  /// The identifier, sent only to moderators.
  public let id: String?
  /// Whether it awaits review by a moderator.
  public let requiresReview: Bool?

  /// Decodes a card.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "card")
    let url = try fields.word("url", or: "a URL")
    self.url = url
    title = fields.text("title") ?? ""
    description = fields.text("description") ?? ""
    kind = fields.word("type") ?? "link"
    let authors = fields.array("authors").compactMap(Author.init)
    // Before Mastodon 4.3 a card has at most one author.
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
