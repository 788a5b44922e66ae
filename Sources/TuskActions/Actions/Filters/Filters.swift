import Fediverse
import JSONValue
import XCallbackURL

extension Action {
  /// The actions on filters.
  package static let filters: [Action] = wholeFilters + filterParts

  private static let wholeFilters: [Action] = [
    Action(
      "getFilters", verbs: ["filters"], "Lists your filters.", example: "filters", effect: .read,
      returns: .list("filters", .filter, "the identifiers, separated by commas", id: \.id)
    ) { server throws(Failure) in
      try await server.filters()
    },
    Action(
      "getFilter", verbs: ["get filter"], "Returns a filter and what it looks for.", example: "get filter:Spoilers",
      effect: .read, takes: Argument.filter, returns: .record(RecordOf.filter)
    ) { server, filter throws(Failure) in
      try await server.filter(named: filter)
    },
    Action(
      "createFilter", verbs: ["filter new"],
      "Makes a filter, which hides statuses with words that you do not want to see.",
      example: "filter new Finale words=[finale \"last episode\"] action=hide for=7d",
      effect: .reversible(by: "deleteFilter"), done: "made the filter {title} (filter:{id})",
      takes: FilterDraft.new,
      returns: .record(RecordOf.filter),
      resolve: { server, _, draft throws(Failure) in try await server.filter(titled: draft.title ?? "") }
    ) { server, draft throws(Failure) in
      try await server.newFilter(draft)
    },
    Action(
      "updateFilter", verbs: ["filter change"], "Changes a filter; words replace those that it has.",
      example: "filter change filter:Spoilers action=hide for=30d", effect: .reversible(by: "updateFilter"),
      done: "changed the filter {title}", takes: Argument.filter, FilterDraft.changes, returns: .record(RecordOf.filter)
    ) { server, filter, draft throws(Failure) in
      try await server.changeFilter(filter, draft)
    },
    Action(
      "deleteFilter", verbs: ["delete", "filter delete"], "Deletes a filter.", example: "delete filter:Spoilers --yes",
      effect: .destructive, done: "deleted {subject}", takes: Argument.filter, returns: .nothing,
      isDoneIfMissing: true
    ) { server, filter throws(Failure) in
      let (id, subject) = (try await server.filter(named: filter).id, "filter '\(filter)'")
      if try await server.hasOnlyLegacyFilters() {
        return try await server.attempt(await server.client.legacyFilters.delete(id), about: subject)
      }
      try await server.attempt(await server.client.filters.delete(id), about: subject)
    },
  ]

  private static let filterParts: [Action] = [
    Action(
      "addFilterWord", verbs: ["filter add"], "Adds a word or phrase to a filter.",
      example: "filter add filter:Spoilers \"plot twist\"", effect: .reversible(by: "removeFilterWord"),
      done: "added {word} to the filter {title}",
      needs: .filters, takes: Argument.filter, Argument.title("word", "the word or phrase"),
      Argument.setting("whole-words", "match only whole words (default: yes)"), returns: .record(RecordOf.filter)
    ) { server, filter, word, isWholeWord throws(Failure) in
      let filter = try await server.filter(named: filter)
      guard !filter.keywords.contains(where: { $0.keyword == word }) else { return filter }
      let keyword = NewFilter.Keyword(word, isWholeWord: isWholeWord ?? true)
      _ = try await server.attempt(await server.client.filters.add(keyword, to: filter.id))
      return try await server.attempt(await server.client.filters.filter(filter.id))
    },
    Action(
      "removeFilterWord", verbs: ["filter remove"], "Removes a word or phrase from a filter.",
      example: "filter remove filter:Spoilers \"season finale\"", effect: .reversible(by: "addFilterWord"),
      done: "removed {word} from the filter {title}",
      needs: .filters,
      takes: Argument.filter, Argument.title("word", "the word or phrase"), returns: .record(RecordOf.filter)
    ) { server, filter, word throws(Failure) in
      let filter = try await server.filter(named: filter)
      guard let keyword = filter.keywords.first(where: { $0.keyword == word }) else { throw .noWord(word, filter) }
      try await server.attempt(await server.client.filters.deleteKeyword(keyword.id))
      return try await server.attempt(await server.client.filters.filter(filter.id))
    },
    Action(
      "addFilterStatus", verbs: ["filter status", "filter add status"],
      "Adds a status to a filter, which then applies to it.",
      example: "filter status filter:Spoilers status:123", effect: .reversible(by: "removeFilterStatus"),
      done: "added {status} to the filter {title}",
      needs: .filters, takes: Argument.filter, Argument.otherStatus("status", "the status"),
      returns: .record(RecordOf.filter)
    ) { server, filter, status throws(Failure) in
      let (filter, id) = (try await server.filter(named: filter), try await server.id(of: status))
      guard !filter.statuses.contains(where: { $0.statusID == id }) else { return filter }
      _ = try await server.attempt(await server.client.filters.add(status: id, to: filter.id))
      return try await server.attempt(await server.client.filters.filter(filter.id))
    },
    Action(
      "removeFilterStatus", verbs: ["filter remove status"], "Removes a status from a filter.",
      example: "filter remove status filter:Spoilers status:105", effect: .reversible(by: "addFilterStatus"),
      done: "removed {status} from the filter {title}",
      needs: .filters, takes: Argument.filter, Argument.otherStatus("status", "the status"),
      returns: .record(RecordOf.filter)
    ) { server, filter, status throws(Failure) in
      let (filter, id) = (try await server.filter(named: filter), try await server.id(of: status))
      guard let entry = filter.statuses.first(where: { $0.statusID == id }) else { throw .noStatus(id, filter) }
      try await server.attempt(await server.client.filters.removeStatus(entry.id))
      return try await server.attempt(await server.client.filters.filter(filter.id))
    },
  ]
}

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

