import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import ServiceLifecycle

/// A WebSocket connection: its subscriptions and their events, as Mastodon's streaming server sends them.
struct SocketTalk: Sendable {
  let gateway: Gateway
  let opening: Opening

  /// The request that opened the WebSocket.
  struct Opening: Sendable {
    /// The request as an endpoint sees it.
    let input: Call.Input
    /// The header fields of the response.
    let headers: HTTPHeaders

    init(_ head: HTTPRequestHead) {
      let query = Form(urlEncoded: String(head.uri.drop { $0 != "?" }.dropFirst()))
      let words = (head.headers.first(name: "Authorization") ?? "").split(separator: " ", maxSplits: 1)
      let bearer = words.first?.lowercased() == "bearer" && words.count > 1 ? String(words[1]) : nil
      let subprotocol = head.headers.first(name: "Sec-WebSocket-Protocol")
      input = Call.Input(
        method: "GET", path: Routes.socketPath, host: head.headers.first(name: "Host") ?? Site.domain, query: query,
        form: query, parameters: [:], token: bearer ?? subprotocol ?? query["access_token"])
      headers = subprotocol.map { ["Sec-WebSocket-Protocol": $0] } ?? [:]
    }
  }

  /// A subscription to one stream.
  private struct Subscription {
    let names: [String]
    var feed: Feed
    /// Whether the connection breaks off after the first events.
    let isCut: Bool
  }

  private enum Occurrence: Sendable {
    case frame(WebSocketFrame)
    case ring
    case beat
    case end
  }

  private typealias Writer = NIOAsyncChannelOutboundWriter<WebSocketFrame>

  /// Serves until either side closes or the server stops.
  func run(over frames: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async {
    gateway.idleness.begin()
    defer { gateway.idleness.end() }
    let rings = Gateway.withHeartbeats(gateway.bell.rings())
    try? await frames.executeThenClose { incoming, outgoing in
      let (occurrences, continuation) = AsyncStream.makeStream(of: Occurrence.self)
      let hearing = Task {
        for try await frame in incoming { continuation.yield(.frame(frame)) }
        continuation.yield(.end)
      }
      let ringing = Task {
        for await isRing in rings { continuation.yield(isRing ? .ring : .beat) }
        continuation.yield(.end)
      }
      defer {
        hearing.cancel()
        ringing.cancel()
      }
      var subscriptions: [String: Subscription] = [:]
      try await subscribe(opening.input.query, &subscriptions, outgoing)
      for await occurrence in occurrences {
        guard try await take(occurrence, &subscriptions, outgoing) else { break }
      }
    }
  }

  /// Handles an occurrence and returns whether to continue.
  private func take(
    _ occurrence: Occurrence, _ subscriptions: inout [String: Subscription], _ outgoing: Writer
  ) async throws -> Bool {
    switch occurrence {
    case .end: return false
    case .beat:
      try await gateway.doWhatIsDue(at: gateway.controls.clock.now)
      try await outgoing.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
    case .ring:
      for key in subscriptions.keys.sorted() {
        guard try await tell(&subscriptions[key], outgoing) else { return false }
      }
    case .frame(let frame):
      switch frame.opcode {
      case .ping: try await outgoing.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
      case .connectionClose:
        try await outgoing.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData))
        return false
      case .text: try await obey(String(buffer: frame.unmaskedData), &subscriptions, outgoing)
      default: break
      }
    }
    return true
  }

  /// Sends a subscription's new events and returns whether to continue.
  private func tell(_ subscription: inout Subscription?, _ outgoing: Writer) async throws -> Bool {
    guard var told = subscription else { return true }
    let news = try await gateway.read(&told.feed)
    subscription = told
    for event in news {
      try await write(
        ["stream": .texts(told.names), "event": .text(event.name), "payload": .text(event.data)], outgoing)
    }
    return news.isEmpty || !told.isCut
  }

  private func obey(
    _ text: String, _ subscriptions: inout [String: Subscription], _ outgoing: Writer
  ) async throws {
    guard let order = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)) else { return }
    var form = Form()
    for name in ["stream", "tag", "list"] { order[name].map { form.append(name, $0) } }
    switch order["type"] {
    case "subscribe": try await subscribe(form, &subscriptions, outgoing)
    case "unsubscribe": subscriptions[Self.names(form).joined(separator: " ")] = nil
    default: break
    }
  }

  private func subscribe(
    _ form: Form, _ subscriptions: inout [String: Subscription], _ outgoing: Writer
  ) async throws {
    guard let stream = form["stream"] else { return }
    let names = Self.names(form)
    guard subscriptions[names.joined(separator: " ")] == nil else { return }
    var parts = stream.split(separator: ":").map(String.init)
    var input = opening.input
    input.form = form
    if parts.last == "media" { input.form.append("only_media", parts.removeLast()) }
    input.path += "/" + parts.joined(separator: "/")
    guard let endpoint = Routes.streaming.first(where: { $0.path == input.path }), input.path != Routes.socketPath
    else {
      return try await write(["error": "Unknown stream type", "status": 400], outgoing)
    }
    let fault = gateway.controls.faults.take(for: input.method, input.path)
    let reply = await gateway.reply(to: input, by: endpoint, at: gateway.controls.clock.now)
    guard let feed = reply.feed, fault != .refuse else {
      let status = reply.feed == nil ? reply.status : 503
      return try await write(["error": .text(Self.reason(reply)), "status": .int(status)], outgoing)
    }
    subscriptions[names.joined(separator: " ")] = Subscription(names: names, feed: feed, isCut: fault == .cut)
  }

  /// The stream's names in its events.
  private static func names(_ form: Form) -> [String] {
    [form["stream"], form["tag"] ?? form["list"]].compactMap(\.self)
  }

  private static func reason(_ reply: Reply) -> String {
    guard case .entity(.object(let members)) = reply.body,
      case .text(let reason)? = members.first(where: { $0.name == "error" })?.value
    else { return "Service Unavailable" }
    return reason
  }

  private func write(_ entity: Entity, _ outgoing: Writer) async throws {
    let data = ByteBuffer(bytes: entity.json)
    try await outgoing.write(WebSocketFrame(fin: true, opcode: .text, data: data))
  }
}
