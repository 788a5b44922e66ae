import TuskCommon

// Diagnoses of operators that other languages have.
extension Parser {
  /// A command in backquotes.
  func backquote(at open: Int) -> Diagnostic {
    let mistake = Diagnostic.backquote(Span(open, open + 1))
    var close = open + 1
    while close < lexer.bytes.count, lexer.lineEnd(at: close) == nil, lexer.byte(at: close) != UInt8(ascii: "`") {
      close += 1
    }
    guard lexer.byte(at: close) == UInt8(ascii: "`"), close > open + 1 else { return mistake }
    let text = lexer.text(Span(open + 1, close))
    return mistake.correctable(
      by: ["(\(text))", "(run \(text))"].map { [Diagnostic.Edit(Span(open, close + 1), $0)] })
  }

  /// `;` or `&` after a value: a last one is not needed, nor is the word that starts a block elsewhere.
  func separator(at span: Span) -> Diagnostic {
    if let mistake = otherOutput(at: span.start) { return mistake }
    if lexer.byte(at: span.start - 1) == UInt8(ascii: ">") { return .toErrorOutput(Span(span.start - 1, span.end)) }
    let mistake = Diagnostic.separator(lexer.text(span), span)
    let rest = restOfLine(from: span.end)
    guard lexer.text(span) == ";" || lexer.text(span) == ";;", rest.isEmpty || isBlockWord(rest) else { return mistake }
    return mistake.correctable(by: [[Diagnostic.Edit(Span(span.start, rest.end), "")]])
  }

  /// Words after the end of a line's statement.
  func trailing(_ span: Span) -> Diagnostic {
    var mistake = Diagnostic.trailingWords(span)
    if let number = wordSpan(before: span), let duration = Duration.written(lexer.text(number), lexer.text(span)) {
      return mistake.correctable(by: [[Diagnostic.Edit(number.through(span), duration)]])
    }
    guard isBlockWord(span), restOfLine(from: span.end).isEmpty else { return mistake }
    var start = span.start
    while Lexer.isBlank(lexer.byte(at: start - 1)) { start -= 1 }
    mistake.label = "the lines of a block follow its first line directly"
    return mistake.correctable(by: [[Diagnostic.Edit(Span(start, span.end), "")]])
  }

  /// The word before this one on the line.
  private func wordSpan(before span: Span) -> Span? {
    var end = span.start
    while Lexer.isBlank(lexer.byte(at: end - 1)) { end -= 1 }
    var start = end
    while !lexer.isBoundary(at: start - 1) { start -= 1 }
    return start < end ? Span(start, end) : nil
  }

  /// The edits that remove a `:` at the end of the line, with which blocks start in other languages.
  func withoutColon(at offset: Int) -> [Diagnostic.Edit] {
    let rest = restOfLine(from: offset)
    return lexer.text(rest) == ":" ? [Diagnostic.Edit(rest, "")] : []
  }

  private func isBlockWord(_ span: Span) -> Bool { ["then", "do"].contains(lexer.text(span)) }

  /// `&&` or `||` between the terms of a condition.
  var foreignJoint: Diagnostic? {
    let span = Span(lexer.offset, lexer.offset + 2)
    guard lexer.isNext("&&") || lexer.isNext("||") else { return nil }
    let isAnd = lexer.isNext("&&")
    let before = lexer.isBoundary(at: span.start - 1) ? "" : " "
    let after = lexer.isBoundary(at: span.end) ? "" : " "
    let word = isAnd ? "and" : "or"
    return Diagnostic(
      isAnd ? .reservedChar : .trailingWords, at: span, "'\(lexer.text(span))' is written '\(word)' in conditions",
      edits: [Diagnostic.Edit(span, before + word + after)])
  }

  /// `// …` at the start of a line.
  func otherComment(_ value: Value) -> Diagnostic? {
    let mark = Span(value.span.start, value.span.start + 2)
    guard case .word = value.form, mark.end <= value.span.end, lexer.text(mark) == "//" else { return nil }
    return Diagnostic(
      .badHead, at: mark, "a comment starts with '#'",
      edits: [Diagnostic.Edit(mark, lexer.isBoundary(at: mark.end) ? "#" : "# ")])
  }

  /// An `=` used as a comparison, alone or in `=>` and `=<`.
  func singleEquals(at place: Int) -> Diagnostic {
    switch lexer.byte(at: place + 1) {
    case UInt8(ascii: ">"): return .singleEquals(Span(place, place + 1), edits: [swapped(at: place, ">=")])
    case UInt8(ascii: "<"): return .singleEquals(Span(place, place + 1), edits: [swapped(at: place, "<=")])
    default: break
    }
    var next = place + 1
    while Lexer.isBlank(lexer.byte(at: next)) { next += 1 }
    guard !lexer.isBoundary(at: next), lexer.byte(at: next) != UInt8(ascii: "=") else {
      return .singleEquals(Span(place, place + 1), edits: [])
    }
    let before = lexer.isBoundary(at: place - 1) ? "" : " "
    let after = lexer.isBoundary(at: place + 1) ? "" : " "
    return .singleEquals(
      Span(place, place + 1), edits: [Diagnostic.Edit(Span(place, place + 1), "\(before)==\(after)")])
  }

  private func swapped(at place: Int, _ comparator: String) -> Diagnostic.Edit {
    Diagnostic.Edit(Span(place, place + 2), comparator)
  }

  /// `===` or `!==`
  func tripleEquals(at start: Int) -> Diagnostic? {
    let span = Span(start, start + 3)
    guard lexer.byte(at: start + 2) == UInt8(ascii: "="), lexer.isBoundary(at: span.end) else { return nil }
    let comparator = lexer.text(Span(start, start + 2))
    return Diagnostic(
      .opSpacing, at: span, "'\(lexer.text(span))' is written '\(comparator)'",
      edits: [Diagnostic.Edit(span, comparator)])
  }

  /// `$l[0]`
  func index(after value: Value) -> Diagnostic? {
    guard case .variable = value.form, lexer.peek == UInt8(ascii: "[") else { return nil }
    var end = lexer.offset + 1
    while let byte = lexer.byte(at: end), Lexer.isDigit(byte) { end += 1 }
    guard end > lexer.offset + 1, lexer.byte(at: end) == UInt8(ascii: "]") else { return nil }
    let number = lexer.text(Span(lexer.offset + 1, end))
    return .index(Span(lexer.offset, end + 1), number)
  }
}

extension Diagnostic {
  fileprivate static func backquote(_ span: Span) -> Diagnostic {
    Diagnostic(.reservedChar, at: span, "'`' does not run commands; write the command in ( ) to use its result")
  }

  fileprivate static func singleEquals(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.singleEquals, at: span, "'=' is not a comparison; use '=='", edits: edits)
  }

  fileprivate static func separator(_ spelled: String, _ span: Span) -> Diagnostic {
    let reason =
      switch spelled {
      case "&&": "the first error ends a script; write one command per line"
      case _ where spelled.hasPrefix(";"): "write one command per line"
      default: "there are no background jobs"
      }
    return Diagnostic(.reservedChar, at: span, "'\(spelled)' does not end a command: \(reason)")
  }

  fileprivate static func index(_ span: Span, _ number: String) -> Diagnostic {
    Diagnostic(
      .adjacent, at: span, "an item of a list is named after a dot, not in brackets",
      label: "items are numbered from 0", edits: [Edit(span, ".\(number)")])
  }
}
