import TuskCommon
import XCallbackURL

extension Checker {
  mutating func visit(_ condition: Condition) {
    condition.walk(with: &self)
    switch condition {
    case .holds(let value):
      let given = staticType(of: value)
      if !given.couldBeTrue { found.append(.notBoolean(given.description, value.span)) }
    case .comparison(let left, let comparator, let right): check(comparator, left, right)
    case .all, .any, .not: break
    }
  }

  /// Compares as a run does: an unquoted word takes the type of the other operand.
  private mutating func check(_ comparator: Spanned<Condition.Comparator>, _ left: Value, _ right: Value) {
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
}

/// The magnitude of a value, as far as it is known.
private enum Size: Hashable {
  case unknown, none
  case of(Magnitude)

  func couldCompare(with other: Size) -> Bool {
    guard case .of(let left) = self, case .of(let right) = other else { return true }
    return left == right
  }

  var description: String {
    switch self {
    case .unknown, .none: "a value"
    case .of(.number): "a number"
    case .of(.duration): "a duration"
    case .of(.time): "a time"
    }
  }
}

extension StaticType {
  fileprivate var size: Size {
    switch self {
    case .anything, .spelled, .written(nil, _): .unknown
    case .number: .of(.number)
    case .declared(.time): .of(.time)
    case .written(let text?, _): Magnitude(text).map(Size.of) ?? .none
    case .nothing, .truth, .declared, .reference, .record, .list: .none
    }
  }

  fileprivate var couldBeTrue: Bool { self == .anything || self == .truth }

  fileprivate var couldBeText: Bool { self == .anything || isText }

  /// The word as a value of this type; `nil` if its spelling does not fit.
  fileprivate func reading(_ word: String) -> StaticType? {
    guard word != "null" else { return nil }
    switch self {
    case _ where isText: return .written(word, isQuoted: true)
    case .declared(.time): return Instant(rfc3339: word) != nil ? .declared(.time) : nil
    case .declared(.identifier(let kind)), .reference(let kind, _): return .reference(kind, id: word)
    default: return nil
    }
  }

  /// Whether this may be a list with the other as an item, or a text with the other as a part.
  fileprivate func couldContain(_ other: StaticType) -> Bool {
    switch self {
    case .anything: true
    case .list(let item): item.couldEqual(other)
    default: isText && other.couldBeText
    }
  }

  /// Whether the two may have the same type; `null` compares with everything.
  fileprivate func couldEqual(_ other: StaticType) -> Bool {
    switch (self, other) {
    case (.anything, _), (_, .anything), (.nothing, _), (_, .nothing): true
    case (.truth, .truth), (.number, .number), (.list, .list), (.declared(.time), .declared(.time)): true
    case _ where isText: other.isText
    default: kind != nil && !other.isText && kind == other.kind
    }
  }
}

extension Diagnostic {
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
