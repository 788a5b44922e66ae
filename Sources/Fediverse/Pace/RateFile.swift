import JSONValue
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A model of a server's counts in a file, shared by all processes that act for one account.
///
/// A process that ends in the middle of a change leaves the file as it was, or unreadable, which counts as nothing
/// known. Where the file cannot be used, each process counts for itself.
public final class RateFile: RateStore {
  private let path: String
  private let own = RateMemory()
  private let kept = Mutex(Kept())

  /// The open file, and what it held when it was last looked at.
  private struct Kept {
    var descriptor: Int32 = -1
    var bytes: [UInt8] = []
    var state = RateState()
  }

  /// The model in a file.
  ///
  /// - Parameter path: the file, in a folder that is there; it need not exist.
  public init(_ path: String) {
    self.path = path
  }

  deinit {
    kept.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
  }

  /// Changes the state while no other process or task does.
  public func update<Result: Sendable>(_ change: (inout RateState) -> Result) -> Result {
    kept.withLock { kept in
      if kept.descriptor < 0 { kept.descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
      guard kept.descriptor >= 0, Self.lock(kept.descriptor) else { return own.update(change) }
      defer { flock(kept.descriptor, LOCK_UN) }
      Self.read(&kept)
      var state = kept.state
      let result = change(&state)
      if state != kept.state { Self.write(state, &kept) }
      return result
    }
  }

  private static func lock(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Looks at the file, and reads it where another process has changed it.
  private static func read(_ kept: inout Kept) {
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(pread(kept.descriptor, buffer.baseAddress, size, 0), 0)
    }
    guard bytes != kept.bytes else { return }
    kept.bytes = bytes
    kept.state = (try? JSON(parsing: bytes)).map { RateState(json: $0) } ?? RateState()
  }

  /// The rest of a longer text is cut off after the new one is written, so that a text is never cut short.
  private static func write(_ state: RateState, _ kept: inout Kept) {
    let bytes = Array((state.json.text + "\n").utf8)
    guard pwrite(kept.descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    if bytes.count < kept.bytes.count { _ = ftruncate(kept.descriptor, off_t(bytes.count)) }
    kept.bytes = bytes
    kept.state = state
  }

  /// No state is as long as this.
  private static let size = 4096
}
