import Fediverse
import XCallbackURL

/// A filter as the parameters of `filter new` and `filter change` describe it.
struct FilterDraft: Sendable {
  var title: String?
  var words: [String] = []
  var contexts: [String] = []
  var action: String?
  /// How long it applies.
  var expiry: FilterExpiry?
  var isWholeWord: Bool?

  /// The inputs of a filter that has a title already.
  static var changes: Argument<FilterDraft> {
    .group(FilterDraft(), [Input(\.title, .text("title", "the new title"))] + settings)
  }

  /// The inputs of a new filter.
  static var new: Argument<FilterDraft> {
    let title = Argument.title("title", "the title; your filters must differ by it")
    return .group(
      FilterDraft(),
      [Input(\.title, Argument<String?>(title.parameters) { inputs throws(Failure) in try title.read(inputs) })]
        + settings)
  }

  private static var settings: [Input<FilterDraft>] {
    [
      Input(\.words, .list("words", "the words and phrases to look for")),
      Input(
        \.contexts,
        .choices("contexts", of: contextNames, "where it applies (default for a new filter: everywhere)")),
      Input(
        \.action,
        .choice("action", of: Choices(["warn", "hide", "blur"]), "what happens to a matching status (default: warn)")),
      Input(\.expiry, .filterExpiry),
      Input(
        \.isWholeWord, .setting("whole-words", "match only whole words (default for new words: yes)")),
    ]
  }

  private static var contextNames: Choices {
    Choices(FilterContext.everywhere.map(\.rawValue))
  }

  /// The filter to make.
  func filter() throws(Failure) -> NewFilter {
    guard let title, !words.isEmpty else { throw .wordless() }
    var filter = NewFilter(title, contexts: places ?? FilterContext.everywhere, keywords: keywords)
    filter.action = filterAction
    filter.expiry = expiry
    return filter
  }

  /// What changes besides the words; `nil` for nothing.
  var changes: FilterChanges? {
    guard title != nil || places != nil || action != nil || expiry != nil else { return nil }
    var changes = FilterChanges()
    changes.title = title
    changes.contexts = places
    changes.action = filterAction
    changes.expiry = expiry
    return changes
  }

  var keywords: [NewFilter.Keyword] { words.map { NewFilter.Keyword($0, isWholeWord: isWholeWord ?? true) } }

  private var places: [FilterContext]? { contexts.isEmpty ? nil : contexts.map(FilterContext.init(rawValue:)) }
  private var filterAction: FilterAction? { action.map(FilterAction.init(rawValue:)) }
}

extension FilterContext {
  static let everywhere: [FilterContext] = [.home, .notifications, .public, .thread, .account]
}

extension Argument where Value == FilterExpiry? {
  /// How long a filter applies; `--no-for` removes the end.
  fileprivate static var filterExpiry: Argument {
    let seconds = Argument<Int?>.seconds("for", "how long it applies (default for a new filter: until it is deleted)")
    let parameters = seconds.parameters.map { parameter in
      var parameter = parameter
      parameter.negative = ""
      return parameter
    }
    return Argument(parameters) { inputs throws(Failure) in
      if inputs.isRemoved("for") { return .never }
      return try seconds.read(inputs).map { .after(seconds: $0) }
    }
  }
}

extension Failure {
  fileprivate static func wordless() -> Failure {
    Failure(
      .missingParameter,
      "'words' is required: the words and phrases to look for, such as words=[spoiler \"final episode\"]")
  }
}
