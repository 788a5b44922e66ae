extension Signature {
  /// Values of a parameter with which an action destroys something.
  package struct Danger: Sendable, Hashable {
    package var parameter: String
    /// The values; empty where every value but a no is one.
    package var values: [String]
    /// What the program takes where the parameter is not given.
    package var fallback: String?

    package init(parameter: String, values: [String], fallback: String?) {
      self.parameter = parameter
      self.values = values
      self.fallback = fallback
    }

    fileprivate func isIn(_ pairs: [CallbackURL.Pair]) -> Bool {
      let given = pairs.filter { $0.name == parameter }.map { $0.value ?? "" }
      return (given.isEmpty ? [fallback].compactMap(\.self) : given).contains { value in
        values.isEmpty ? !["false", "no", "0"].contains(value.lowercased()) : values.contains(value)
      }
    }
  }

  /// What carrying the action out may change at worst.
  package var worstEffect: Effect { dangers.isEmpty ? effect : .destructive }

  /// What carrying the action out with these parameters changes.
  package func effect(of pairs: [CallbackURL.Pair]) -> Effect {
    dangers.contains { $0.isIn(pairs) } ? .destructive : effect
  }
}
