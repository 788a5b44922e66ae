/// The most recent identifiers, up to a fixed number.
struct IdentifierRing: Sendable {
  let capacity: Int
  private var order: [String] = []
  private var next = 0
  private var known: Set<String> = []

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  func contains(_ id: String) -> Bool { known.contains(id) }

  /// Adds an identifier, replacing the oldest when full; returns whether it was new.
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
