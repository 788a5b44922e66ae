import Glibc

/// The keys of a terminal as Unicode scalars, and the other events that can occur while waiting for one.
final class KeySource {
  /// What happened first.
  enum Event: Equatable {
    case key(Unicode.Scalar)
    case signals([UInt8])
    case end
  }

  private let descriptor: Int32
  private let wake: WakePipe
  private var bytes: ArraySlice<UInt8> = []
  private var pushedBack: [Unicode.Scalar] = []
  /// Whether the terminal is gone.
  private(set) var hasEnded = false

  init(descriptor: Int32, wake: WakePipe) {
    self.descriptor = descriptor
    self.wake = wake
  }

  /// Waits for a key, a byte on the wake pipe or the end of the terminal.
  func next() -> Event {
    if let scalar = pushedBack.popLast() { return .key(scalar) }
    while true {
      while let scalar = decoded() {
        // Typed or pasted without brackets, these would reorder the line on the screen.
        if !scalar.isBidirectionalControl { return .key(scalar) }
      }
      var waiting = [
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) >= 0 else { continue }
      if waiting[0].revents != 0 { return .signals(wake.drain()) }
      guard fill() else {
        hasEnded = true
        return .end
      }
    }
  }

  /// Makes a key the next one to be read.
  func pushBack(_ scalar: Unicode.Scalar) {
    pushedBack.append(scalar)
  }

  /// Whether a key can be read without waiting.
  var hasPending: Bool {
    guard pushedBack.isEmpty, bytes.isEmpty else { return true }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  static let escape: Unicode.Scalar = "\u{1B}"

  /// Whether an escape that was just read is the key, rather than the start of another key's sequence, which a terminal
  /// sends at once: waits a moment for the rest.
  func isLoneEscape() -> Bool {
    guard pushedBack.isEmpty else { return true }
    if bytes.isEmpty {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var count = poll(&waiting, 1, Self.escapeTime)
      while count < 0, errno == EINTR { count = poll(&waiting, 1, Self.escapeTime) }
      guard count > 0, fill() else { return true }
    }
    return ![UInt8(ascii: "["), UInt8(ascii: "O")].contains(bytes.first)
  }

  /// In milliseconds; enough for a slow connection, and too short for the next key of a person.
  private static let escapeTime: Int32 = 100

  /// Keeps what was typed while the terminal was not in raw mode, which stores the end-of-file key as a zero byte.
  func adoptTypeAhead() {
    guard pushedBack.isEmpty, bytes.isEmpty, hasPending, fill() else { return }
    bytes = ArraySlice(bytes.map { $0 == 0 ? 4 : $0 })
  }

  /// Discards what was typed and not yet read.
  func discard() {
    pushedBack = []
    bytes = []
    tcflush(descriptor, TCIFLUSH)
  }

  private func fill() -> Bool {
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes += block[..<count]
      return true
    }
  }

  /// The next complete scalar in the buffer; U+FFFD for an invalid byte.
  private func decoded() -> Unicode.Scalar? {
    guard let first = bytes.first else { return nil }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let rest = bytes.dropFirst().prefix(length - 1)
    let isWhole = rest.count == length - 1
    guard isWhole || rest.contains(where: { $0 & 0xC0 != 0x80 }) else { return nil }
    var codec = UTF8()
    var iterator = bytes.prefix(length).makeIterator()
    guard case .scalarValue(let scalar) = codec.decode(&iterator) else {
      bytes = bytes.dropFirst()
      return "\u{FFFD}"
    }
    bytes = bytes.dropFirst(length)
    return scalar
  }
}
