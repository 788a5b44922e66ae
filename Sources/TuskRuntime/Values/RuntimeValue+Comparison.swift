import AccountNames
import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension RuntimeValue {
  /// Whether two values of the same kind are equal; `nil` if one of them is not known yet.
  ///
  /// - Throws: ``Mismatch`` if their kinds differ, because nothing is converted.
  func equals(_ other: RuntimeValue) throws(Mismatch) -> Bool? {
    switch (form, other.form) {
    case (.null, .null): return true
    case (.pending, .null) where mayBeNull, (.null, .pending) where other.mayBeNull: return nil
    case (.null, _), (_, .null): return false
    case (.pending, _), (_, .pending): return nil
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.number(let left), .number(let right)): return left.isSame(as: right)
    case (.time(let left), .time(let right)): return left == right
    case (.list(let left), .list(let right)): return try Self.equal(left, right)
    default: break
    }
    if let left = plainText, let right = other.plainText {
      return isAccountName || other.isAccountName ? left.isSameAccount(as: right) : left.isSpelled(like: right)
    }
    return try sameThing(as: other)
  }

  /// The text, if the value is one.
  var plainText: String? {
    switch form {
    case .text(let text), .acct(let text): text
    default: nil
    }
  }

  /// Whether it is a cell of a file without a value.
  var isEmptyCell: Bool {
    guard case .text("") = form else { return false }
    return isForeign && remote?.isLocal == true
  }

  private var isAccountName: Bool {
    if case .acct = form { true } else { false }
  }

  private static func equal(_ left: [RuntimeValue], _ right: [RuntimeValue]) throws(Mismatch) -> Bool? {
    guard left.count == right.count else { return false }
    for (left, right) in zip(left, right) {
      guard let isEqual = try left.equals(right) else { return nil }
      guard isEqual else { return false }
    }
    return true
  }

  /// Whether two references or records identify the same thing.
  private func sameThing(as other: RuntimeValue) throws(Mismatch) -> Bool {
    guard let left = referent, let right = other.referent, left.kind == right.kind else { throw Mismatch(self, other) }
    // One side may identify an account by name and the other by id.
    guard left.id.hasPrefix("@") == right.id.hasPrefix("@") else {
      return accountName.flatMap { name in other.accountName.map(name.isSameAccount) } ?? false
    }
    return left.id.hasPrefix("@") ? left.id.isSameAccount(as: right.id) : left.id.isSpelled(like: right.id)
  }

  private var accountName: String? {
    switch form {
    case .acct(let name): "@\(name)"
    case .reference(.account, let id): id.hasPrefix("@") ? id : nil
    case .record(let record): record.spelling.map { "@\($0)" }
    default: nil
    }
  }

  private var referent: Binding.Referent? {
    switch form {
    case .reference(let kind, let id): Binding.Referent(kind, id: id)
    case .record(let record): record.referent
    case .acct(let name): Binding.Referent(.account, id: "@\(name)")
    default: nil
    }
  }

  /// Thrown for two values whose kinds cannot be compared.
  struct Mismatch: Error {
    let left: String
    let right: String

    init(_ left: RuntimeValue, _ right: RuntimeValue) {
      self.left = left.description
      self.right = right.description
    }
  }
}

extension RuntimeValue {
  /// A value that can be ordered: numbers, durations and times, and texts that spell one.
  enum Magnitude {
    case number(JSON.Number)
    case duration(Duration)
    case time(Int)

    /// Whether the first is less than the second; `nil` if they are of different kinds.
    static func isLess(_ left: Magnitude, _ right: Magnitude) -> Bool? {
      switch (left, right) {
      case (.number(let left), .number(let right)): left.isLess(than: right)
      case (.duration(let left), .duration(let right)): left < right
      case (.time(let left), .time(let right)): left < right
      default: nil
      }
    }
  }

  /// The value's magnitude; `nil` if it cannot be ordered.
  var magnitude: Magnitude? {
    switch form {
    case .number(let number): return .number(number)
    case .time(let seconds): return .time(seconds)
    case .text(let text):
      if let duration = Duration(written: text) { return .duration(duration) }
      if text.hasPrefix("-"), let duration = Duration(written: String(text.dropFirst())) {
        return .duration(.zero - duration)
      }
      if let instant = Instant(rfc3339: text) { return .time(instant.seconds) }
      guard case .number(let number) = RuntimeValue.word(text).form else { return nil }
      return .number(number)
    case .null, .boolean, .acct, .reference, .record, .list, .sequence, .pending: return nil
    }
  }
}

extension JSON.Number {
  fileprivate func isSame(as other: JSON.Number) -> Bool {
    if let left = int, let right = other.int { return left == right }
    return double == other.double
  }

  fileprivate func isLess(than other: JSON.Number) -> Bool {
    if let left = int, let right = other.int { return left < right }
    return double < other.double
  }
}
