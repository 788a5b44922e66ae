import JSONValue

/// A text message on a WebSocket, in the format of Mastodon and compatible servers.
///
///     { "stream": ["hashtag", "cats"], "event": "update", "payload": "{…}" }
///     { "error": "Unknown stream type", "status": 400 }
enum StreamMessage: Sendable, Hashable {
  /// An event; some servers omit the stream it belongs to.
  case event(stream: String?, ServerSentEvent)
  /// A refused subscription; the server does not say which one.
  case refusal(text: String, status: Int?)
  /// A confirmed subscription.
  case acceptance

  /// Parses a message; `nil` if it is none of these.
  init?(_ text: String) {
    guard let json = StreamEvent.json(text), json.object != nil else { return nil }
    if let name = json["event"]?.string {
      let payload = Self.text(json["payload"])
      self =
        name == "pleroma:respond"
        ? Self.response(payload) : .event(stream: Self.stream(json["stream"]), Self.sse(name, payload))
      return
    }
    guard let error = json["error"] else { return nil }
    self = .refusal(text: Self.text(error), status: json["status"]?.int)
  }

  private static func sse(_ name: String, _ payload: String) -> ServerSentEvent {
    ServerSentEvent(name: name, data: payload, id: "", isTooLong: false)
  }

  /// Payloads are JSON as a string, or on some servers as an object; identifiers are strings or numbers.
  private static func text(_ json: JSON?) -> String {
    switch json {
    case nil, .null?: ""
    case let json?: json.string ?? json.text
    }
  }

  /// The stream with its parameter, which are sent separately or joined.
  private static func stream(_ json: JSON?) -> String? {
    let parts = json?.array?.compactMap(\.string) ?? json?.string.map { [$0] } ?? []
    return parts.isEmpty ? nil : parts.joined(separator: ":").lowercased()
  }

  /// Pleroma responds to each subscription.
  private static func response(_ payload: String) -> StreamMessage {
    guard let json = try? JSON(parsing: payload), json["result"]?.string == "error" else { return .acceptance }
    let reason = json["error"]?.string ?? "the stream was refused"
    return .refusal(text: reason, status: reason == "unauthorized" ? 401 : nil)
  }
}
