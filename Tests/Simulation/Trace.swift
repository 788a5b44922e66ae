import CSimulation

/// What happened in a run, as a hash that two runs of a seed share.
final class Trace: Sendable {
  private let state = Confined<UInt64>(0xCBF2_9CE4_8422_2325)
  private let isPrinted: Bool

  private(set) var hash: UInt64 {
    get { state.value }
    set { state.value = newValue }
  }

  init(isPrinted: Bool) {
    self.isPrinted = isPrinted
  }

  /// Adds an event.
  func note(_ text: String) {
    hash = text.utf8.reduce(Self.mixed(hash, UInt64(Loop.shared.now))) { Self.mixed($0, UInt64($1)) }
    if isPrinted { show(text) }
  }

  /// Adds an event that is too frequent for words.
  func note(_ change: Disk.Change) {
    let numbers = [Loop.shared.now, Int(change.kind.rawValue), change.offset, change.bytes.count, change.file.count]
    hash = numbers.reduce(hash) { Self.mixed($0, UInt64($1)) }
    guard isPrinted else { return }
    let kinds = ["write", "flush", "truncate", "remove"]
    show("\(kinds[Int(change.kind.rawValue)]) \(change.file) at \(change.offset), \(change.bytes.count) bytes")
  }

  private func show(_ text: String) {
    let milliseconds = String(Loop.shared.now / 1_000_000)
    print(String(repeating: " ", count: max(10 - milliseconds.count, 0)) + milliseconds, text)
  }

  /// FNV-1a.
  private static func mixed(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    (hash ^ value) &* 0x100_0000_01B3
  }
}
