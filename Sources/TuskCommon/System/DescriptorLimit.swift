import Glibc

/// How many file descriptors this process may open. SwiftNIO and libdispatch end a process that has none left.
package enum DescriptorLimit {
  /// How many must be free for a run: commands in sequence with a pipeline need about half.
  package static let fewest = 64
  /// Programs that are started inherit the limit, and older ones do not work with descriptors beyond it.
  private static let usual: rlim_t = 1024
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  private static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  /// Raises the limit to the usual one, as far as the system allows.
  package static func raise() {
    guard var limit, limit.rlim_cur < usual else { return }
    limit.rlim_cur = min(usual, limit.rlim_max)
    setrlimit(resource, &limit)
  }

  /// Whether enough descriptors are free for a run.
  package static var suffices: Bool {
    guard let limit else { return true }
    let free = (0..<Int32(clamping: limit.rlim_cur)).lazy.filter { fcntl($0, F_GETFD) == -1 }
    return free.prefix(fewest - standardStreams).count == fewest - standardStreams
  }

  private static let standardStreams = 3
}
