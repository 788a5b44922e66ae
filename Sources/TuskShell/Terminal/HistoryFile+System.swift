import Glibc
import SystemPackage
import TuskCommon

extension HistoryFile {
  /// Whether the file exists.
  func isThere() throws(Fault) -> Bool {
    guard access(path, F_OK) != 0 else { return true }
    if errno == ENOENT, let link = DanglingLink.first(in: path) { throw .danglingLink(link) }
    return false
  }

  /// Opens and locks the file now at the path, because another session may replace it while we wait for the lock.
  func openLocked(_ lock: Int32) throws(Fault) -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw .cannot("open", path) }
      guard isLocked(descriptor, lock) else { throw closing(descriptor, .cannot("lock", path)) }
      var opened = stat()
      var named = stat()
      guard fstat(descriptor, &opened) == 0 else { throw closing(descriptor, .cannot("read", path)) }
      guard opened.st_mode & S_IFMT == S_IFREG else { throw closing(descriptor, .notAFile(path)) }
      guard opened.st_uid == geteuid() else { throw closing(descriptor, .notOurs(path)) }
      if opened.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 {
        throw closing(descriptor, .cannot("protect", path))
      }
      if stat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev { return descriptor }
      close(descriptor)
    }
  }

  /// Locks the file. Others hold it for milliseconds; a session that was stopped meanwhile is not waited for.
  private func isLocked(_ descriptor: Int32, _ lock: Int32) -> Bool {
    for _ in 0..<1000 {
      if flock(descriptor, lock | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(1000)
    }
    return false
  }

  private func closing(_ descriptor: Int32, _ fault: Fault) -> Fault {
    close(descriptor)
    return fault
  }

  /// Creates the path's missing directories, accessible only to their owner.
  func makeDirectory() {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for end in parts.indices {
      let directory = parts[...end].joined(separator: "/")
      if !directory.isEmpty { mkdir(directory, 0o700) }
    }
  }

  /// Enough bytes for a line that states a format.
  func firstBytes(of descriptor: Int32) throws(Fault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw .cannot("read", path) }
    return Array(bytes.prefix(count))
  }

  func endsInsideLine(_ descriptor: Int32) -> Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0
    return size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  /// The last bytes that may be read, from the beginning of a line.
  func newestBytes(of descriptor: Int32) throws(Fault) -> ArraySlice<UInt8> {
    let start = max(lseek(descriptor, 0, SEEK_END) - off_t(Self.readableSize), 0)
    // The byte before tells whether the first line is whole.
    guard lseek(descriptor, max(start - 1, 0), SEEK_SET) >= 0 else { throw .cannot("read", path) }
    do throws(Errno) {
      let bytes = try FileDescriptor(rawValue: descriptor).readAll()
      return start == 0 ? bytes[...] : bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    } catch {
      throw .cannot("read", path, error)
    }
  }

  func write(_ bytes: [UInt8], to descriptor: Int32) throws(Fault) {
    do throws(Errno) {
      try FileDescriptor(rawValue: descriptor).writeAll(bytes[...])
    } catch {
      throw .cannot("write", path, error)
    }
  }
}

extension HistoryFile.Fault {
  fileprivate static func notAFile(_ path: String) -> HistoryFile.Fault {
    HistoryFile.Fault(description: "'\(path)' is not a regular file; history is kept for this session only")
  }

  fileprivate static func danglingLink(_ link: String) -> HistoryFile.Fault {
    HistoryFile.Fault(
      description: "'\(link)' is a link that leads nowhere; history is kept for this session only")
  }

  fileprivate static func notOurs(_ path: String) -> HistoryFile.Fault {
    HistoryFile.Fault(
      description: "'\(path)' belongs to another user; history is kept for this session only")
  }
}
