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
        .choice("action", of: .filterActions, "what happens to a matching status (default: warn)")),
      Input(\.expiry, .filterExpiry),
      Input(
        \.isWholeWord, .setting("whole-words", "match only whole words (default for new words: yes)")),
    ]
  }

  private static var contextNames: Choices {
    Choices(
      FilterContext.everywhere.map(\.rawValue),
      meanings: [
        "home": "the home timeline and lists", "notifications": "notifications", "public": "public timelines",
        "thread": "threads", "account": "profiles",
      ])
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

  /// The filter of version 1 of the API to make, which has one phrase instead of a title and words.
  func legacyFilter(_ title: String, contexts: [FilterContext]) throws(Failure) -> NewLegacyFilter {
    guard words == [title] else { throw .oneWordOnly(title) }
    var filter = NewLegacyFilter(title, contexts: contexts)
    filter.isWholeWord = isWholeWord ?? true
    filter.isIrreversible = try isIrreversible()
    if case .after? = expiry { filter.expiry = expiry }
    return filter
  }

  /// A filter of version 1 of the API with what is given changed.
  func changed(_ filter: Filter, now: Int) throws(Failure) -> NewLegacyFilter {
    let phrases = Set(words + [title].compactMap(\.self))
    guard phrases.count <= 1 else { throw .oneWordOnly(title ?? words[0]) }
    var changed = NewLegacyFilter(phrases.first ?? filter.title, contexts: places ?? filter.contexts)
    changed.isWholeWord = isWholeWord ?? filter.keywords.first?.isWholeWord
    changed.isIrreversible = try isIrreversible() ?? (filter.action == .hide)
    changed.expiry = expiry ?? filter.expiresAt.map { .after(seconds: max(1, $0.seconds - now)) }
    return changed
  }

  /// Whether the server drops matching statuses, as filters of version 1 of the API do instead of hiding them.
  private func isIrreversible() throws(Failure) -> Bool? {
    guard action != FilterAction.blur.rawValue else { throw .noBlur() }
    return action.map { $0 == FilterAction.hide.rawValue }
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
  fileprivate static func oneWordOnly(_ title: String) -> Failure {
    Failure(
      .unsupported,
      "a filter of this server is one word or phrase, which is also its title, such as: filter new \"\(title)\" "
        + "words=[\"\(title)\"]; make one for each word")
  }

  fileprivate static func noBlur() -> Failure {
    Failure(.unsupported, "filters of this server cannot blur; they warn or hide")
  }

  fileprivate static func wordless() -> Failure {
    Failure(
      .missingParameter,
      "'words' is required: the words and phrases to look for, such as words=[spoiler \"final episode\"]")
  }
}

extension Choices {
  fileprivate static let filterActions = Choices(
    ["warn", "hide", "blur"],
    meanings: [
      "warn": "it is hidden behind the title of the filter", "hide": "it is left out", "blur": "its media are hidden",
    ])
}
