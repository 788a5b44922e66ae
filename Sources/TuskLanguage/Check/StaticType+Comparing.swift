import TuskCommon
import XCallbackURL

/// The magnitude of a value, as far as it is known.
enum Size: Hashable {
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
  var size: Size {
    switch self {
    case .anything, .spelled, .written(nil, _): .unknown
    case .number: .of(.number)
    case .declared(.time): .of(.time)
    case .written(let text?, _): Magnitude(text).map(Size.of) ?? .none
    case .nothing, .truth, .declared, .reference, .record, .list: .none
    }
  }

  var couldBeTrue: Bool { self == .anything || self == .truth }

  var couldBeText: Bool { self == .anything || isText }

  /// The word as a value of this type; `nil` if its spelling does not fit.
  func reading(_ word: String) -> StaticType? {
    guard word != "null" else { return nil }
    switch self {
    case _ where isText: return .written(word, isQuoted: true)
    case .declared(.time): return Instant(rfc3339: word) != nil ? .declared(.time) : nil
    case .declared(.identifier(let kind)), .reference(let kind, _): return .reference(kind, id: word)
    default: return nil
    }
  }

  /// Whether this may be a list with the other as an item, or a text with the other as a part.
  func couldContain(_ other: StaticType) -> Bool {
    switch self {
    case .anything: true
    case .list(let item): item.couldEqual(other)
    default: isText && other.couldBeText
    }
  }

  /// Whether the two may have the same type; `null` compares with everything.
  func couldEqual(_ other: StaticType) -> Bool {
    switch (self, other) {
    case (.anything, _), (_, .anything), (.nothing, _), (_, .nothing): true
    case (.truth, .truth), (.number, .number), (.list, .list), (.declared(.time), .declared(.time)): true
    case _ where isText: other.isText
    default: kind != nil && !other.isText && kind == other.kind
    }
  }
}
