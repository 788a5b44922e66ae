import JSONValue

extension FieldReader {
  /// A list of identifiers, each of which may be a number.
  func ids(_ name: String) -> [String] {
    array(name).compactMap { json in
      switch json {
      case .string(let text): text
      case .number(let number): number.text
      case .null, .bool, .array, .object: nil
      }
    }
  }
}
