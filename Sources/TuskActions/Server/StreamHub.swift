import Fediverse
import XCallbackURL

/// The streams that somebody listens to: each is kept open between the requests that ask what came.
actor StreamHub {
  private var lines: [Client.Streaming.Source: Line] = [:]
  /// The last gap of each part of each stream.
  private var gaps: [Gap.Location: Gap] = [:]

  /// One stream, and what came of it that nobody has asked for yet.
  private struct Line {
    let task: Task<Void, Never>
    let mailbox: Mailbox
  }

  /// What came since it was last asked, after waiting for something to come.
  func news(of source: Client.Streaming.Source, at client: Client, waiting: Duration) async throws(Failure) -> News {
    let line = lines[source] ?? open(source, at: client)
    let news = await line.mailbox.take(waiting: waiting)
    if news.isOver, lines[source]?.mailbox === line.mailbox { lines[source] = nil }
    return news
  }

  /// Whether a gap is another one than the last of its part: where a list cannot be read, each break finds the same.
  func isNews(_ gap: Gap) -> Bool {
    gaps.updateValue(gap, forKey: gap.location) != gap
  }

  private func open(_ source: Client.Streaming.Source, at client: Client) -> Line {
    let mailbox = Mailbox()
    let task = Task {
      do throws(FediverseError) {
        var events = client.streaming.events(source).makeAsyncIterator()
        while let event = try await events.next() { await mailbox.put(event) }
        await mailbox.end(nil)
      } catch {
        await mailbox.end(error)
      }
    }
    let line = Line(task: task, mailbox: mailbox)
    lines[source] = line
    return line
  }

  deinit {
    for line in lines.values { line.task.cancel() }
  }

  /// What a stream has brought.
  struct News: Sendable {
    var events: [StreamEvent] = []
    /// How many events were lost before these.
    var dropped = 0
    var isOver = false
    var error: FediverseError?
  }

  /// Events that wait to be asked for; of too many the oldest are lost, and counted.
  private actor Mailbox {
    private var news = News()
    /// Those who wait for the next event; the first of them takes it.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private static let capacity = 1000

    func put(_ event: StreamEvent) {
      news.events.append(event)
      if news.events.count > Self.capacity {
        news.events.removeFirst()
        news.dropped += 1
      }
      wake()
    }

    func end(_ error: FediverseError?) {
      news.isOver = true
      news.error = error
      wake()
    }

    func take(waiting duration: Duration) async -> News {
      if news.events.isEmpty, !news.isOver {
        let alarm = Task {
          try? await Task.sleep(for: duration)
          self.wake()
        }
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            if Task.isCancelled { continuation.resume() } else { self.waiting.append(continuation) }
          }
        } onCancel: {
          Task { await self.wake() }
        }
        alarm.cancel()
      }
      defer { news = News(isOver: news.isOver, error: news.error) }
      return news
    }

    private func wake() {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }
}
