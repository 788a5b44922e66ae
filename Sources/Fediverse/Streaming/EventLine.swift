import Synchronization

/// A line of elements from one task to another, in which the giver waits where it is full and the taker where it is
/// empty.
final class EventLine<Element: Sendable, Failure: Error>: Sendable {
  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  private struct State {
    var elements: [Element] = []
    /// How many at the beginning were taken already.
    var taken = 0
    var isEnded = false
    var failure: Failure?
    var isClosed = false
    var giver: CheckedContinuation<Void, Never>?
    var taker: CheckedContinuation<Void, Never>?

    var count: Int { elements.count - taken }

    mutating func take() -> Element? {
      guard count > 0 else { return nil }
      defer {
        taken += 1
        if taken == elements.count || taken >= 1024 {
          elements.removeFirst(taken)
          taken = 0
        }
      }
      return elements[taken]
    }

    mutating func waiters() -> [CheckedContinuation<Void, Never>] {
      defer { (giver, taker) = (nil, nil) }
      return [giver, taker].compactMap(\.self)
    }
  }

  /// Adds an element as soon as there is room; says no where nobody takes any more.
  func give(_ element: Element) async -> Reading {
    await wait {
      $0.isClosed || $0.count < capacity
    } parking: {
      $0.giver = $1
    }
    return change { state in
      guard !state.isClosed else { return .enough }
      state.elements.append(element)
      return .more
    }
  }

  /// Adds an element if there is room at once; says whether there was.
  func offer(_ element: Element) -> Bool {
    change { state in
      guard !state.isClosed, state.count < capacity else { return false }
      state.elements.append(element)
      return true
    }
  }

  /// Says that nothing more comes, and why if something is wrong.
  func end(_ failure: Failure? = nil) {
    change { state in
      guard !state.isEnded else { return }
      state.isEnded = true
      state.failure = failure
    }
  }

  /// Says that nothing more is taken; both ends go on at once.
  func close() {
    change { state in
      state.isClosed = true
      state.elements = []
      state.taken = 0
    }
  }

  /// The next element as soon as there is one, or `nil` where the line has ended or was closed.
  func take() async throws(Failure) -> Element? {
    await wait {
      $0.isClosed || $0.isEnded || $0.count > 0
    } parking: {
      $0.taker = $1
    }
    let (element, failure) = change { state -> (Element?, Failure?) in
      if let element = state.take() { return (element, nil) }
      defer { state.failure = nil }
      return (nil, state.isClosed ? nil : state.failure)
    }
    if let failure { throw failure }
    return element
  }

  private func wait(
    until isDue: (State) -> Bool, parking park: (inout State, CheckedContinuation<Void, Never>) -> Void
  ) async {
    while !state.withLock({ isDue($0) }) {
      await withCheckedContinuation { continuation in
        let isToGoOn = state.withLock { state in
          guard !isDue(state) else { return true }
          park(&state, continuation)
          return false
        }
        if isToGoOn { continuation.resume() }
      }
    }
  }

  @discardableResult
  private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    let (result, waiters) = state.withLock { state in
      (change(&state), state.waiters())
    }
    for waiter in waiters { waiter.resume() }
    return result
  }
}
