import Synchronization

/// Messages and work from other threads for the thread that reads lines. Safe to use from any thread.
package final class ReaderQueue: Sendable {
  private struct Waiting {
    var texts: [@Sendable () -> String?] = []
    var works: [@Sendable () -> Void] = []
    var isStopped = false
  }

  private let waiting = Mutex(Waiting())
  let pipe: WakePipe

  init(pipe: WakePipe) {
    self.pipe = pipe
  }

  /// Shows the text, which may be colored, above the prompt: at once while a line is being typed, otherwise before the
  /// next one.
  package func post(_ text: String) { post(making: { text }) }

  /// Shows a text that is made on the reader's thread when it is shown; `nil` for none.
  package func post(making text: @escaping @Sendable () -> String?) {
    waiting.withLock { $0.texts.append(text) }
    pipe.send(0)
  }

  /// Runs the work, which may print and ask, on the reader's thread: above the prompt while a line is being typed,
  /// otherwise before the next one.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.works.append(work) }
    pipe.send(0)
  }

  /// Ends the reader: every current or later wait for a line returns `.endOfInput`.
  package func stop() {
    waiting.withLock { $0.isStopped = true }
    pipe.send(0)
  }

  var isStopped: Bool { waiting.withLock { $0.isStopped } }

  /// Removes and returns the pending work.
  func takeWorks() -> [@Sendable () -> Void] {
    waiting.withLock { waiting in
      defer { waiting.works = [] }
      return waiting.works
    }
  }

  /// Removes and returns the pending messages.
  func take() -> [String] {
    let texts = waiting.withLock { waiting in
      defer { waiting.texts = [] }
      return waiting.texts
    }
    return texts.compactMap { $0() }
  }
}
