import JSONValue
import NIOCore
import NIOWebSocket
import Testing

@testable import Fediverse

/// What comes over a WebSocket, from frames to events.
struct StreamMessageTests {
  /// A text, and what it is read as.
  @Test(arguments: [
    (#"{"stream":["user"],"event":"update","payload":"{\"id\":\"1\"}"}"#, "user update 1"),
    (#"{"stream":["hashtag","Cats"],"event":"update","payload":{"id":2}}"#, "hashtag:cats update 2"),
    (#"{"stream":"list:3","event":"status.update","payload":"{\"id\":\"3\"}"}"#, "list:3 status.update 3"),
    (#"{"event":"delete","payload":"106692867363994015"}"#, "- delete 106692867363994015"),
    (#"{"event":"delete","payload":106692867363994015,"stream":[]}"#, "- delete 106692867363994015"),
    (#"{"stream":["user"],"event":"filters_changed"}"#, "user filters_changed"),
    (#"{"stream":["user"],"event":"filters_changed","payload":"undefined"}"#, "user filters_changed"),
    (#"{"stream":["user"],"event":"filters_changed","payload":null}"#, "user filters_changed"),
    (#"{"stream":["user"],"event":"notifications_merged","payload":"1"}"#, "user notifications_merged"),
    (#"{"stream":["direct"],"event":"conversation","payload":"{\"id\":\"4\"}"}"#, "direct conversation"),
    (#"{"event":"pleroma:chat_update","payload":"{}"}"#, "- pleroma:chat_update"),
    (#"{"event":"update","payload":"{"}"#, "- update"),
    (#"{"error":"Not found","status":404}"#, "refused 404 Not found"), (#"{"error":"no"}"#, "refused 0 no"),
    (
      #"{"event":"pleroma:respond","payload":"{\"result\":\"error\",\"error\":\"bad_topic\"}"}"#,
      "refused 0 bad_topic"
    ),
    (
      #"{"event":"pleroma:respond","payload":"{\"result\":\"error\",\"error\":\"unauthorized\"}"}"#,
      "refused 401 unauthorized"
    ),
    (#"{"event":"pleroma:respond","payload":"{\"result\":\"success\"}"}"#, "accepted"),
    ("", "nothing"), ("[]", "nothing"), ("{}", "nothing"), (#"{"event":3}"#, "nothing"), ("{", "nothing"),
  ])
  func textsBecomeEvents(_ text: String, _ expected: String) {
    let found: String =
      switch StreamMessage(text) {
      case .event(let stream, let event)?: "\(stream ?? "-") \(Self.words(StreamEvent(event)))"
      case .refusal(let text, let status)?: "refused \(status ?? 0) \(text)"
      case .acceptance?: "accepted"
      case nil: "nothing"
      }
    #expect(found == expected)
  }

  private static func words(_ event: StreamEvent) -> String {
    switch event {
    case .update(let status), .statusUpdate(let status): "\(event.name) \(status.id)"
    case .delete(let id): "delete \(id)"
    default: event.name
    }
  }

  @Test(arguments: 0..<20) func randomJSONBecomesSomeEventOrNone(_ seed: UInt64) {
    var random = Seeded(seed)
    let names = [
      "update", "status.update", "delete", "notification", "conversation", "announcement", "announcement.reaction",
      "announcement.delete", "filters_changed", "encrypted_message", "notifications_merged", "pleroma:respond", "x",
    ]
    for _ in 0..<300 {
      let payload = Self.json(depth: 4, &random)
      let isText = Bool.random(using: &random)
      let json: JSON = [
        "event": .string(names.randomElement(using: &random) ?? ""), "stream": Self.json(depth: 2, &random),
        "payload": isText ? .string(payload.text) : payload,
      ]
      guard case .event(_, let event)? = StreamMessage(json.text) else { continue }
      let told = StreamEvent(event)
      #expect(told.name == event.name)
      if let cursor = told.cursor { #expect(told.part != nil && !cursor.isEmpty) }
    }
  }

  @Test(arguments: 0..<20) func randomTextsAreReadWithoutHarm(_ seed: UInt64) {
    var random = Seeded(seed)
    let whole = Array(#"{"stream":["user"],"event":"update","payload":"{\"id\":\"1\"}","error":{}}"#.utf8)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let cut = bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
      if case .event(_, let event)? = StreamMessage(String(decoding: cut, as: UTF8.self)) {
        #expect(StreamEvent(event).name == event.name)
      }
    }
  }

  private static func json(depth: Int, _ random: inout Seeded) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .int(Int.random(in: -5...5, using: &random))
    case 2: .bool(Bool.random(using: &random))
    case 3: .string(["", "1", "a b", "undefined", "\u{0}", "2026-01-01"].randomElement(using: &random) ?? "")
    case 4: .string(String(UInt64.random(in: 0...UInt64.max, using: &random)))
    case 5: .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in json(depth: depth - 1, &random) })
    default:
      .object(
        JSON.Object(
          [
            "id", "status", "account", "type", "last_status", "reblog", "name", "announcement_id", "created_at",
            "result",
          ]
          .filter { _ in Bool.random(using: &random) }.map { ($0, json(depth: depth - 1, &random)) }))
    }
  }

  private static func frame(_ opcode: WebSocketOpcode, _ text: String, fin: Bool = true) -> WebSocketFrame {
    WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(string: text))
  }

  @Test func fragmentsAreJoinedAndControlFramesMayComeBetween() throws {
    var assembler = FrameAssembler(limit: 6)
    #expect(try assembler.take(Self.frame(.text, "ab", fin: false)) == .nothing)
    #expect(try assembler.take(Self.frame(.ping, "x")) == .message(.ping([0x78])))
    #expect(try assembler.take(Self.frame(.continuation, "", fin: false)) == .nothing)
    #expect(try assembler.take(Self.frame(.continuation, "cd")) == .message(.text("abcd")))
    #expect(try assembler.take(Self.frame(.binary, "x")) == .message(.binary([0x78])))
    #expect(try assembler.take(Self.frame(.connectionClose, "")) == .close)
  }

  @Test func aCharacterMayBeCutInTwo() throws {
    var assembler = FrameAssembler(limit: 100)
    let bytes = Array("é".utf8)
    let first = WebSocketFrame(fin: false, opcode: .text, data: ByteBuffer(bytes: bytes.prefix(1)))
    let second = WebSocketFrame(fin: true, opcode: .continuation, data: ByteBuffer(bytes: bytes.dropFirst()))
    #expect(try assembler.take(first) == .nothing && assembler.take(second) == .message(.text("é")))
  }

  @Test func framesThatBreakTheRulesAreFaults() {
    func fault(_ frames: WebSocketFrame...) -> FrameAssembler.Failure? {
      var assembler = FrameAssembler(limit: 6)
      for frame in frames {
        do throws(FrameAssembler.Failure) { _ = try assembler.take(frame) } catch { return error }
      }
      return nil
    }
    var reserved = Self.frame(.text, "x")
    reserved.rsv1 = true
    #expect(fault(reserved) == .protocolError)
    #expect(fault(WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer())) == .protocolError)
    #expect(fault(Self.frame(.continuation, "x")) == .protocolError)
    #expect(fault(Self.frame(.text, "x", fin: false), Self.frame(.text, "y")) == .protocolError)
    #expect(
      fault(WebSocketFrame(fin: true, opcode: .init(encodedWebSocketOpcode: 3) ?? .text, data: ByteBuffer()))
        == .protocolError)
    #expect(fault(Self.frame(.text, "abcd", fin: false), Self.frame(.continuation, "abc")) == .tooLarge)
    #expect(fault(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: [0xFF]))) == .invalidText)
  }

  @Test(arguments: 0..<20) func randomFramesStayWithinTheLimit(_ seed: UInt64) {
    var random = Seeded(seed)
    var assembler = FrameAssembler(limit: 64)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0..<30, using: &random)).map { _ in UInt8.random(in: 0...127, using: &random) }
      let opcode = WebSocketOpcode(encodedWebSocketOpcode: UInt8.random(in: 0...15, using: &random)) ?? .text
      let fin = Bool.random(using: &random)
      guard let outcome = try? assembler.take(WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(bytes: bytes)))
      else { continue }
      if case .message(.text(let text)) = outcome { #expect(text.utf8.count <= 64) }
    }
  }
}
