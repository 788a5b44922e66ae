/// The last so many identifiers that came by.
struct IdentifierRing: Sendable {
  let capacity: Int
  private var order: [String] = []
  private var next = 0
  private var known: Set<String> = []

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  func contains(_ id: String) -> Bool { known.contains(id) }

  /// Adds an identifier in place of the oldest where there is no room; says no where it was there already.
  mutating func insert(_ id: String) -> Bool {
    guard known.insert(id).inserted else { return false }
    guard order.count == capacity else {
      order.append(id)
      return true
    }
    known.remove(order[next])
    order[next] = id
    next = (next + 1) % capacity
    return true
  }
}
