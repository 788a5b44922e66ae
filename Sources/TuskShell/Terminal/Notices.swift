import Synchronization

/// What other threads want shown above the line that is being typed. It may be used from any thread.
package final class Notices: Sendable {
  private struct Waiting {
    var texts: [String] = []
    var works: [@Sendable () -> Void] = []
    var isStopped = false
  }

  private let waiting = Mutex(Waiting())
  let pipe: WakePipe

  init(pipe: WakePipe) {
    self.pipe = pipe
  }

  /// Shows the text, which may be colored, above the prompt: at once while a line is being typed, else before the next.
  package func post(_ text: String) {
    waiting.withLock { $0.texts.append(text) }
    pipe.send(0)
  }

  /// Does the work on the reader's thread, which may print and ask: above the prompt while a line is being typed, else
  /// before the next.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.works.append(work) }
    pipe.send(0)
  }

  /// Ends the reader: what waits for a line, now or later, gets `.endOfInput`.
  package func stop() {
    waiting.withLock { $0.isStopped = true }
    pipe.send(0)
  }

  var isStopped: Bool { waiting.withLock { $0.isStopped } }

  /// What is to be done since the last time.
  func takeWorks() -> [@Sendable () -> Void] {
    waiting.withLock { waiting in
      defer { waiting.works = [] }
      return waiting.works
    }
  }

  /// The texts that have come since the last time.
  func take() -> [String] {
    waiting.withLock { waiting in
      defer { waiting.texts = [] }
      return waiting.texts
    }
  }
}
