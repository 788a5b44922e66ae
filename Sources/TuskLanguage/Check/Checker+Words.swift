import TuskCommon
import XCallbackURL

// Comparisons that can be made but are never true, or always.
extension Checker {
  /// Finds constants that the field can never equal.
  mutating func checkConstants(
    _ comparator: Spanned<Condition.Comparator>, _ left: Value, _ right: Value
  ) {
    guard [.equal, .unequal, .isIn].contains(comparator.value) else { return }
    let mistakes: [Diagnostic] = [(left, right), (right, left)].flatMap { value, other in
      self.mistakes(of: other, comparedWith: value)
    }
    warnings += mistakes.filter(\.isWarning)
    found += mistakes.filter { !$0.isWarning }
    guard mistakes.isEmpty else { return }
    if let colon = right.colonAtEnd { warnings.append(.colonInText(right, colon)) }
  }

  /// The mistakes of a constant or of the items of a list, which only ask for attention if another item may be equal.
  private func mistakes(of constants: Value, comparedWith value: Value) -> [Diagnostic] {
    let mistakes = constants.items.compactMap { mistake(of: $0, comparedWith: value) }
    guard mistakes.count < constants.items.count || mistakes.contains(where: \.isWarning) else { return mistakes }
    return mistakes.map(\.asWarning)
  }

  private func mistake(of constant: Value, comparedWith value: Value) -> Diagnostic? {
    let type = staticType(of: constant)
    // An empty text is compared with to find out whether there is a value.
    if case .written("", _) = type { return nil }
    switch (itemType(of: value), type) {
    case (.record(let shape), .reference(.account, let id?)) where shape.kind == .account && id.isAccountWithoutHost:
      return .accountWithoutHost(id, constant.span)
    case (.declared(.acct), .written(let name?, _)): return .nameWithoutHost(name, constant)
    case (_, .written(let word?, _)): return words(of: value).flatMap { mistake(of: word, constant, among: $0) }
    default: return nil
    }
  }

  private func mistake(of word: String, _ constant: Value, among words: FieldWords) -> Diagnostic? {
    if let colon = constant.colonAtEnd { return .colonAtEnd(colon) }
    let known = words.choices.value(for: word)
    guard known != word else { return nil }
    if let known { return .otherWord(word, constant.span, known) }
    if constant.literalWord == word, names[word] != nil {
      return .neverEqual(word, constant.span, words, near: ["$\(word)"])
    }
    let near = NearWords.near(word, among: words.choices.values)
    // Servers of other software have words of their own.
    return words.isOpen && near.isEmpty ? nil : .neverEqual(word, constant.span, words, near: near)
  }

  /// The type of the value or, of a list, of its items.
  private func itemType(of value: Value) -> StaticType {
    guard case .list(let item) = staticType(of: value) else { return staticType(of: value) }
    return item
  }

  /// The words of a record's field, as far as they are declared.
  private func words(of value: Value) -> FieldWords? {
    guard case .variable(var owner) = value.form, let field = owner.path.popLast(),
      case .record(let shape) = staticType(of: owner)
    else { return nil }
    return shape.field(field.name)?.words
  }

  /// The edit of operands that can never be compared.
  func comparison(meantBy left: Value, _ right: Value) -> [Diagnostic.Edit] {
    let isName = [left, right].contains { staticType(of: $0) == .declared(.acct) }
    let handle = [left, right].first {
      if case .reference(let found) = $0.form { found.form == .handle } else { false }
    }
    if isName, let handle { return [Diagnostic.Edit(Span(handle.span.start, handle.span.start + 1), "")] }
    return right.colonAtEnd.map { [Diagnostic.Edit($0, "")] } ?? []
  }
}

extension Value {
  /// The items of a list that is written out, or the value.
  fileprivate var items: [Value] {
    guard case .list(let values) = form else { return [self] }
    return values
  }

  private var unquotedText: Text? {
    switch form {
    case .word(let text): text
    case .reference(let reference) where reference.form != .kind: reference.id
    case .reference, .url, .string, .variable, .list, .result, .arithmetic, .range: nil
    }
  }

  /// The `:` at the end of an unquoted word, with which other languages end a condition.
  var colonAtEnd: Span? {
    guard let text = unquotedText, case .literal(let last)? = text.pieces.last, last.hasSuffix(":") else {
      return nil
    }
    return span.end > span.start + 1 ? Span(span.end - 1, span.end) : nil
  }

  /// The `!` before a variable, with which other languages negate.
  var negation: Span? {
    guard case .word(let text) = form, text.pieces.count == 2, text.pieces[0] == .literal("!") else { return nil }
    return Span(span.start, span.start + 1)
  }
}

extension String {
  fileprivate var isAccountWithoutHost: Bool { hasPrefix("@") && !dropFirst().contains("@") }
}

extension Diagnostic {
  static func colonAtEnd(_ colon: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: colon, "a condition has no ':' at its end", edits: [Edit(colon, "")], exitCode: .data)
  }

  static func negated(_ mark: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: mark, "'!' is a part of the text here; a comparison is negated with 'not'",
      edits: [Edit(mark, "not ")], exitCode: .data)
  }

  fileprivate static func colonInText(_ value: Value, _ colon: Span) -> Diagnostic {
    .warning(.typeMismatch, at: colon, "the ':' is a part of the text; a condition has none at its end")
  }

  fileprivate static func accountWithoutHost(_ id: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "accounts are compared by their full names, @USER@HOST, not '\(id)'",
      label: "without its server", exitCode: .data)
  }

  /// The name of an account as the servers' fields never have it.
  fileprivate static func nameWithoutHost(_ name: String, _ constant: Value) -> Diagnostic? {
    let plain = name.hasPrefix("@") ? String(name.dropFirst()) : name
    guard plain.contains("@") else {
      return Diagnostic(
        .typeMismatch, at: constant.span, "this field has the full names of accounts, USER@HOST, not '\(name)'",
        label: "without its server", exitCode: .data)
    }
    guard plain != name else { return nil }
    return Diagnostic(
      .typeMismatch, at: constant.span, "this field has the names of accounts without the first '@'",
      edits: [Edit(constant.span, Value.quoted(plain))], exitCode: .data)
  }

  /// A word that people use for one that the field has.
  fileprivate static func otherWord(_ word: String, _ span: Span, _ known: String) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "this field has '\(known)', never '\(word)'", edits: [Edit(span, known)], near: [known],
      exitCode: .data)
  }

  /// A word that the field never has or, if servers may send further ones, hardly ever.
  fileprivate static func neverEqual(
    _ word: String, _ span: Span, _ words: FieldWords, near: [String]
  ) -> Diagnostic {
    if words.isOpen {
      var warning = warning(.typeMismatch, at: span, "servers rarely send '\(word)' here")
      warning.label = near.first.map { "did you mean '\($0)'?" }
      return warning
    }
    let known = words.choices.spellings.joined(separator: ", ")
    return Diagnostic(
      .typeMismatch, at: span, "this field is never '\(word)': the known words are \(known)",
      edits: near.first.map { [Edit(span, $0)] } ?? [], near: near, exitCode: .data)
  }

  /// The mistake as a warning, which has no correction, because the line is right.
  fileprivate var asWarning: Diagnostic {
    var warning = self
    (warning.isWarning, warning.edits) = (true, [])
    return warning
  }
}
