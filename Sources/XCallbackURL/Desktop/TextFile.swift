#if canImport(Glibc)
  import Glibc

  /// Text files of the desktop's settings.
  enum TextFile {
    /// The text of a file; `nil` if it does not exist.
    ///
    /// - Throws: ``Failure`` if it cannot be read or is not UTF-8.
    static func read(_ path: String) throws(Failure) -> String? {
      var facts = stat()
      guard lstat(path, &facts) == 0 || errno != ENOENT else { return nil }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw .system("cannot read \(path)") }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Glibc.read(descriptor, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .system("cannot read \(path)") }
        guard count > 0 else { break }
        bytes += block[..<count]
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Failure(.badSettings, "\(path) is not UTF-8 text; correct it, or move it away")
      }
      return text
    }

    /// Replaces a file, or what a link leads to, as a whole; `nil` removes it.
    ///
    /// - Throws: ``Failure`` if it cannot be written.
    static func write(_ text: String?, to path: String) throws(Failure) {
      guard let text else {
        guard unlink(path) == 0 || errno == ENOENT else { throw .system("cannot remove \(path)") }
        return
      }
      let folders = path.split(separator: "/").dropLast().map { "/\($0)" }
      for count in folders.indices { mkdir(folders[...count].joined(), 0o755) }
      let target = realpath(path, nil).map { pointer in
        defer { free(pointer) }
        return String(cString: pointer)
      }
      try replace(target ?? path, Array(text.utf8))
    }

    private static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
      var facts = stat()
      let isThere = stat(path, &facts) == 0
      guard !isThere || [S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT) else { throw .notReplaced(path) }
      let new = "\(path).\(UnguessableToken.make())"
      let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .system("cannot write \(path)") }
      if isThere { fchmod(descriptor, facts.st_mode & 0o777) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      let isWritten = rest.isEmpty && fsync(descriptor) == 0 && rename(new, path) == 0
      let failure = Failure.system("cannot write \(path)")
      close(descriptor)
      guard isWritten else {
        unlink(new)
        throw failure
      }
    }
  }

  extension Failure {
    fileprivate static func notReplaced(_ path: String) -> Failure {
      Failure(.badSettings, "cannot replace \(path): it is not a regular file; move it away")
    }
  }
#endif
