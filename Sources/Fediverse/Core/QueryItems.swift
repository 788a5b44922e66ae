/// The items of a query or a form; items without a value are left out.
struct QueryItems {
  private(set) var pairs: [(name: String, value: String)] = []

  mutating func set(_ name: String, _ value: String?) {
    if let value { pairs.append((name, value)) }
  }

  mutating func set(_ name: String, _ value: Bool?) {
    set(name, value.map { String($0) })
  }

  mutating func set(_ name: String, _ value: Int?) {
    set(name, value.map { String($0) })
  }

  mutating func set(_ name: String, all values: [String]) {
    pairs += values.map { (name, $0) }
  }

  mutating func add(_ others: [(name: String, value: String)]) {
    pairs += others
  }
}
