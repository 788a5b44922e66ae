import JSONValue
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A store of rate-limit counters that everyone acting for one account shares.
public protocol RateStore: Sendable {
  /// Changes the state exclusively.
  ///
  /// - Parameter change: a change without side effects, which may be made again because another came first.
  func update<Result: Sendable>(_ change: @Sendable (inout RateState) -> Result) async -> Result
}

/// Rate-limit counters of a single process, in memory.
public final class RateMemory: RateStore {
  private let state = Mutex(RateState())

  /// Creates a store in which nothing is known.
  public init() {}

  /// Changes the state exclusively.
  public func update<Result: Sendable>(_ change: (inout RateState) -> Result) -> Result {
    state.withLock { change(&$0) }
  }
}

/// Rate-limit counters in a file, shared by all processes that act for one account.
///
/// A process killed during a write leaves the file either unchanged or unreadable; an unreadable file counts as empty.
/// If the file cannot be used, is held by a process that was stopped, or was written by a newer version, each process
/// keeps its own counters.
public final class RateFile: RateStore {
  /// The path of the file.
  public let path: String
  private let own = RateMemory()
  private let kept = Mutex(Kept())

  /// The open file, and its contents when last read.
  private struct Kept {
    var descriptor: Int32 = -1
    var bytes: [UInt8] = []
    var state = RateState()
    /// Whether a newer version wrote the file, which is left as it is.
    var isNewer = false
    /// When to try the lock again after a process has held it for long.
    var nextTry: ContinuousClock.Instant?
  }

  /// Creates a store on a file.
  ///
  /// - Parameter path: the file, in an existing folder; it is created when needed.
  public init(_ path: String) {
    self.path = path
  }

  deinit {
    kept.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
  }

  /// Whether the file was written by a newer version, so that it is not used.
  public var isOfNewerVersion: Bool {
    _ = update { $0 }
    return kept.withLock(\.isNewer)
  }

  /// Changes the state while holding an exclusive lock against other tasks and processes.
  public func update<Result: Sendable>(_ change: (inout RateState) -> Result) -> Result {
    kept.withLock { kept in
      if kept.descriptor < 0 { kept.descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
      guard kept.descriptor >= 0, Self.lock(&kept) else { return own.update(change) }
      defer { flock(kept.descriptor, LOCK_UN) }
      Self.read(&kept)
      guard !kept.isNewer else { return own.update(change) }
      var state = kept.state
      let result = change(&state)
      if state != kept.state { Self.write(state, &kept) }
      return result
    }
  }

  /// Locks the file. Others hold it for microseconds, so one that holds it for long was stopped, and is not waited for.
  private static func lock(_ kept: inout Kept) -> Bool {
    if let next = kept.nextTry, ContinuousClock.now < next { return false }
    for _ in 0..<mostTries {
      if flock(kept.descriptor, LOCK_EX | LOCK_NB) == 0 {
        kept.nextTry = nil
        return true
      }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(1000)
    }
    kept.nextTry = .now + .seconds(60)
    return false
  }

  /// Reads the file, and parses it only if another process has changed it.
  private static func read(_ kept: inout Kept) {
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(pread(kept.descriptor, buffer.baseAddress, size, 0), 0)
    }
    guard bytes != kept.bytes else { return }
    kept.bytes = bytes
    let json = try? JSON(parsing: bytes)
    kept.isNewer = json?["schema"]?.int.map { $0 > schema } ?? false
    kept.state = json.map { RateState(json: $0) } ?? RateState()
  }

  /// Truncates only after writing, so that a crash in between never leaves a cut-off text.
  private static func write(_ state: RateState, _ kept: inout Kept) {
    let bytes = Array((state.json.text + "\n").utf8)
    guard pwrite(kept.descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    if bytes.count < kept.bytes.count { _ = ftruncate(kept.descriptor, off_t(bytes.count)) }
    kept.bytes = bytes
    kept.state = state
  }

  /// The format that this version writes; later ones state theirs as the member `schema`.
  private static let schema = 1
  /// How often, at intervals of a millisecond, a lock is tried.
  private static let mostTries = 1000
  /// The maximum size of a state in bytes.
  private static let size = 4096
}
