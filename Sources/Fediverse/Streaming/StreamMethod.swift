/// A method to receive events, in order of preference.
enum StreamMethod: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// One WebSocket for all streams of a client.
  case sharedSocket
  /// One WebSocket per stream, named in the URL; the only kind on Akkoma and older versions of Pleroma.
  case ownSocket
  /// Server-sent events.
  case serverSentEvents
  /// Polling lists for new rows.
  case polling

  static func < (left: StreamMethod, right: StreamMethod) -> Bool { left.rawValue < right.rawValue }
}

/// What a client knows about its server's streams.
struct StreamState: Sendable {
  /// The first method that worked; the preferred ones before it did not.
  var method: StreamMethod?
  /// How the token is sent when a WebSocket is opened.
  var tokenPlacement = AccessToken.Placement.authorization
  /// The sources that are polled, because the server does not deliver them.
  var polled: Set<Client.Streaming.Source> = []
  /// The sockets by the query of their URL, which is empty for the shared one.
  var sockets: [String: StreamSocket] = [:]
}

/// A signal from a connection.
enum StreamSignal: Sendable {
  /// From here on no event is missed; earlier ones may have been.
  case opened
  case event(StreamEvent)
}

/// Why a method ended.
struct StreamFailure: Error {
  let error: FediverseError
  /// Whether the server does not support the method at all, so that the next one should be tried.
  let isMissing: Bool
}

typealias StreamInbox = BoundedChannel<StreamSignal, StreamFailure>

extension Client.Streaming.Source {
  /// The first method to try on a server's software, if it would accept a preferred one and never deliver anything.
  ///
  /// GoToSocial knows a stream from the URL only, and never delivers the statuses with a hashtag.
  func firstMethod(on flavor: Flavor?) -> StreamMethod {
    switch (flavor, self) {
    case (.gotosocial, .tag): .polling
    case (.gotosocial, _): .ownSocket
    default: .sharedSocket
    }
  }
}

extension Client {
  /// How long the server asked not to be contacted after a failure, at most five minutes.
  func requestedDelay(after failure: FediverseError?) -> Duration {
    min(delay(until: failure?.retryAt), Self.longestDelay)
  }

  private static var longestDelay: Duration { .seconds(300) }
}