extension Server {
  /// Your filters; on servers that have only those of version 1, each has one word, which is its title.
  func filters() async throws(Failure) -> ResultPage<Filter> {
    if try await hasOnlyLegacyFilters() { return try await page(await client.legacyFilters.all(), item: Filter.init) }
    try await require(.filters)
    return try await page(await client.filters.all()) { $0 }
  }

  fileprivate func hasOnlyLegacyFilters() async throws(Failure) -> Bool {
    let profile = try await attempt(await client.profile())
    guard case .no = profile.supports(.filters, at: Timestamp(seconds: now())) else { return false }
    return profile.refusal(of: .legacyFilters, at: Timestamp(seconds: now())) == nil
  }

  /// The filter with this identifier, otherwise the only one with this title.
  func filter(named name: String) async throws(Failure) -> Filter {
    let filters = try await filters().elements
    if let filter = filters.first(where: { $0.id == name }) { return filter }
    let titled = filters.filter { $0.title == name }
    guard let filter = titled.first, titled.count == 1 else {
      throw titled.isEmpty ? .noFilter(name, filters) : .severalFilters(name, titled)
    }
    return filter
  }

  /// Makes a filter, unless there is one of the title, because commands name filters by their titles.
  func newFilter(_ draft: FilterDraft) async throws(Failure) -> Filter {
    let new = try draft.filter()
    if try await hasOnlyLegacyFilters() {
      let legacy = try draft.legacyFilter(new.title, contexts: new.contexts)
      if let filter = try await filter(titled: legacy.phrase) { throw .filterExists(filter) }
      return Filter(try await attempt(await client.legacyFilters.create(legacy)))
    }
    if let filter = try await filter(titled: new.title) { throw .filterExists(filter) }
    return try await attempt(await client.filters.create(new))
  }

  func filter(titled title: String) async throws(Failure) -> Filter? {
    try await filters().elements.first { $0.title == title }
  }

  /// Changes what is given; words replace those that the filter has.
  func changeFilter(_ name: String, _ draft: FilterDraft) async throws(Failure) -> Filter {
    let changes = draft.changes
    guard changes != nil || !draft.words.isEmpty || draft.isWholeWord != nil else { throw .unchangedFilter() }
    let filter = try await filter(named: name)
    if try await hasOnlyLegacyFilters() {
      let legacy = try draft.changed(filter, now: now())
      return Filter(try await attempt(await client.legacyFilters.update(filter.id, to: legacy)))
    }
    if let changes { _ = try await attempt(await client.filters.update(filter.id, changes)) }
    try await replaceWords(of: filter, draft)
    return try await attempt(await client.filters.filter(filter.id))
  }

  /// Adds the words that a filter lacks, then removes those that it is not to have, so that it never looks for less than both have.
  private func replaceWords(of filter: Filter, _ draft: FilterDraft) async throws(Failure) {
    for keyword in filter.keywords where draft.words.isEmpty || draft.words.contains(keyword.keyword) {
      guard let isWholeWord = draft.isWholeWord, isWholeWord != keyword.isWholeWord else { continue }
      let changed = NewFilter.Keyword(keyword.keyword, isWholeWord: isWholeWord)
      _ = try await attempt(await client.filters.updateKeyword(keyword.id, to: changed))
    }
    guard !draft.words.isEmpty else { return }
    let known = Set(filter.keywords.map(\.keyword))
    for keyword in draft.keywords where !known.contains(keyword.text) {
      _ = try await attempt(await client.filters.add(keyword, to: filter.id))
    }
    for keyword in filter.keywords where !draft.words.contains(keyword.keyword) {
      try await attempt(await client.filters.deleteKeyword(keyword.id))
    }
  }
}

extension Failure {
  fileprivate static func noFilter(_ name: String, _ filters: [Filter]) -> Failure {
    let known =
      filters.isEmpty ? "you have no filters" : "your filters: " + filters.map(\.title).joined(separator: ", ")
    return Failure(.notFound, "no filter is called '\(name)'; \(known)")
  }

  fileprivate static func severalFilters(_ name: String, _ filters: [Filter]) -> Failure {
    let ids = filters.map { "filter:\($0.id)" }.joined(separator: ", ")
    return Failure(.invalidParameter, "several filters are called '\(name)': \(ids)")
  }

  fileprivate static func filterExists(_ filter: Filter) -> Failure {
    Failure(.invalidParameter, "a filter is called '\(filter.title)' already: filter:\(filter.id)")
  }

  fileprivate static func unchangedFilter() -> Failure {
    Failure(.missingParameter, "give what to change: 'title', 'words', 'contexts', 'action', 'for' or 'whole-words'")
  }

  fileprivate static func noWord(_ word: String, _ filter: Filter) -> Failure {
    let words = filter.keywords.map { "'\($0.keyword)'" }.joined(separator: ", ")
    return Failure(
      .notFound,
      "filter '\(filter.title)' does not look for '\(word)'; it looks for \(words.isEmpty ? "no word" : words)")
  }

  fileprivate static func noStatus(_ id: String, _ filter: Filter) -> Failure {
    Failure(.notFound, "filter '\(filter.title)' does not have status:\(id)")
  }
}
