// Diagnoses of parentheses that group values or conditions, as they do in other languages; here they hold a command.
extension Parser {
  /// The pipeline in parentheses.
  mutating func pipeline(openedBy open: Span) throws(Diagnostic) -> Pipeline {
    let start = lexer.offset
    var value = self
    do throws(Diagnostic) {
      return try pipeline()
    } catch  where ungrouping != nil {
      // Only whether there is a condition matters then.
      throw error
    } catch {
      guard try value.takeGroupedValue() || error.kind == .badHead && error.span.start == start else { throw error }
      let span = error.kind == .badHead ? error.span : Span(start, start + 1)
      throw groupedValues(span, openedBy: open)
    }
  }

  /// Whether a value that is no command is at the cursor or in parentheses there; the cursor is moved to it.
  ///
  /// - Throws: what is wrong within the value, except its commas, which are removed with the parentheses.
  private mutating func takeGroupedValue() throws(Diagnostic) -> Bool {
    while lexer.take(UInt8(ascii: "(")) { try lexer.skipBlanks() }
    guard lexer.peek.map({ "\"'$[-0123456789".utf8.contains($0) }) ?? false else { return false }
    var value = self
    do throws(Diagnostic) {
      _ = try value.form(.argument)
    } catch {
      guard error.kind == .commaInList else { throw error }
    }
    return true
  }

  /// The mistake of values in parentheses, which the line may have without them.
  private func groupedValues(_ span: Span, openedBy open: Span) -> Diagnostic {
    let corrections = ungrouped(from: open)
    guard let text = corrections.first?.first.map({ AssignedText($0.text) }), !text.isText else {
      return .groupedValues(span, "parentheses hold a command; values need none").correctable(by: corrections)
    }
    return .groupedValues(span, text.label)
  }

  /// The edits that remove parentheses up to the end of the line, and the commas in them.
  private func ungrouped(from open: Span) -> [[Diagnostic.Edit]] {
    var before = open.start - 1
    while Lexer.isBlank(lexer.byte(at: before)) { before -= 1 }
    // The parenthesis around this one corrects both.
    guard lexer.byte(at: before) != UInt8(ascii: "(") else { return [] }
    let rest = restOfLine(from: open.start)
    let text = lexer.text(rest)
    guard text.hasSuffix(")") else { return [] }
    var inner = text.dropFirst().dropLast()
    while inner.hasPrefix("("), inner.hasSuffix(")") {
      // Unlike dropLast(), these do not count the characters.
      inner.removeFirst()
      inner.removeLast()
    }
    guard let values = Parser.withoutCommas(inner) else { return [] }
    return [[Diagnostic.Edit(rest, values)]]
  }

  /// A condition in parentheses at the cursor, rather than a command.
  func conditionInParentheses(after before: Span) -> Diagnostic? {
    guard ungrouping == nil else { return nil }
    var reader = self
    reader.ungrouping = []
    guard reader.group(after: before) != nil else { return nil }
    while let joint = reader.takeJoint(), (try? reader.term(after: joint)) != nil {}
    return .groupedCondition(Span(lexer.offset, lexer.offset + 1)).correctable(by: [reader.ungrouping ?? []])
  }

  private mutating func takeJoint() -> Span? {
    guard (try? lexer.skipBlanks()) != nil else { return nil }
    let span = lexer.name(at: lexer.offset, also: [])
    guard Parser.joints.contains(lexer.text(span)) else { return nil }
    lexer.offset = span.end
    return span
  }

  /// Reads the condition in the parentheses at the cursor, where the edits that remove them are collected; `nil` if there
  /// is none.
  mutating func group(after before: Span) -> (Condition, Span)? {
    guard ungrouping != nil, lexer.peek == UInt8(ascii: "("), depth < Parser.maxDepth else { return nil }
    let open = Span(lexer.offset, lexer.offset + 1)
    var inner = self
    inner.depth += 1
    inner.ungrouping = []
    inner.lexer.offset = open.end
    guard let (condition, _) = try? inner.condition(after: before), (try? inner.lexer.skipBlanks()) != nil,
      inner.lexer.take(UInt8(ascii: ")")), !condition.isCommand
    else { return nil }
    let close = Span(inner.lexer.offset - 1, inner.lexer.offset)
    lexer = inner.lexer
    // A negation would bind the first of several terms only.
    if lexer.text(before) != Parser.negation || condition.isTerm {
      ungrouping?.append(Diagnostic.Edit(open, ""))
      ungrouping?.append(contentsOf: inner.ungrouping ?? [])
      ungrouping?.append(Diagnostic.Edit(close, ""))
    }
    return (condition, open.through(close))
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
  fileprivate static func groupedValues(_ span: Span, _ label: String) -> Diagnostic {
    Diagnostic(.badHead, at: span, "expected a verb", label: label)
  }

  fileprivate static func groupedCondition(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badHead, at: span, "conditions are written without parentheses", label: "parentheses hold a command")
  }
}
