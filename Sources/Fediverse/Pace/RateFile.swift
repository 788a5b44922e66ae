import JSONValue

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A model of a server's counts in a file, shared by all processes that act for one account.
///
/// A process that ends in the middle of a change leaves the file as it was or unreadable, which counts as nothing known.
/// Where the file cannot be used, each process counts for itself.
public final class RateFile: RateStore {
  private let path: String
  private let own = RateMemory()

  /// - Parameter path: the file, in a folder that is there; it need not exist.
  public init(_ path: String) {
    self.path = path
  }

  /// Changes the state while no other process or task does.
  public func update<Result: Sendable>(_ change: (inout RateState) -> Result) -> Result {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return own.update(change) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { return own.update(change) }
    }
    let before = Self.read(descriptor)
    var after = before
    let result = change(&after)
    if after != before { Self.write(after, to: descriptor) }
    return result
  }

  private static func read(_ descriptor: Int32) -> RateState {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0, let json = try? JSON(parsing: Array(bytes.prefix(count))) else { return RateState() }
    return RateState(json: json)
  }

  /// The new text is never shorter than the old one for a reader, because the rest is cut off after it is written.
  private static func write(_ state: RateState, to descriptor: Int32) {
    let bytes = Array((state.json.text + "\n").utf8)
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    _ = ftruncate(descriptor, off_t(bytes.count))
  }

  /// No state is as long as this.
  private static let size = 4096
}
