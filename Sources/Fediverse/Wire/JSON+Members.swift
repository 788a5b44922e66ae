import JSONValue

extension JSON {
  /// An object of those members that have a value, because Pleroma refuses `null`.
  static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    var object = JSON.Object()
    for (name, value) in members {
      if let value { object[name] = value }
    }
    return .object(object)
  }

  /// A list of texts, or nothing where there are none.
  static func texts(_ texts: [String]) -> JSON? {
    texts.isEmpty ? nil : .array(texts.map(JSON.string))
  }
}
