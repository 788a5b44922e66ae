/// A half-open range of UTF-8 offsets in a source.
package struct Span: Sendable, Hashable {
  package var start: Int
  package var end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  package var isEmpty: Bool { start == end }

  /// From the start of this span to the end of the other.
  package func through(_ other: Span) -> Span { Span(start, other.end) }
}

/// A value and its span.
package struct Spanned<Content> {
  package var value: Content
  package var span: Span

  package init(_ value: Content, _ span: Span) {
    self.value = value
    self.span = span
  }
}

extension Spanned: Sendable where Content: Sendable {}
extension Spanned: Equatable where Content: Equatable {}
extension Spanned: Hashable where Content: Hashable {}
