import Testing

@testable import Fediverse

/// Server-sent events as the HTML standard reads them, however the bytes are cut.
struct EventStreamTests {
  /// The name and the data of each event.
  private func events(_ text: String, cutAt cuts: [Int] = []) -> [String] {
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    let bytes = Array(text.utf8)
    var start = 0
    for cut in cuts + [bytes.count] {
      events += parser.feed(bytes[start..<cut])
      start = cut
    }
    return events.map { "\($0.name)=\($0.data)" }
  }

  static let samples: [(stream: String, events: [String])] = [
    ("event: update\ndata: {}\n\n", ["update={}"]),
    ("data: a\n\ndata: b\n\n", ["message=a", "message=b"]),
    // The three examples of the standard's section 9.2.6.
    ("data: YHOO\ndata: +2\ndata: 10\n\n", ["message=YHOO\n+2\n10"]),
    (
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      ["message=first event", "message=second event", "message= third event"]
    ),
    ("data\n\ndata\ndata\n\ndata:", ["message=", "message=\n"]),
    ("data:test\n\ndata: test\n\n", ["message=test", "message=test"]),
    // Endings of lines.
    ("event: a\r\ndata: b\r\n\r\n", ["a=b"]), ("event: a\rdata: b\r\r", ["a=b"]),
    ("event: a\ndata: b\r\n\n", ["a=b"]), ("data: a\r\n\rdata: b\n\r", ["message=a", "message=b"]),
    ("\r\n\r\n\r\ndata: a\n\n\n\n", ["message=a"]),
    // What has no data is no event, and its name does not go on to the next.
    ("event: x\n\ndata: a\n\n", ["message=a"]), ("event: x\nevent:\ndata: a\n\n", ["message=a"]),
    ("event: x\nevent: y\ndata: a\n\n", ["y=a"]),
    // Heartbeats and greetings.
    (":)\n:thump\n:\n\n:thump\n", []), (":thump\ndata: a\n:thump\ndata: b\n\n", ["message=a\nb"]),
    // Unknown fields, and names of another letter case or with blanks.
    ("Data: a\ndata : b\n data: c\nfoo: d\nfoo\n\n", []), ("data: a\nretry: x\nid: 1\u{0}\n\n", ["message=a"]),
    // The end of the stream ends no event.
    ("data: a", []), ("data: a\n", []), ("", []), ("\u{FEFF}data: a\n\n", ["message=a"]),
    ("\u{FEFF}\u{FEFF}data: a\n\n", []), ("\n\u{FEFF}data: a\n\n", []),
    ("data: a: b\n\n", ["message=a: b"]), ("data: ä\u{1F600}\n\n", ["message=ä\u{1F600}"]),
  ]

  @Test(arguments: samples)
  func streamsAreReadAsTheStandardSays(_ stream: String, _ expected: [String]) {
    #expect(events(stream) == expected)
  }

  @Test(arguments: samples)
  func cutsChangeNothing(_ stream: String, _ expected: [String]) {
    let count = stream.utf8.count
    for cut in 0...count {
      #expect(events(stream, cutAt: [cut]) == expected, "cut at \(cut)")
    }
    #expect(events(stream, cutAt: Array(0..<count)) == expected, "byte by byte")
  }

  @Test func identifiersAndPausesAreKept() {
    var parser = EventStreamParser()
    let events = parser.feed(
      Array("id: 7\nretry: 2500\ndata: a\n\nretry: 1s\nretry:\ndata: b\n\nid\ndata: c\n\n".utf8)[...])
    #expect(events.map(\.id) == ["7", "7", ""])
    #expect(parser.retry == .milliseconds(2500) && parser.lastEventID.isEmpty)
    _ = parser.feed(Array("id: 8\n".utf8)[...])
    #expect(parser.lastEventID.isEmpty, "an event that has not ended has not come")
    _ = parser.feed(Array("\nretry: 99999999999999999999\nretry: 9999999999\n".utf8)[...])
    #expect(parser.lastEventID == "8" && parser.retry == .seconds(3600))
  }

  @Test(arguments: [
    "data: 0123456789\n\n", "data: 01234\ndata: 567890\n\n", "event: 01234567890\ndata: a\n\n",
    "data: a\ndata: 0123456789\ndata: b\n\n",
  ])
  func whatIsTooLongCostsItselfAlone(_ long: String) {
    var parser = EventStreamParser(limit: 12)
    let events = parser.feed(Array(("data: a\n\n" + long + "event: c\ndata: d\n\n").utf8)[...])
    #expect(events.map(\.isTooLong) == [false, true, false])
    #expect(events.map(\.data) == ["a", "", "d"] && events.last?.name == "c")
  }

