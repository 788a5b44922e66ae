import JSONValue
import TuskCommon
import TuskLanguage

extension Interpreter {
  /// Whether a condition is true; what a rehearsal cannot know is assumed.
  func isTrue(_ condition: Condition, orAssume assumed: Bool, in frame: inout Frame) async throws(Diagnostic) -> Bool {
    guard let truth = try await truth(of: condition, in: &frame) else {
      settings.rehearsal.lackSomething()
      await emit(.noted("a condition depends on a result that a rehearsal does not have; it is assumed to be true"))
      return assumed
    }
    return truth
  }

  /// Whether a condition is true; `nil` if a rehearsal cannot know.
  private func truth(of condition: Condition, in frame: inout Frame) async throws(Diagnostic) -> Bool? {
    switch condition {
    case .all(let terms):
      var isKnown = true
      for term in terms {
        switch try await truth(of: term, in: &frame) {
        case false?: return false
        case nil: isKnown = false
        case true?: break
        }
      }
      return isKnown ? true : nil
    case .any(let terms):
      var isKnown = true
      for term in terms {
        switch try await truth(of: term, in: &frame) {
        case true?: return true
        case nil: isKnown = false
        case false?: break
        }
      }
      return isKnown ? false : nil
    case .not(let term): return try await truth(of: term, in: &frame).map { !$0 }
    case .holds(let value):
      let runtimeValue = try await self.value(of: value, in: &frame)
      switch runtimeValue.form {
      case .boolean(let isTrue): return isTrue
      case .pending: return nil
      default: throw .notBoolean(runtimeValue.description, value.span)
      }
    case .comparison(let left, let comparator, let right):
      return try await compare(left, comparator, right, in: &frame)
    }
  }

  private func compare(
    _ left: Value, _ comparator: Spanned<Condition.Comparator>, _ right: Value, in frame: inout Frame
  ) async throws(Diagnostic) -> Bool? {
    var first = try await complete(value(of: left, in: &frame))
    if case .range(let range) = right.form, case .number(let number)? = first.magnitude {
      let bounds = try await prepare([right], in: &frame).bounds(of: range)
      return number.int.map(bounds.contains) ?? false
    }
    if case .range = right.form, left.isFieldOfRow, first.isEmptyCell { return false }
    var second = try await complete(value(of: right, in: &frame))
    // A bare word takes the type of the value that it is compared with.
    if let word = left.literalWord { first = second.reading(word) ?? first }
    if let word = right.literalWord { second = first.reading(word) ?? second }
    do throws(RuntimeValue.Mismatch) {
      switch comparator.value {
      case .equal: return try first.equals(second)
      case .unequal: return try first.equals(second).map { !$0 }
      case .isIn: return try second.contains(first, isWord: left.literalWord != nil, elements: right)
      case .contains: return try first.contains(second, isWord: right.literalWord != nil, elements: left)
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .matches: break
      }
    } catch {
      throw .incomparable(error, comparator)
    }
    if case .matches = comparator.value { return try match(first, second, right.span, comparator) }
    if left.isFieldOfRow && first.isEmptyCell || right.isFieldOfRow && second.isEmptyCell { return false }
    return try order(first, comparator, second)
  }

  private func order(
    _ left: RuntimeValue, _ comparator: Spanned<Condition.Comparator>, _ right: RuntimeValue
  ) throws(Diagnostic) -> Bool? {
    if left.isPending || right.isPending { return nil }
    guard let first = left.magnitude, let second = right.magnitude else {
      let unordered = left.magnitude == nil ? left : right
      throw .unordered(unordered.description, comparator.value, comparator.span)
    }
    guard let isLess = RuntimeValue.Magnitude.isLess(first, second),
      let isMore = RuntimeValue.Magnitude.isLess(second, first)
    else {
      throw .incomparable(RuntimeValue.Mismatch(left, right), comparator)
    }
    return switch comparator.value {
    case .less: isLess
    case .lessOrEqual: !isMore
    case .greater: isMore
    default: !isLess
    }
  }

  private func match(
    _ left: RuntimeValue, _ right: RuntimeValue, _ span: Span, _ comparator: Spanned<Condition.Comparator>
  ) throws(Diagnostic) -> Bool? {
    if left.isPending || right.isPending { return nil }
    guard let text = left.plainText, let pattern = right.plainText else {
      throw .incomparable(RuntimeValue.Mismatch(left, right), comparator)
    }
    return Glob(pattern).matches(text)
  }
}

extension Value {
  /// Whether it is the field of a row in a step, where a cell without a value is in no order.
  fileprivate var isFieldOfRow: Bool {
    guard case .variable(let variable) = form else { return false }
    return variable.isBare
  }
}

extension RuntimeValue {
  var isPending: Bool {
    guard case .pending = form else { return false }
    return true
  }

  /// The word as a value of the same kind as this one; `nil` if it is not one.
  fileprivate func reading(_ word: String) -> RuntimeValue? {
    switch form {
    case .text, .acct: word == "null" ? nil : .text(word)
    case .time: Instant(rfc3339: word).map { RuntimeValue(.time($0.seconds)) }
    case .reference(let kind, _): word == "null" ? nil : RuntimeValue(.reference(kind, id: word))
    default: nil
    }
  }

  /// Whether a list contains the value, or a text contains the text; `nil` if a rehearsal cannot know.
  ///
  /// - Parameters:
  ///   - isWord: whether the item is an unquoted word, which takes the type of what it is compared with.
  ///   - elements: the list as written, whose unquoted words take the type of the item.
  fileprivate func contains(_ item: RuntimeValue, isWord: Bool, elements written: Value) throws(Mismatch) -> Bool? {
    if let text = plainText, let part = item.plainText {
      return text.utf8.isEmpty ? part.isEmpty : text.containsScalars(of: part)
    }
    switch (form, item.form) {
    case (.pending, _), (_, .pending): return nil
    case (.list(let elements), _):
      var isKnown = true
      for (index, element) in elements.enumerated() {
        let element = written.word(at: index).flatMap(item.reading) ?? element
        let item = isWord ? item.plainSpelling.flatMap(element.reading) ?? item : item
        switch try item.equals(element) {
        case true?: return true
        case nil: isKnown = false
        case false?: break
        }
      }
      return isKnown ? false : nil
    default: throw Mismatch(self, item)
    }
  }
}

extension RuntimeValue {
  /// The word that an unquoted constant was.
  fileprivate var plainSpelling: String? {
    switch form {
    case .null: "null"
    case .boolean, .number, .text: spelling
    case .acct, .time, .reference, .record, .list, .sequence, .pending: nil
    }
  }
}

extension Value {
  /// The unquoted word at this place of a list.
  fileprivate func word(at index: Int) -> String? {
    guard case .list(let values) = form, values.indices.contains(index) else { return nil }
    return values[index].literalWord
  }
}

extension String {
  /// Whether the text contains these scalars in a row.
  fileprivate func containsScalars(of part: String) -> Bool {
    part.isEmpty || Array(unicodeScalars).contains(Array(part.unicodeScalars))
  }
}

extension Diagnostic {
  fileprivate static func incomparable(
    _ mismatch: RuntimeValue.Mismatch, _ comparator: Spanned<Condition.Comparator>
  ) -> Diagnostic {
    .incomparable(mismatch.left, comparator.value, mismatch.right, comparator.span)
  }
}
