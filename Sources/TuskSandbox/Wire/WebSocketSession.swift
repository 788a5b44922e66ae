import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import ServiceLifecycle

/// A WebSocket connection: its subscriptions and their events, as Mastodon's streaming server sends them.
struct WebSocketSession: Sendable {
  let gateway: Gateway
  let handshake: Handshake

  /// The request that opened the WebSocket.
  struct Handshake: Sendable {
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
        method: "GET", path: Routes.socketPath, host: head.headers.first(name: "Host") ?? InstanceConfiguration.domain,
        query: query,
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

  private enum Input: Sendable {
    case frame(WebSocketFrame)
    case change
    case heartbeat
    case end
  }

  private typealias Writer = NIOAsyncChannelOutboundWriter<WebSocketFrame>

  /// Serves until either side closes or the server stops.
  func run(over frames: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async {
    gateway.idleTimer.begin()
    defer { gateway.idleTimer.end() }
    let signals = Gateway.withHeartbeats(gateway.changes.stream())
    try? await frames.executeThenClose { incoming, outgoing in
      let (inputs, continuation) = AsyncStream.makeStream(of: Input.self)
      let receiving = Task {
        for try await frame in incoming { continuation.yield(.frame(frame)) }
        continuation.yield(.end)
      }
      let signaling = Task {
        for await isChange in signals { continuation.yield(isChange ? .change : .heartbeat) }
        continuation.yield(.end)
      }
      defer {
        receiving.cancel()
        signaling.cancel()
      }
      var subscriptions: [String: Subscription] = [:]
      try await subscribe(handshake.input.query, &subscriptions, outgoing)
      for await input in inputs {
        guard try await handle(input, &subscriptions, outgoing) else { break }
      }
    }
  }

  /// Handles one input and returns whether to continue.
  private func handle(
    _ input: Input, _ subscriptions: inout [String: Subscription], _ outgoing: Writer
  ) async throws -> Bool {
    switch input {
    case .end: return false
    case .heartbeat:
      try await gateway.runDueJobs(at: gateway.controls.clock.now)
      try await outgoing.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
    case .change:
      for key in subscriptions.keys.sorted() {
        guard try await sendEvents(of: &subscriptions[key], outgoing) else { return false }
      }
    case .frame(let frame):
      switch frame.opcode {
      case .ping: try await outgoing.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
      case .connectionClose:
        try await outgoing.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData))
        return false
      case .text: try await perform(String(buffer: frame.unmaskedData), &subscriptions, outgoing)
      default: break
      }
    }
    return true
  }

  /// Sends a subscription's new events and returns whether to continue.
  private func sendEvents(of subscription: inout Subscription?, _ outgoing: Writer) async throws -> Bool {
    guard var current = subscription else { return true }
    let events = try await gateway.read(&current.feed)
    subscription = current
    for event in events {
      try await write(
        ["stream": .texts(current.names), "event": .text(event.name), "payload": .text(event.data)], outgoing)
    }
    return events.isEmpty || !current.isCut
  }

  private func perform(
    _ text: String, _ subscriptions: inout [String: Subscription], _ outgoing: Writer
  ) async throws {
    guard let command = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)) else { return }
    var form = Form()
    for name in ["stream", "tag", "list"] { command[name].map { form.append(name, $0) } }
    switch command["type"] {
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
    var input = handshake.input
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
