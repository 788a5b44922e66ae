import Foundation

/// What a JSON value must look like: the written-down members of an entity and the kinds of their values.
indirect enum Shape: Sendable {
  case text
  case number
  case truth
  /// Digits in a string.
  case id
  /// `2026-08-01T13:52:33.097Z`
  case moment
  /// `2026-08-01`
  case day
  /// Seconds since 1970 in a string, or any count in one.
  case digits
  case address
  case one(of: [String])
  case list(Shape)
  case object([String: Shape])
  case anything
  /// The value or `null`, but always there.
  case nullable(Shape)
  /// A member that may be missing.
  case optional(Shape)

  /// This object with more members.
  func with(_ more: [String: Shape]) -> Shape {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(more) { $1 })
  }

  /// Where `value` is not of this shape, with the path to each place.
  func faults(in value: Any?, at path: String = "") -> [String] {
    switch (self, value) {
    case (.anything, _?): []
    case (.nullable, is NSNull): []
    case (.nullable(let shape), _), (.optional(let shape), _): shape.faults(in: value, at: path)
    case (.list(let shape), let values as [Any]):
      values.enumerated().flatMap { shape.faults(in: $1, at: "\(path)[\($0)]") }
    case (.object(let members), let value as [String: Any]): Shape.faults(of: members, in: value, at: path)
    case (.number, let value as NSNumber): value.isTruth ? ["\(path) is a truth"] : []
    case (.truth, let value as NSNumber): value.isTruth ? [] : ["\(path) is a number"]
    case (_, let text as String): admits(text) ? [] : ["\(path) is '\(text)'"]
    default: ["\(path) is \(value.map { "\($0)" } ?? "missing")"]
    }
  }

  private static func faults(of members: [String: Shape], in value: [String: Any], at path: String) -> [String] {
    let unknown = value.keys.filter { members[$0] == nil }.map { "\(path).\($0) is not documented" }
    return unknown
      + members.flatMap { name, shape -> [String] in
        if case .optional = shape, value[name] == nil { return [] }
        return shape.faults(in: value[name], at: "\(path).\(name)")
      }
  }

  private func admits(_ text: String) -> Bool {
    switch self {
    case .text: true
    case .id, .digits: text.wholeMatch(of: /[0-9]+/) != nil
    case .moment: text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
    case .day: text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
    case .address: text.wholeMatch(of: /(https?|ws):\/\/[^ ]+/) != nil
    case .one(let words): words.contains(text)
    default: false
    }
  }
}

extension NSNumber {
  fileprivate var isTruth: Bool { String(cString: objCType) == "c" }
}
