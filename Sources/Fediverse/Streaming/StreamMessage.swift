import JSONValue

/// One text of a WebSocket as Mastodon and its kin write it.
///
///     { "stream": ["hashtag", "cats"], "event": "update", "payload": "{…}" }
///     { "error": "Unknown stream type", "status": 400 }
enum StreamMessage: Sendable, Hashable {
  /// Something happened; which stream it belongs to is not always said.
  case event(stream: String?, ServerSentEvent)
  /// A subscription is refused; which one is not said.
  case refusal(text: String, status: Int?)
  /// A subscription is in order.
  case acceptance

  /// Reads a text; `nil` where it is no message.
  init?(_ text: String) {
    guard let json = try? JSON(parsing: text), json.object != nil else { return nil }
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

  /// Entities come as texts of JSON, from some servers as objects, and identifiers as texts or numbers.
  private static func text(_ json: JSON?) -> String {
    switch json {
    case nil, .null?: ""
    case let json?: json.string ?? json.text
    }
  }

  /// The name and what it is about, which may be apart or joined already.
  private static func stream(_ json: JSON?) -> String? {
    let parts = json?.array?.compactMap(\.string) ?? json?.string.map { [$0] } ?? []
    return parts.isEmpty ? nil : parts.joined(separator: ":").lowercased()
  }

  /// Pleroma answers each subscription.
  private static func response(_ payload: String) -> StreamMessage {
    guard let json = try? JSON(parsing: payload), json["result"]?.string == "error" else { return .acceptance }
    let reason = json["error"]?.string ?? "the stream is refused"
    return .refusal(text: reason, status: reason == "unauthorized" ? 401 : nil)
  }
}
