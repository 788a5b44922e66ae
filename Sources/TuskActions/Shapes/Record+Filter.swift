import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Filter {
  /// A filter, with what it looks for.
  static let filter = RecordOf(
    "filter", kind: .filter, spelling: "title",
    Shape(
      .id(.filter, value: \.id),
      .text("title", "the title", value: \.title),
      .text("action", "what happens to a matching status: warn, hide or blur", value: \.action.rawValue),
      .texts("contexts", "where it applies") { $0.contexts.map(\.rawValue) },
      .texts("words", "the words and phrases that it looks for") { $0.keywords.map(\.keyword) },
      .records("keywords", "the words and phrases with their settings", as: { .keyword }, value: \.keywords),
      Shape.Field(
        "statuses", .list(.identifier(.status)), "the statuses that it hides by their identifiers", isColumn: false
      ) { .array($0.statuses.compactMap(\.statusID).map(JSON.string)) },
      .time("expires", "when it ends", value: \.expiresAt)))
}

extension RecordOf where Value == FilterResult {
  /// A filter that matches a status.
  static let filterMatch = RecordOf(
    "filterMatch", spelling: "title",
    Shape(
      .text("title", "the title of the filter", value: \.filter.title),
      .text("action", "what happens to the status: warn, hide or blur", value: \.filter.action.rawValue),
      .texts("contexts", "where the filter applies") { $0.filter.contexts.map(\.rawValue) },
      .time("expires", "when the filter ends", value: \.filter.expiresAt)))
}

extension RecordOf where Value == FilterKeyword {
  /// A word or phrase of a filter.
  static let keyword = RecordOf(
    "keyword", spelling: "word",
    Shape(
      .text("id", "the identifier on this server", value: \.id),
      .text("word", "the word or phrase", value: \.keyword),
      .flag("wholeWord", "whether it matches only whole words", value: \.isWholeWord)))
}
