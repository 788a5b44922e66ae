import Synchronization

/// A bounded queue between two tasks: the sender waits when it is full, the receiver when it is empty.
final class BoundedChannel<Element: Sendable, Failure: Error>: Sendable {
  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  private struct State {
    var elements: [Element] = []
    /// The number of elements at the start that were received already.
    var taken = 0
    var isEnded = false
    var failure: Failure?
    var isClosed = false
    var sender: CheckedContinuation<Void, Never>?
    var receiver: CheckedContinuation<Void, Never>?

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
      defer { (sender, receiver) = (nil, nil) }
      return [sender, receiver].compactMap(\.self)
    }
  }

  /// Adds an element as soon as there is room; returns `.enough` if the receiver has closed the channel.
  func send(_ element: Element) async -> Reading {
    await wait {
      $0.isClosed || $0.count < capacity
    } parking: {
      $0.sender = $1
    }
    return change { state in
      guard !state.isClosed else { return .enough }
      state.elements.append(element)
      return .more
    }
  }

  /// Adds an element if there is room now; returns whether it did.
  func offer(_ element: Element) -> Bool {
    change { state in
      guard !state.isClosed, state.count < capacity else { return false }
      state.elements.append(element)
      return true
    }
  }

  /// Ends the sending side, with an error if something went wrong.
  func finish(_ failure: Failure? = nil) {
    change { state in
      guard !state.isEnded else { return }
      state.isEnded = true
      state.failure = failure
    }
  }

  /// Ends the receiving side, and resumes both waiting tasks.
  func close() {
    change { state in
      state.isClosed = true
      state.elements = []
      state.taken = 0
    }
  }

  /// Waits for the next element; returns `nil` at the end or after `close()`.
  ///
  /// - Throws: the error passed to `finish(_:)`, once.
  func receive() async throws(Failure) -> Element? {
    await wait {
      $0.isClosed || $0.isEnded || $0.count > 0
    } parking: {
      $0.receiver = $1
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
        let isReady = state.withLock { state in
          guard !isDue(state) else { return true }
          park(&state, continuation)
          return false
        }
        if isReady { continuation.resume() }
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
