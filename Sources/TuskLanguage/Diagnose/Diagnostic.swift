package import TuskCommon
package import XCallbackURL

/// An error in a source: its kind, its place and a correction.
package struct Diagnostic: Error, Sendable, Hashable {
  package var kind: Kind
  package var span: Span
  /// One sentence, lower case, without a full stop.
  package var message: String
  /// The text next to the carets.
  package var label: String?
  /// Related places.
  package var notes: [Note]
  /// Lines shown in place of the carets, such as the failed URL.
  package var context: [String]
  /// The enclosing loops and their items, outermost first, a line each; shown before the context.
  package var trail: [String] = []
  /// The values of the variables involved, as text.
  package var values: [(variable: String, text: String)] { heldValues.map { ($0.variable, $0.text) } }
  private var heldValues: [HeldValue] = []
  /// The source of the span, if it is not the script being run.
  package var source: Source?
  /// Why an action failed.
  package var failure: Failure?
  /// How the program that failed ended.
  package var programEnd: ProgramEnd?
  /// Whether the message is text of the script itself, without any from a server or another app.
  package var isOwnText = false
  /// Whether a part of such a message came from this machine and is not written in the script.
  package var isLocalText = false
  /// The edits that correct the line; empty if they would be a guess.
  package var edits: [Edit]
  /// Whether the edits are known to leave no mistake on the line.
  package internal(set) var isTried = false
  /// Whether it only asks for attention: the line is correct.
  package internal(set) var isWarning = false
  /// Similar names, nearest first.
  package var near: [String]
  /// Whether more input could complete the statement.
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

  /// The exit status of a program that failed, and what it wrote to standard error if that was kept.
  package struct ProgramEnd: Sendable, Hashable {
    package let status: Int
    package let errors: String?

    package init(status: Int, errors: String?) {
      self.status = status
      self.errors = errors
    }
  }

  private struct HeldValue: Sendable, Hashable {
    let variable: String
    let text: String
  }

  /// A warning of a line that is correct.
  package static func warning(_ kind: Kind, at span: Span, _ message: String) -> Diagnostic {
    var warning = Diagnostic(kind, at: span, message)
    warning.isWarning = true
    return warning
  }

  /// The same error with the values of the variables involved.
  package func holding(_ values: [(variable: String, text: String)]) -> Diagnostic {
    var diagnostic = self
    diagnostic.heldValues = values.map { HeldValue(variable: $0.variable, text: $0.text) }
    return diagnostic
  }

  /// A related place in the source.
  package struct Note: Sendable, Hashable {
    package var span: Span
    /// `nil` if the line needs no explanation.
    package var label: String?

    package init(_ span: Span, _ label: String? = nil) {
      self.span = span
      self.label = label
    }
  }

  /// A replacement of a span.
  package struct Edit: Sendable, Hashable {
    package var span: Span
    package var text: String

    package init(_ span: Span, _ text: String) {
      self.span = span
      self.text = text
    }
  }

  /// The corrected line; `nil` unless all edits are on one line.
  package func help(in source: Source) -> String? {
    Diagnostic.line(of: source, after: edits)
  }

  /// The line after these edits; `nil` unless all are on one line, in order.
  static func line(of source: Source, after edits: [Edit]) -> String? {
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

/// A place that only values with a spelling can fill.
package enum SpelledPlace: String, Sendable {
  case text = "be part of text"
  case program = "be an argument of a program"
}

extension Diagnostic {
  /// A list, a record or `null` as part of a text or as an argument of a program.
  ///
  /// - Parameter found: a noun with its article, or `null`.
  package static func misplaced(_ found: String, within place: SpelledPlace, at span: Span) -> Diagnostic {
    let label: String? =
      switch found {
      case "null": nil
      case "a list": "loop over its items with 'for'"
      default: "name one of its fields"
      }
    return Diagnostic(.typeMismatch, at: span, "\(found) cannot \(place.rawValue)", label: label, exitCode: .data)
  }
}

extension Diagnostic {
  /// The mistakes in source order, at most 20 of a line and the rest of it as a count.
  package static func limited(_ mistakes: [Diagnostic], in source: Source) -> [Diagnostic] {
    var limited: [Diagnostic] = []
    var (end, count) = (-1, 0)
    for mistake in mistakes {
      if mistake.span.start > end { (end, count) = (source.lineSpan(at: mistake.span.start).end, 0) }
      count += 1
      if count > maxPerLine + 1 { limited.removeLast() }
      limited.append(count > maxPerLine ? mistake.counting(count - maxPerLine) : mistake)
    }
    return limited
  }

  /// This and the mistakes before it, as one.
  private func counting(_ count: Int) -> Diagnostic {
    var counting = Diagnostic(kind, at: span, "\(count) more mistakes on this line", exitCode: exitCode)
    counting.isWarning = isWarning
    return counting
  }

  private static let maxPerLine = 20
}
