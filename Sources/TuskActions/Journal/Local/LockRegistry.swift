import Glibc
import XCallbackURL

/// A file in which every process with an open journal locks one byte, so that the kernel knows which still run.
///
/// The lock ends with the process, however that ends, and works across containers, where process numbers differ.
final class LockRegistry {
  private let path: String
  private let descriptor: Int32

  // `F_OFD_GETLK` and `F_OFD_SETLK` of fcntl(2): locks of a descriptor, which closing another descriptor does not release.
  private static let lookUp: Int32 = 36
  private static let take: Int32 = 37

  init(path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system("cannot open \(path)") }
  }

  deinit {
    // Closing alone does not release the lock while a process being started still has the descriptor.
    var everything = flock()
    everything.l_type = Int16(F_UNLCK)
    _ = fcntl(descriptor, Self.take, &everything)
    close(descriptor)
  }

  /// Locks a byte until this value is released.
  ///
  /// - Parameter number: the offset of the byte; chosen at random, so that no other process has it.
  func hold(_ number: Int) throws(Failure) {
    var range = Self.byte(number)
    guard fcntl(descriptor, Self.take, &range) == 0 else { throw .system("cannot lock \(path)") }
  }

  /// Whether another process holds the byte.
  func isHeld(_ number: Int) throws(Failure) -> Bool {
    var range = Self.byte(number)
    guard fcntl(descriptor, Self.lookUp, &range) == 0 else { throw .system("cannot lock \(path)") }
    return range.l_type != F_UNLCK
  }

  private static func byte(_ number: Int) -> flock {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = number
    range.l_len = 1
    return range
  }
}
