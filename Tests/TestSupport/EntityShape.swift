import Foundation

/// What a JSON value must look like: the written-down members of an entity and the kinds of their values.
package indirect enum EntityShape: Sendable {
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
  case list(EntityShape)
  /// The members of an object by their names; ``object(_:)`` makes one.
  case members([String: EntityShape])
  case anything
  /// The value or `null`, but always there.
  case nullable(EntityShape)
  /// A member that may be missing.
  case optional(EntityShape)
  /// A member without which the client refuses the object.
  case needed(EntityShape)

  /// An object; a key is the names of all its members of that shape, with blanks between them. The client needs those
  /// whose name ends with `!`.
  package static func object(_ rows: [String: EntityShape]) -> EntityShape {
    .members(
      rows.reduce(into: [:]) { members, row in
        for name in row.key.split(separator: " ") {
          let isNeeded = name.hasSuffix("!")
          members[String(isNeeded ? name.dropLast() : name)] = isNeeded ? EntityShape.needed(row.value) : row.value
        }
      })
  }

  /// This object with more members, or with other ones of the same names.
  package func with(_ more: [String: EntityShape]) -> EntityShape {
    guard case .members(let members) = self, case .members(let others) = EntityShape.object(more) else { return self }
    return .members(members.merging(others) { $1 })
  }

  /// Where `value` is not of this shape, with the path to each place.
  package func faults(in value: Any?, at path: String = "") -> [String] {
    switch (self, value) {
    case (.anything, _?): []
    case (.nullable, is NSNull): []
    case (.nullable(let shape), _), (.optional(let shape), _), (.needed(let shape), _):
      shape.faults(in: value, at: path)
    case (.list(let shape), let values as [Any]):
      values.enumerated().flatMap { shape.faults(in: $1, at: "\(path)[\($0)]") }
    case (.members(let members), let value as [String: Any]): Self.faults(of: members, in: value, at: path)
    case (.number, let value as NSNumber): value.isTruth ? ["\(path) is a truth"] : []
    case (.truth, let value as NSNumber): value.isTruth ? [] : ["\(path) is a number"]
    case (_, let text as String): admits(text) ? [] : ["\(path) is '\(text)'"]
    default: ["\(path) is \(value.map { "\($0)" } ?? "missing")"]
    }
  }

  private static func faults(of members: [String: EntityShape], in value: [String: Any], at path: String) -> [String] {
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
