import JSONValue
import Synchronization
import TuskActions
import TuskCommon
import XCallbackURL

/// The streams that one account watches at the prompt. They share a client of their own, and so one connection: a
/// `stream` that runs meanwhile gets its own events, and nothing is drawn over what is typed.
final class PromptWatches: Sendable {
  let news: WatchNews
  private let makeSession: @Sendable () -> Session
  private let state = Mutex(State())

  private struct State {
    var watches: [Watch] = []
    /// Has the connection; `nil` while nothing is watched.
    var session: Session?
    var lastID = 0
  }

  /// A stream, and the task that reads it.
  private struct Watch {
    let id: Int
    let stream: WatchedStream
    let url: CallbackURL
    let task: Task<Void, Never>
  }

  /// How a request for events ends in any case; it waits for less.
  private static let timeout = Duration.seconds(120)

  /// - Parameters:
  ///   - news: gets the events.
  ///   - makeSession: opens the client of the account.
  init(news: WatchNews, makeSession: @escaping @Sendable () -> Session) {
    (self.news, self.makeSession) = (news, makeSession)
  }

  deinit { endAll() }

  /// The streams, in the order in which their watches began.
  var streams: [WatchedStream] { state.withLock { $0.watches.map(\.stream) } }

  /// Begins to watch a stream.
  ///
  /// - Returns: whether it was not watched already.
  func begin(_ stream: WatchedStream, at url: CallbackURL) -> Bool {
    state.withLock { state in
      guard !state.watches.contains(where: { $0.stream == stream }) else { return false }
      start(stream, url, &state)
      return true
    }
  }

  /// Ends the watch of this place, from 0 on.
  ///
  /// A client keeps each stream open, so the others go on with a new one.
  func end(at place: Int) {
    state.withLock { state in
      guard state.watches.indices.contains(place) else { return }
      let ended = state.watches.remove(at: place)
      let others = state.watches
      for watch in others + [ended] { watch.task.cancel() }
      (state.watches, state.session) = ([], nil)
      for watch in others { start(watch.stream, watch.url, &state) }
    }
  }

  /// Ends all watches.
  func endAll() {
    state.withLock { state in
      for watch in state.watches { watch.task.cancel() }
      (state.watches, state.session) = ([], nil)
    }
  }

  private func start(_ stream: WatchedStream, _ url: CallbackURL, _ state: inout State) {
    let session = state.session ?? makeSession()
    state.session = session
    state.lastID += 1
    let (id, news) = (state.lastID, news)
    // Detached, so that its requests are neither traced over the line nor counted in the time of another one.
    let task = Task.detached { [weak self] in
      let reason = await Self.read(stream, at: url, with: session, for: news)
      if let reason { self?.fail(id, stream, reason) }
    }
    state.watches.append(Watch(id: id, stream: stream, url: url, task: task))
  }

  /// Reads a stream until its task is canceled.
  ///
  /// - Returns: why it ended before.
  private static func read(
    _ stream: WatchedStream, at first: CallbackURL, with session: Session, for news: WatchNews
  ) async -> String? {
    var url = first
    while true {
      let reply = await session.open(url, from: Origin(.person), timeout: timeout)
      guard !Task.isCancelled else { return nil }
      guard let data = reply.data else { return reply.failure?.message ?? "the request was canceled" }
      let records = (data["items"]?.array ?? []).compactMap(\.object)
      let lost = records.compactMap { $0["dropped"]?.int }.reduce(0, +)
      if lost > 0 { news.say("watch \(stream.name): \(lost.counting("event")) came too fast, and are lost") }
      news.add(records.compactMap { stream.event(of: $0) }, of: stream)
      guard let next = data["next"]?.string else { return "the server ended the stream" }
      url = first.appending([CallbackURL.Pair("page", next)])
    }
  }

  private func fail(_ id: Int, _ stream: WatchedStream, _ reason: String) {
    let isKnown = state.withLock { state in
      guard let place = state.watches.firstIndex(where: { $0.id == id }) else { return false }
      state.watches.remove(at: place)
      if state.watches.isEmpty { state.session = nil }
      return true
    }
    if isKnown { news.say("watch \(stream.name) ended: \(reason)") }
  }
}
