// Diagnoses of assignments and calls that other languages have, with what is written here.
extension Parser {
  /// An `=` where an argument should start: a parameter with spaces, or a name that is given a value without `let`.
  func spacedSetting(after before: Argument?, of verb: Spanned<String>) -> Diagnostic {
    let word = wordSpan(at: lexer.offset)
    guard let before else {
      var mistake = Diagnostic.spacedSetting(word, edits: [])
      guard lexer.isBoundary(at: word.start + 1) else { return quoting(word, mistake) }
      mistake.label = "a value is named with 'let'"
      mistake.presumedName = verb.value
      return mistake.correctable(by: naming(verb.span, from: word.start + 1))
    }
    guard case .value(let key) = before, case .word(let text) = key.form, text.literal != nil else {
      return quoting(word, .spacedSetting(word, edits: []))
    }
    var next = word.start + 1
    while Lexer.isBlank(lexer.byte(at: next)) { next += 1 }
    let edit = Diagnostic.Edit(Span(key.span.end, next), "=")
    let mistake = Diagnostic.spacedSetting(
      key.span.through(word),
      edits: lexer.isBoundary(at: next) || lexer.byte(at: next) == UInt8(ascii: "=") ? [] : [edit])
    return quoting(word, mistake)
  }

  /// A word that starts with `=`, which can only be meant as text.
  func startsWithEquals(at start: Int) -> Diagnostic {
    quoting(wordSpan(at: start), .spacedSetting(wordSpan(at: start), edits: []))
  }

  private func quoting(_ word: Span, _ mistake: Diagnostic) -> Diagnostic {
    let text = lexer.text(word)
    var mistake = mistake
    // An operator is no text: what is around it was meant as a condition.
    guard text.contains(where: { !"=<>~!".contains($0) }) else {
      if text != "=" { mistake.label = "only 'if' and 'expect' compare values" }
      return mistake
    }
    guard !text.contains("$"), word.end > word.start + 1 else { return mistake }
    mistake.alternatives.append([Diagnostic.Edit(word, "\"\(text)\"")])
    return mistake
  }

  private func wordSpan(at start: Int) -> Span {
    var rest = lexer
    rest.offset = start
    _ = try? rest.word()
    return Span(start, max(rest.offset, start + 1))
  }

  /// A first word with `=` or `(` directly after it.
  func gluedHead() -> Diagnostic? {
    let name = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
    guard !name.isEmpty else { return nil }
    switch lexer.byte(at: name.end) {
    case UInt8(ascii: "(")?: return inParentheses(after: name, .adjacent)
    case UInt8(ascii: ":")? where keyword(lexer.text(name)) != nil:
      return Diagnostic.keywordWithColon(Span(name.end, name.end + 1), edits: withoutColon(at: name.end))
    case UInt8(ascii: "=")? where lexer.byte(at: name.end + 1) != UInt8(ascii: "="):
      return Diagnostic.notNamed(wordSpan(at: name.start)).correctable(by: naming(name, from: name.end + 1))
    default: return nil
    }
  }

  /// The edits that make `let` statements of a name and the text after its `=`.
  func naming(_ name: Span, from start: Int) -> [[Diagnostic.Edit]] {
    let value = restOfLine(from: start)
    let text = String(Parser.withoutSemicolon(lexer.text(value)))
    guard !text.isEmpty, Parser.isOneValue(text), !lexer.text(name).contains("-") else { return [] }
    var values = [text]
    for (open, close) in [("$(", ")"), ("`", "`")] where text.hasPrefix(open) && text.hasSuffix(close) {
      values = ["run \(text.dropFirst(open.count).dropLast(close.count))"]
    }
    values += AssignedText(text).values
    return values.map { [Diagnostic.Edit(Span(name.start, value.end), "let \(lexer.text(name)) = \($0)")] }
  }

  /// The value without the `;` that ends a statement in other languages.
  static func withoutSemicolon(_ value: some StringProtocol) -> String {
    guard value.hasSuffix(";"), !value.dropLast().contains(";") else { return String(value) }
    return String(value.dropLast())
  }

  /// Whether the text after `=` is not several settings of other shells, as in `A=1 B=2`.
  static func isOneValue(_ text: String) -> Bool {
    !text.split(separator: " ").dropFirst().contains { word in
      let name = word.prefix { $0 != "=" }
      return name.count < word.count && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// Values in parentheses after a verb, as after the name of a function.
  func inParentheses(after name: Span, _ kind: Diagnostic.Kind) -> Diagnostic {
    let rest = restOfLine(from: name.end)
    let text = lexer.text(rest)
    let mistake = Diagnostic.inParentheses(
      kind, Span(name.end, name.end + 1), definition: kind == .missingName, name: lexer.text(name))
    guard text.hasSuffix(")") || text.hasSuffix("):") else { return mistake }
    let values = text.dropFirst().dropLast(text.hasSuffix(":") ? 2 : 1)
    guard let written = Parser.withoutCommas(values) else { return mistake }
    return mistake.correctable(by: [[Diagnostic.Edit(rest, written.isEmpty ? "" : " \(written)")]])
  }

  /// The text without its commas, except those in quotes; `nil` if a quote does not close.
  static func withoutCommas(_ text: Substring) -> String? {
    var (written, quote, isEscaped) = ("", nil as Character?, false)
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = open == "\"" && character == "\\"
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      }
      if quote != nil || isEscaped || character != "," { written.append(character) }
    }
    return quote == nil ? written : nil
  }

  /// From the first word at or after the offset to the last one on the line.
  func restOfLine(from start: Int) -> Span {
    var (start, end) = (start, start)
    while Lexer.isBlank(lexer.byte(at: start)) { start += 1 }
    end = start
    while end < lexer.bytes.count, lexer.lineEnd(at: end) == nil { end += 1 }
    while end > start, Lexer.isBlank(lexer.byte(at: end - 1)) { end -= 1 }
    return Span(start, end)
  }
}

extension Diagnostic {
  /// The mistake with corrections, likeliest first.
  func correctable(by corrections: [[Edit]]) -> Diagnostic {
    var mistake = self
    mistake.edits = corrections.first ?? []
    mistake.alternatives = corrections.dropFirst() + mistake.alternatives
    return mistake
  }

  fileprivate static func spacedSetting(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.paramSpace, at: span, "write parameters without spaces around '='", edits: edits)
  }

  static func notNamed(_ span: Span) -> Diagnostic {
    Diagnostic(.badHead, at: span, "expected a verb", label: "a value is named with 'let'")
  }

  fileprivate static func keywordWithColon(_ colon: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.badHead, at: colon, "no ':' follows a keyword", edits: edits)
  }

  fileprivate static func inParentheses(
    _ kind: Kind, _ span: Span, definition isDefinition: Bool, name: String
  ) -> Diagnostic {
    let message =
      isDefinition
      ? "the inputs of '\(name)' follow its name, without parentheses"
      : "the values of '\(name)' follow it after a space, without parentheses"
    return Diagnostic(kind, at: span, message)
  }
}
