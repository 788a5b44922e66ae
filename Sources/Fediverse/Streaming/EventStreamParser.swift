/// A parser of server-sent events (HTML standard, section 9.2.6):
///
///     stream  = [ BOM ] { event }
///     event   = { comment | field } ending
///     comment = ":" { any } ending
///     field   = name [ ":" [ " " ] { any } ] ending
///     ending  = CR LF | LF | CR
///
/// The input may be split anywhere. A line or event over the limit is dropped, without affecting what follows.
struct EventStreamParser: Sendable {
  /// The maximum size of a line and of the data of an event, in bytes.
  let limit: Int
  /// The reconnection time that the server requested.
  private(set) var retry: Duration?
  /// The identifier of the last complete event.
  private(set) var lastEventID: String
  private var line: [UInt8] = []
  private var isLineTooLong = false
  private var isFirstLine = true
  private var isAfterReturn = false
  private var event = PartialEvent()

  init(limit: Int = 4 << 20, after lastEventID: String = "") {
    self.limit = limit
    self.lastEventID = lastEventID
  }

  /// An incomplete event.
  private struct PartialEvent: Sendable {
    var name: [UInt8] = []
    var data: [UInt8] = []
    var id: [UInt8]?
    var isTooLong = false
  }

  /// Parses more bytes, and returns the events they complete.
  mutating func feed(_ bytes: ArraySlice<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var rest = bytes
    while let first = rest.first {
      let isSecondOfPair = isAfterReturn && first == UInt8(ascii: "\n")
      isAfterReturn = false
      guard !isSecondOfPair else {
        rest = rest.dropFirst()
        continue
      }
      let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? rest.endIndex
      isLineTooLong = isLineTooLong || line.count + (end - rest.startIndex) > limit
      line += rest[..<end].prefix(limit - line.count)
      guard end < rest.endIndex else { break }
      isAfterReturn = rest[end] == UInt8(ascii: "\r")
      endLine(into: &events)
      rest = rest[(end + 1)...]
    }
    return events
  }

  private mutating func endLine(into events: inout [ServerSentEvent]) {
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isFirstLine = false
    switch line.first {
    case nil: events += finish()
    case UInt8(ascii: ":"): break
    case _ where isLineTooLong: event.isTooLong = true
    default: takeField()
    }
    line.removeAll(keepingCapacity: line.capacity <= Self.usualSize)
    isLineTooLong = false
  }

  private mutating func takeField() {
    let end = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[end...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: line[..<end], as: UTF8.self) {
    case "event": event.name = Array(value)
    case "data": takeData(value)
    case "id" where !value.contains(0): event.id = Array(value)
    case "retry" where !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }:
      retry = Int(String(decoding: value, as: UTF8.self)).map { .milliseconds(min($0, Self.longestRetry)) } ?? retry
    default: break
    }
  }

  private mutating func takeData(_ value: ArraySlice<UInt8>) {
    guard event.data.count + value.count < limit else {
      event.isTooLong = true
      event.data = []
      return
    }
    event.data += value
    event.data.append(UInt8(ascii: "\n"))
  }

  /// An event without data is discarded.
  private mutating func finish() -> [ServerSentEvent] {
    defer { event = PartialEvent() }
    if let id = event.id { lastEventID = String(decoding: id, as: UTF8.self) }
    guard event.isTooLong || !event.data.isEmpty else { return [] }
    let name = event.name.isEmpty ? "message" : String(decoding: event.name, as: UTF8.self)
    let data = event.isTooLong ? "" : String(decoding: event.data.dropLast(), as: UTF8.self)
    return [ServerSentEvent(name: name, data: data, id: lastEventID, isTooLong: event.isTooLong)]
  }

  private static let usualSize = 64 << 10
  private static let longestRetry = 3_600_000
}

/// An uninterpreted event of a stream, as defined by the HTML standard.
struct ServerSentEvent: Sendable, Hashable {
  /// The type of the event; `message` if the server sent none.
  let name: String
  /// The data, with lines joined by line feeds.
  let data: String
  /// The identifier to resume after; empty if none was sent.
  let id: String
  /// Whether the event exceeded the size limit, so that its data are missing.
  let isTooLong: Bool
}
