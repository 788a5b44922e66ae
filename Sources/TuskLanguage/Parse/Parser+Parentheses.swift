// Diagnoses of parentheses that group values or conditions, as they do in other languages; here they hold a command.
extension Parser {
  /// The pipeline in parentheses.
  mutating func pipeline(openedBy open: Span) throws(Diagnostic) -> Pipeline {
    let start = lexer.offset
    do throws(Diagnostic) {
      return try pipeline()
    } catch {
      let isValue = lexer.byte(at: start).map { "\"'$[0123456789".utf8.contains($0) } ?? false
      guard isValue || error.kind == .badHead && error.span.start == start else { throw error }
      let span = error.kind == .badHead ? error.span : Span(start, start + 1)
      throw .groupedValues(span).correctable(by: ungrouped(from: open))
    }
  }

  /// The edits that remove parentheses up to the end of the line, and the commas in them.
  private func ungrouped(from open: Span) -> [[Diagnostic.Edit]] {
    let rest = restOfLine(from: open.start)
    let text = lexer.text(rest)
    guard text.hasSuffix(")"), let values = Parser.withoutCommas(text.dropFirst().dropLast()) else { return [] }
    return [[Diagnostic.Edit(rest, values)]]
  }

  /// A condition in parentheses at the cursor, rather than a command.
  func conditionInParentheses(after before: Span) -> Diagnostic? {
    guard lexer.peek == UInt8(ascii: "("), let (condition, close) = group(after: before) else { return nil }
    let open = Span(lexer.offset, lexer.offset + 1)
    let isNegated = lexer.text(before) == Parser.negation
    // A negation would bind the first of several terms only.
    guard !isNegated || condition.isTerm else { return .groupedCondition(open) }
    return .groupedCondition(open).correctable(by: [ungrouped(open, close)])
  }

  private func ungrouped(_ open: Span, _ close: Span) -> [Diagnostic.Edit] {
    let edits = [Diagnostic.Edit(open, ""), Diagnostic.Edit(close, "")]
    var rest = self
    rest.lexer.offset = close.end
    guard (try? rest.lexer.skipBlanks()) != nil, let joint = rest.takeJoint() else { return edits }
    guard rest.lexer.peek == UInt8(ascii: "("), let (_, next) = rest.group(after: joint) else { return edits }
    return edits + rest.ungrouped(Span(rest.lexer.offset, rest.lexer.offset + 1), next)
  }

  private mutating func takeJoint() -> Span? {
    let span = lexer.name(at: lexer.offset, also: [])
    guard Parser.joints.contains(lexer.text(span)) else { return nil }
    lexer.offset = span.end
    return (try? lexer.skipBlanks()).map { span }
  }

  /// The condition in the parentheses at the cursor, and the span of the closing one.
  private func group(after before: Span) -> (Condition, Span)? {
    guard depth < Parser.maxDepth else { return nil }
    var inner = self
    inner.depth += 1
    inner.lexer.offset += 1
    guard let (condition, _) = try? inner.condition(after: before), (try? inner.lexer.skipBlanks()) != nil,
      inner.lexer.peek == UInt8(ascii: ")"), !condition.isCommand
    else { return nil }
    return (condition, Span(inner.lexer.offset, inner.lexer.offset + 1))
  }
}

extension Condition {
  fileprivate var isTerm: Bool {
    switch self {
    case .holds, .comparison: true
    case .not, .all, .any: false
    }
  }

  /// Whether it may be a command, whose first word is its verb.
  fileprivate var isCommand: Bool {
    switch self {
    case .holds(let value): value.startsCommand
    case .comparison(let left, let comparator, _):
      ![.equal, .unequal].contains(comparator.value) && left.startsCommand
    case .all(let terms), .any(let terms): terms.first?.isCommand ?? false
    case .not: false
    }
  }
}

extension Value {
  fileprivate var startsCommand: Bool {
    switch form {
    case .word(let text): text.literal.map { $0.utf8.first.map(Lexer.isLetter) ?? false } ?? false
    case .url: true
    case .string, .reference, .variable, .list, .result: false
    }
  }
}

extension Diagnostic {
  fileprivate static func groupedValues(_ span: Span) -> Diagnostic {
    Diagnostic(.badHead, at: span, "expected a verb", label: "parentheses hold a command; values need none")
  }

  fileprivate static func groupedCondition(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badHead, at: span, "conditions are written without parentheses", label: "parentheses hold a command")
  }
}
