import Glibc
package import SystemPackage

/// A temporary file without a name, which is gone when it is closed.
package enum UnnamedFile {
  /// Creates one, open for reading and writing.
  ///
  /// - Parameter folder: where its bytes are kept; by default where the machine keeps temporary files.
  package static func create(in folder: String? = nil) throws(Errno) -> FileDescriptor {
    let folder = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/tusk-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, unlink(path) == 0 else {
      let reason = Errno(rawValue: errno)
      close(descriptor)
      throw reason
    }
    return FileDescriptor(rawValue: descriptor)
  }
}
