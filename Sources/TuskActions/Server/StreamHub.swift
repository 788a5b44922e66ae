import Fediverse
import XCallbackURL

/// The open streams; each stays connected between the requests that read its events.
actor StreamHub {
  private var connections: [Client.Streaming.Source: Connection] = [:]
  /// The latest gap of each part of each stream.
  private var gaps: [Gap.Location: Gap] = [:]
  /// The streams of which a person was told how they are read.
  private var noted: Set<Client.Streaming.Source> = []

  /// A stream and its events that no request has read yet.
  private struct Connection {
    let task: Task<Void, Never>
    let mailbox: Mailbox
  }

  /// The events since the last call; waits for one if there are none yet.
  func news(of source: Client.Streaming.Source, at client: Client, waiting: Duration) async throws(Failure) -> News {
    let connection = connections[source] ?? open(source, at: client)
    let news = await connection.mailbox.take(waiting: waiting)
    if news.isOver, connections[source]?.mailbox === connection.mailbox { connections[source] = nil }
    return news
  }

  /// Whether a gap differs from the latest of its part: while a list cannot be read, each reconnection finds the same gap.
  func isNew(_ gap: Gap) -> Bool {
    gaps.updateValue(gap, forKey: gap.location) != gap
  }

  /// Whether this is the first note about how the stream is read; others are left out.
  func isFirstNote(about source: Client.Streaming.Source) -> Bool { noted.insert(source).inserted }

  private func open(_ source: Client.Streaming.Source, at client: Client) -> Connection {
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
    let connection = Connection(task: task, mailbox: mailbox)
    connections[source] = connection
    return connection
  }

  deinit {
    for connection in connections.values { connection.task.cancel() }
  }

  /// The unread events of a stream.
  struct News: Sendable {
    var events: [StreamEvent] = []
    /// How many events were lost before these.
    var dropped = 0
    var isOver = false
    var error: FediverseError?
  }

  /// Holds events until a request reads them; if there are too many, drops and counts the oldest.
  private actor Mailbox {
    private var news = News()
    /// The requests that wait for the next event; the first one takes it.
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
