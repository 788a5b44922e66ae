import TuskLanguage
import XCallbackURL

extension Diagnostic {
  /// The error of an account that does not exist, with the handle on the screen that begins as it is written.
  ///
  /// Two such handles are no correction.
  func completingHandle(from shown: ShownRows, in source: Source) -> Diagnostic {
    guard failure?.code == .notFound, edits.isEmpty else { return self }
    let rows = shown.rows + [shown.last].compactMap(\.self)
    let handles = Set(rows.flatMap(\.references).filter { $0.kind == .account }.map(\.text))
    // The error is at the verb.
    let rest = Span(span.start, source.lineSpan(at: span.start).end)
    var offset = rest.start
    for word in source.text(rest).split(separator: " ", omittingEmptySubsequences: false) {
      let place = Span(offset, offset + word.utf8.count)
      offset = place.end + 1
      guard word.hasPrefix("@"), word.utf8.count > 1 else { continue }
      let found = handles.filter { $0.hasPrefix(word) && $0.utf8.count > word.utf8.count }
      guard found.count == 1, let handle = found.first else { continue }
      var completed = self
      completed.edits = [Edit(place, handle)]
      return completed
    }
    return self
  }
}
