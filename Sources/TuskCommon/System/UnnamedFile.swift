import Glibc
package import SystemPackage

/// A temporary file without a name, which is gone when it is closed.
package enum UnnamedFile {
  /// Creates one where the machine keeps temporary files, open for reading and writing.
  package static func create() throws(Errno) -> FileDescriptor {
    guard let folder = getenv("TMPDIR") else { return try create(in: "/tmp") }
    do throws(Errno) { return try create(in: String(cString: folder)) } catch { return try create(in: "/tmp") }
  }

  /// Creates one whose bytes are kept in this folder.
  package static func create(in folder: String) throws(Errno) -> FileDescriptor {
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
