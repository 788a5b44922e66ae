public import JSONValue

/// A filter that a status fits, as the server found it.
public struct FilterResult: Entity, Hashable {
  /// The filter.
  public let filter: Filter
  /// The words of the filter that the status has.
  public let keywords: [String]
  /// The statuses of the filter that it is or passes on.
  public let statusIDs: [String]

  /// Reads one member of a status's `filtered`.
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

/// What becomes of a status that filters fit: the strictest of what they ask for.
public struct FilterOutcome: Sendable, Hashable {
  /// Hidden, behind a warning, or with its media blurred; an action that is not known is a warning.
  public let action: FilterAction
  /// The titles of the filters that ask for it.
  public let titles: [String]
}

extension Status {
  /// The filters that the server says the status, or the one that it passes on, fits.
  public var filterResults: [FilterResult] {
    let own = (raw["filtered"]?.array ?? []).compactMap { try? FilterResult(json: $0) }
    return own + (reblog?.filterResults ?? [])
  }

  /// What becomes of the status in a context, or `nil` where nothing does.
  ///
  /// - Parameters:
  ///   - context: where the status is to be shown.
  ///   - now: the time, because filters end.
  ///   - older: the filters of the first edition, which servers without the second leave to the client.
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

  /// What filters of the first edition look into: the warning, the text, the answers of a poll and what media show.
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
  /// Whether the filter says anything about a context now; one without contexts is for all of them.
  func applies(in context: FilterContext, now: Timestamp) -> Bool {
    (contexts.isEmpty || contexts.contains(context)) && !now.isPast(expiresAt)
  }
}

extension LegacyFilter {
  /// Whether the filter says anything about a context now.
  func applies(in context: FilterContext, now: Timestamp) -> Bool {
    contexts.contains(context) && !now.isPast(expiresAt)
  }

  /// Whether a text has the phrase, whatever the case of its letters.
  ///
  /// Where it must be a whole word, no letter or digit stands beside an end of it that is one itself.
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
