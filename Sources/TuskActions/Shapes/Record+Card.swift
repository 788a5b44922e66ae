import Fediverse
import XCallbackURL

extension RecordOf where Value == PreviewCard {
  /// The preview of a web page.
  static let card = RecordOf(
    "card", id: "url", spelling: "title",
    Shape(
      .text("title", "its title", value: \.title),
      .url("url", "the page", isOptional: false, value: \.url),
      .text("provider", "the name of its website", isOptional: true, value: \.providerName),
      .prose("description", "its description", isColumn: false, value: \.description),
      .texts("authors", "its authors", isColumn: false) { $0.authors.map(\.name) },
      .text("kind", "the kind of page: link, photo, video or rich", isColumn: false, value: \.kind),
      .url("imageURL", "a preview image", isColumn: false, value: \.imageURL),
      .text("language", "its language, as an ISO 639 code", isOptional: true, isColumn: false, value: \.language),
      .time("published", "when it was published", isColumn: false, value: \.publishedAt),
      .number("uses", "how often it was linked to in the days that the server counts", isColumn: false) {
        $0.history.map(\.uses).reduce(0, +)
      },
      .days("how often it was linked to on each of these days, the oldest first", value: \.history)))
}
