import Glibc

/// The file descriptors of this process, and how many of them connections may have.
package enum DescriptorLimit {
  /// Descriptors for what the process may still open: readers of the database, and connections that are accepted
  /// together before the limit of connections is checked.
  private static let reserve = 32
  private static let fewest = 8

  /// The number of connections for which there are descriptors.
  static var connections: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return fewest }
    return max(fewest, Int(clamping: limit.rlim_cur) - open.count - reserve)
  }

  /// The descriptors that are open now.
  package static var open: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      // An entry ends with its name, so that reading all of `d_name` would read beyond it.
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if let descriptor = Int32(name) { found.append(descriptor) }
    }
    return found
  }
}
