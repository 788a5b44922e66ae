package import TuskCommon
package import XCallbackURL

/// One mistake in a source: what it is, where it stands, and how the line would be right.
package struct Diagnostic: Error, Sendable, Hashable {
  package var kind: Kind
  package var span: Span
  /// One sentence, lower case, without a full stop.
  package var message: String
  /// What stands beside the carets.
  package var label: String?
  /// Other places that explain this one.
  package var notes: [Note]
  /// Lines that say under which circumstances it happened; they stand in the place of the carets.
  package var context: [String]
  /// The loops within which it happened, the outermost first, a line each; they stand before the context.
  package var trail: [String] = []
  /// The values of the variables that had a part in it, as they are written.
  package var values: [(variable: String, text: String)] { heldValues.map { ($0.variable, $0.text) } }
  private var heldValues: [HeldValue] = []
  /// The text that the span points into, where that is another one than the reader's.
  package var source: Source?
  /// Why an action failed.
  package var failure: Failure?
  /// What to change so that the line is right; empty where that would be a guess.
  package var edits: [Edit]
  /// The names that were probably meant, nearest first.
  package var near: [String]
  /// Whether more input could mend it.
  package var isIncomplete: Bool
  package var exitCode: ExitCode

  package init(
    _ kind: Kind, at span: Span, _ message: String, label: String? = nil, notes: [Note] = [], context: [String] = [],
    edits: [Edit] = [], near: [String] = [], isIncomplete: Bool = false, exitCode: ExitCode = .usage
  ) {
    self.kind = kind
    self.span = span
    self.message = message
    self.label = label
    self.notes = notes
    self.context = context
    self.edits = edits
    self.near = near
    self.isIncomplete = isIncomplete
    self.exitCode = exitCode
  }

  private struct HeldValue: Sendable, Hashable {
    let variable: String
    let text: String
  }

  /// The same mistake, with the values of variables that had a part in it.
  package func holding(_ values: [(variable: String, text: String)]) -> Diagnostic {
    var diagnostic = self
    diagnostic.heldValues = values.map { HeldValue(variable: $0.variable, text: $0.text) }
    return diagnostic
  }

  /// Another place in the source, and what it has to do with the mistake.
  package struct Note: Sendable, Hashable {
    package var span: Span
    /// `nil` where the line speaks for itself.
    package var label: String?

    package init(_ span: Span, _ label: String? = nil) {
      self.span = span
      self.label = label
    }
  }

  /// A replacement of what was written.
  package struct Edit: Sendable, Hashable {
    package var span: Span
    package var text: String

    package init(_ span: Span, _ text: String) {
      self.span = span
      self.text = text
    }
  }

  /// The whole corrected line, where there is one and only one line to correct.
  package func help(in source: Source) -> String? {
    guard let first = edits.first else { return nil }
    let line = source.lineSpan(at: first.span.start)
    var corrected = ""
    var offset = line.start
    for edit in edits {
      guard edit.span.start >= offset, edit.span.end <= line.end else { return nil }
      corrected += source.text(Span(offset, edit.span.start)) + edit.text
      offset = edit.span.end
    }
    return corrected + source.text(Span(offset, line.end))
  }
}
