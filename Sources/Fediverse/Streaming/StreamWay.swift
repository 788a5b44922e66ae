/// A way in which a server tells what happens, the best first.
enum StreamWay: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// One WebSocket for every stream of a client.
  case sharedSocket
  /// A WebSocket for each stream, which is named in its URL; Akkoma and older editions of Pleroma know no other.
  case ownSocket
  /// Server-sent events.
  case serverSentEvents
  /// Asking again and again what is new.
  case polling

  static func < (left: StreamWay, right: StreamWay) -> Bool { left.rawValue < right.rawValue }
}

/// What a client knows of its server's streams.
struct StreamMemory: Sendable {
  /// The way that worked first, because the others before it did not.
  var way: StreamWay?
  /// Where the token stands when a WebSocket is asked for.
  var proof = AccessToken.Placement.authorization
  /// The sockets by the query of their URL, empty for the shared one.
  var sockets: [String: StreamSocket] = [:]
}

/// One thing that a way of streaming brings.
enum StreamNote: Sendable {
  /// From here on nothing is missed; what happened before this was told to nobody.
  case opened
  case event(StreamEvent)
}

/// Why a way of streaming is at its end.
struct StreamFault: Error {
  let error: FediverseError
  /// Whether the server does not have this way at all, so that the next one may be tried.
  let isMissing: Bool
}

typealias StreamInbox = EventLine<StreamNote, StreamFault>

extension Client {
  /// How long to leave the server alone after a failure, if it said so.
  func rest(after failure: FediverseError?) -> Duration {
    guard let moment = failure?.retryAt else { return .zero }
    return min(.seconds(max(moment.seconds - clock().seconds, 0)), Self.longestRest)
  }

  private static var longestRest: Duration { .seconds(300) }
}
