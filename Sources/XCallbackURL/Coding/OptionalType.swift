/// A type whose values may be absent.
protocol OptionalType {
  /// Whether the value is of this type and absent.
  static func isNil(_ value: some Any) -> Bool
  /// What a decoder gives that is there; `nil` where it gives nothing of the type.
  static func wrapped(in decoder: NodeDecoder) -> Any?
}

extension Optional: OptionalType {
  static func isNil(_ value: some Any) -> Bool {
    if case .some(.none) = value as? Self { true } else { false }
  }

  static func wrapped(in decoder: NodeDecoder) -> Any? {
    guard let type = Wrapped.self as? any Decodable.Type else { return nil }
    return try? decoder.value(of: type)
  }
}
