public import JSONValue

/// A match of a filter on a status, found by the server.
public struct FilterResult: Entity, Hashable {
  /// The filter.
  public let filter: Filter
  /// The keywords that matched.
  public let keywords: [String]
  /// The filtered statuses that matched the status or the one it reblogs.
  public let statusIDs: [String]

  /// Decodes a member of a status's `filtered`.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "filter result")
    guard let filter: Filter = fields.entity("filter") else {
      throw ShapeError(path: "filter result.filter", expected: "a filter")
    }
    self.filter = filter
    keywords = fields.texts("keyword_matches")
    statusIDs = fields.texts("status_matches")
  }
}

/// The combined effect of all matching filters: the strictest action applies.
public struct FilterOutcome: Sendable, Hashable {
  /// The action; unknown ones are treated as a warning.
  public let action: FilterAction
  /// The titles of the filters with this action.
  public let titles: [String]
}

extension Status {
  /// The filter matches that the server reported for the status or the one it reblogs.
  public var filterResults: [FilterResult] {
    let own = (raw["filtered"]?.array ?? []).compactMap { try? FilterResult(json: $0) }
    return own + (reblog?.filterResults ?? [])
  }

  /// Returns what to do with the status in a context, or `nil` if no filter matches.
  ///
  /// - Parameters:
  ///   - context: where the status is shown.
  ///   - now: the current time, because filters expire.
  ///   - older: the version 1 filters; servers without version 2 leave filtering to the client.
  public func filterOutcome(
    in context: FilterContext, now: Timestamp, older: [LegacyFilter] = []
  ) -> FilterOutcome? {
    var found = filterResults.map(\.filter)
      .filter { $0.applies(in: context, now: now) }
      .map { (action: $0.action.known, title: $0.title) }
    let texts = searchedTexts
    for filter in older where filter.applies(in: context, now: now) && texts.contains(where: filter.fits) {
      found.append((filter.isIrreversible ? .hide : .warn, filter.phrase))
    }
    guard
      let action = [FilterAction.hide, .warn, .blur].first(where: { action in found.contains { $0.action == action } })
    else { return nil }
    return FilterOutcome(action: action, titles: found.filter { $0.action == action }.map(\.title))
  }

  /// The texts that version 1 filters search: content warning, text, poll options and alt texts.
  private var searchedTexts: [String] {
    let shown = reblog ?? self
    return [shown.spoilerText, shown.plainText] + (shown.poll?.options.map(\.title) ?? [])
      + shown.mediaAttachments.compactMap(\.description)
  }
}

extension FilterAction {
  fileprivate var known: FilterAction { [.hide, .blur].contains(self) ? self : .warn }
}

extension Filter {
  /// Whether the filter is active in a context now. A filter without contexts applies to all.
  func applies(in context: FilterContext, now: Timestamp) -> Bool {
    (contexts.isEmpty || contexts.contains(context)) && !now.isPast(expiresAt)
  }
}

extension LegacyFilter {
  /// Whether the filter is active in a context now.
  func applies(in context: FilterContext, now: Timestamp) -> Bool {
    contexts.contains(context) && !now.isPast(expiresAt)
  }

  /// Whether the text contains the phrase, ignoring case.
  ///
  /// A whole-word filter matches only where no letter or digit of the phrase touches another one in the text.
  func fits(_ text: String) -> Bool {
    let text = Array(text.lowercased().unicodeScalars)
    let phrase = Array(self.phrase.trimmedOfBlanks.lowercased().unicodeScalars)
    guard let first = phrase.first, let last = phrase.last, phrase.count <= text.count else { return false }
    for start in 0...(text.count - phrase.count) where text[start] == first {
      let end = start + phrase.count
      guard text[start..<end].elementsEqual(phrase) else { continue }
      guard isWholeWord else { return true }
      let isFreeBefore = start == 0 || !first.isWord || !text[start - 1].isWord
      if isFreeBefore, end == text.count || !last.isWord || !text[end].isWord { return true }
    }
    return false
  }
}

extension Timestamp {
  fileprivate func isPast(_ end: Timestamp?) -> Bool {
    guard let end else { return false }
    return end <= self
  }
}
