import TuskCommon
import XCallbackURL

extension Checker {
  mutating func visit(_ condition: Condition) {
    condition.walk(with: &self)
    switch condition {
    case .holds(let value):
      let given = staticType(of: value)
      if !given.couldBeTrue {
        found.append(.notBoolean(given.description, value.span, edits: corrections(ofCondition: value)))
      }
    case .comparison(let left, let comparator, let right):
      for operand in [left, right] { refuseGluedSign(in: operand) }
      if let word = constant(in: [left, right]) { return found.append(word) }
      if let mark = left.negation { return found.append(.negated(mark)) }
      let count = found.count
      check(comparator, left, right)
      guard found.count > count else { return checkConstants(comparator, left, right) }
      found[count].edits = comparison(meantBy: left, right)
    case .all, .any, .not: break
    }
  }

  /// The mistake of comparing two constants, of which one is written like a name: its `$` was forgotten.
  private func constant(in operands: [Value]) -> Diagnostic? {
    guard operands.allSatisfy({ $0.variables.isEmpty && $0.pipelines.isEmpty }) else { return nil }
    let words = operands.compactMap { operand in
      operand.literalWord.flatMap { word in word.nameOfPath.map { (path: word, name: $0, span: operand.span) } }
    }
    guard let word = words.first(where: { names[$0.name] != nil }) ?? words.first else { return nil }
    return .constantCondition(word.path, word.span, isNamed: names[word.name] != nil)
  }

  /// The edit that makes a condition of `!$x`, `$x:` or, without its `$`, `x`.
  private func corrections(ofCondition value: Value) -> [Diagnostic.Edit] {
    if let word = value.literalWord {
      return word.nameOfPath.flatMap { names[$0] } == nil ? [] : [Diagnostic.Edit(value.span, "$\(word)")]
    }
    if let mark = value.negation { return [Diagnostic.Edit(mark, "not ")] }
    return value.colonAtEnd.map { [Diagnostic.Edit($0, "")] } ?? []
  }

  /// Compares as a run does: an unquoted word takes the type of the other operand.
  private mutating func check(_ comparator: Spanned<Condition.Comparator>, _ left: Value, _ right: Value) {
    if comparator.value == .isIn, check(comparator, for: left, within: right) { return }
    if comparator.value == .contains, check(comparator, for: right, within: left) { return }
    var first = staticType(of: left)
    var second = staticType(of: right)
    if let word = left.literalWord { first = second.reading(word) ?? first }
    if let word = right.literalWord { second = first.reading(word) ?? second }
    check(comparator, Spanned(first, left.span), Spanned(second, right.span))
  }

  /// Finds operands that can never be compared.
  private mutating func check(
    _ comparator: Spanned<Condition.Comparator>, _ left: Spanned<StaticType>, _ right: Spanned<StaticType>
  ) {
    let whole = left.span.through(right.span)
    switch comparator.value {
    case .equal, .unequal:
      guard left.value.couldEqual(right.value) else {
        return found.append(.incomparable(left.value.description, comparator.value, right.value.description, whole))
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if let unsized = [left, right].first(where: { $0.value.size == .none }) {
        return found.append(.unordered(unsized.value.description, comparator.value, unsized.span))
      }
      guard left.value.size.couldCompare(with: right.value.size) else {
        return found.append(
          .incomparable(left.value.size.description, comparator.value, right.value.size.description, whole))
      }
    case .isIn: check(comparator, for: left, within: right)
    case .contains: check(comparator, for: right, within: left)
    case .matches:
      if let other = [left, right].first(where: { !$0.value.couldBeText }) { found.append(.noText(other, comparator)) }
    }
  }

  private mutating func check(
    _ comparator: Spanned<Condition.Comparator>, for item: Spanned<StaticType>, within whole: Spanned<StaticType>
  ) {
    guard !whole.value.couldContain(item.value) else { return }
    found.append(.containsNothing(whole.value.couldContain(.anything) ? item : whole, comparator))
  }

  /// Compares an item with those of a list one by one, as `==` does.
  ///
  /// - Returns: whether the other operand is a list.
  private mutating func check(
    _ comparator: Spanned<Condition.Comparator>, for item: Value, within list: Value
  ) -> Bool {
    var elements: [Spanned<StaticType>] = []
    if case .list(let values) = list.form {
      elements = values.map { value in
        let reading = value.literalWord.flatMap { staticType(of: item).reading($0) }
        return Spanned(reading ?? staticType(of: value), value.span)
      }
    } else if case .list(let type) = staticType(of: list) {
      elements = [Spanned(type, list.span)]
    } else {
      return false
    }
    for element in elements {
      let given = item.literalWord.flatMap { element.value.reading($0) } ?? staticType(of: item)
      guard !given.couldEqual(element.value) else { continue }
      found.append(
        .incomparable(given.description, comparator.value, element.value.description, element.span))
      break
    }
    return true
  }
}

extension String {
  /// The name of the variable that this would be with a `$` before it: `n` of `n.kind`; `nil` if it would be none.
  fileprivate var nameOfPath: String? {
    guard !Parser.constants.contains(self) else { return nil }
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    guard let name = parts.first, let first = name.utf8.first, Lexer.isLetter(first), parts.allSatisfy(\.isFieldName)
    else { return nil }
    return String(name)
  }
}

extension Substring {
  fileprivate var isFieldName: Bool {
    !isEmpty && utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "_") }
  }
}

extension Diagnostic {
  fileprivate static func constantCondition(_ name: String, _ span: Span, isNamed: Bool) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "the condition is always the same: neither side has a variable",
      label: "a variable is written $\(name)", edits: isNamed ? [Edit(span, "$\(name)")] : [],
      exitCode: .data)
  }

  fileprivate static func containsNothing(
    _ found: Spanned<StaticType>, _ comparator: Spanned<Condition.Comparator>
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: found.span,
      "'\(comparator.value.rawValue)' searches text for text or a list for an item; this is \(found.value.description)",
      exitCode: .data)
  }

  fileprivate static func noText(
    _ found: Spanned<StaticType>, _ comparator: Spanned<Condition.Comparator>
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: found.span, "'\(comparator.value.rawValue)' compares text, not \(found.value.description)",
      exitCode: .data)
  }
}
