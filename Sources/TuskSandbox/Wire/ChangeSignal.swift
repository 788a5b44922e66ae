import Synchronization

/// Tells waiting streams that the database was written to.
final class ChangeSignal: Sendable {
  private struct Listeners {
    var next = 0
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let listeners = Mutex(Listeners())

  func send() {
    for listener in listeners.withLock({ Array($0.waiting.values) }) { listener.yield() }
  }

  /// One element per change; changes made before the previous one is read are merged into one.
  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { listeners in
      listeners.next += 1
      listeners.waiting[listeners.next] = continuation
      return listeners.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.listeners.withLock { $0.waiting.removeValue(forKey: number) }
    }
    return stream
  }
}
