import JSONValue

/// JSON values of every type, none of which stands where it belongs.
enum OddValues {
  static let all: [JSON] = [
    .null, true, false, 0, -1, 7, "", " ", "text", "\u{0}\u{202E}", [], [nil], ["x"], [[]], [:], ["id": nil],
    ["x": [:]],
    number("1e999"), number("-0.5"), number("99999999999999999999"),
  ]

  /// A number whose spelling no `Int` holds.
  private static func number(_ text: String) -> JSON {
    (try? JSON(parsing: text)) ?? .null
  }

  /// The object with one member replaced, or without it.
  static func object(_ json: JSON, with name: String, as value: JSON?) -> JSON {
    guard var object = json.object else { return json }
    object[name] = value
    return .object(object)
  }
}
