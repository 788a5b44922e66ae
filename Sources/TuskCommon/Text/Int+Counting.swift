extension Int {
  /// The number with what it counts: `1 item`, `2 items`.
  ///
  /// - Parameter plural: the noun for every number but one; `nil` where an `s` makes it.
  package func counting(_ noun: String, plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(plural ?? noun + "s")"
  }
}