  @Test func longCommentsCostNothing() {
    var parser = EventStreamParser(limit: 12)
    let events = parser.feed(Array("event: x\n:0123456789012345\ndata: a\n\n".utf8)[...])
    #expect(events.map(\.data) == ["a"] && events.first?.isTooLong == false)
  }

  @Test func bytesThatAreNoTextDoNoHarm() {
    var parser = EventStreamParser()
    let events = parser.feed(Array("data: ".utf8) + [0xFF, 0xC3] + Array("\n\n".utf8)[...])
    #expect(events.map(\.data) == ["\u{FFFD}\u{FFFD}"])
  }

  /// Pieces of the grammar in random order and random cuts: the cuts never matter, and every event has an end.
  @Test(arguments: 0..<200)
  func randomStreamsDoNotDependOnTheirCuts(_ seed: UInt64) {
    var random = Generator(seed: seed)
    let parts = [
      "data", ":", " ", "\n", "\r", "\r\n", "event", "id", "retry: 5", "x", "\n\n", "\u{FEFF}", "\u{0}", "ü",
    ]
    let text = (0..<60).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    let cuts = (0..<8).map { _ in Int.random(in: 0...text.utf8.count, using: &random) }.sorted()
    let whole = events(text)
    #expect(events(text, cutAt: cuts) == whole)
    #expect(events(text, cutAt: Array(0..<text.utf8.count)) == whole)
  }

  @Test(arguments: 0..<20)
  func randomBytesStayWithinTheLimit(_ seed: UInt64) {
    var random = Generator(seed: seed)
    var parser = EventStreamParser(limit: 16)
    for _ in 0..<200 {
      let bytes = (0..<50).map { _ in UInt8.random(in: 0...255, using: &random) & 0x3F }
      #expect(parser.feed(bytes[...]).allSatisfy { $0.data.utf8.count <= 16 * 3 && $0.name.utf8.count <= 16 * 3 })
    }
  }

  /// A generator of random numbers that begins the same each time.
  private struct Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
      state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state &* 0x2545_F491_4F6C_DD1D
    }
  }

  /// The name and the data of an event, and what becomes of it.
  @Test(arguments: [
    ("update", #"{"id":"1"}"#, "update 1"), ("status.update", #"{"id":2}"#, "status.update 2"),
    ("notification", #"{"id":"3","type":"follow"}"#, "notification 3"),
    ("conversation", #"{"id":4,"last_status":null}"#, "conversation 4"),
    ("announcement", #"{"id":"5","content":"x"}"#, "announcement 5"),
    ("announcement.delete", "6", "announcement.delete 6"),
    ("delete", "106692867363994015", "delete 106692867363994015"), ("delete", #" "7" "#, "delete 7"),
    ("filters_changed", "undefined", "filters_changed"), ("filters_changed", "", "filters_changed"),
    ("announcement.reaction", #"{"name":"x"}"#, "unreadable announcement.reaction"),
    ("announcement.reaction", #"{"name":"x","count":2,"announcement_id":3}"#, "announcement.reaction x 3"),
    ("notifications_merged", "1", "notifications_merged"), ("encrypted_message", "{}", "encrypted_message {}"),
    ("message", "hi", "other message"),
    // What cannot be read is not lost.
    ("update", "{", "unreadable update"), ("update", "[]", "unreadable update"),
    ("update", "null", "unreadable update"),
    ("notification", #"{"type":"x"}"#, "unreadable notification"), ("delete", "", "unreadable delete"),
    ("delete", "a b", "unreadable delete"), ("delete", #"{"id":1}"#, "unreadable delete"),
    ("Update", #"{"id":"1"}"#, "other Update"),
  ])
  func eventsBecomeWhatTheyTellOf(_ name: String, _ data: String, _ expected: String) {
    let event = StreamEvent(ServerSentEvent(name: name, data: data, id: "", isTooLong: false))
    let found: String =
      switch event {
      case .update(let status), .statusUpdate(let status): "\(event.name) \(status.id)"
      case .notification(let notification): "\(event.name) \(notification.id)"
      case .conversation(let conversation): "\(event.name) \(conversation.id)"
      case .announcement(let announcement): "\(event.name) \(announcement.id)"
      case .delete(let id), .announcementDelete(let id): "\(event.name) \(id)"
      case .announcementReaction(let reaction): "\(event.name) \(reaction.name) \(reaction.announcementID)"
      case .filtersChanged, .notificationsMerged, .gap: event.name
      case .encryptedMessage(let message): "\(event.name) \(message)"
      case .other(let other, let payload): payload == data ? "other \(other)" : "lost"
      case .unreadable(let name, let payload): payload == data ? "unreadable \(name)" : "lost"
      case .tooLong: "too long"
      }
    #expect(found == expected)
  }
}
