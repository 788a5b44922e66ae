#if canImport(Glibc)
  import FoundationEssentials
  import Glibc

  /// Text files of the desktop's settings.
  enum TextFile {
    /// The text of a file; `nil` if it does not exist.
    ///
    /// - Throws: ``Failure`` if it cannot be read or is not UTF-8.
    static func read(_ path: String) throws(Failure) -> String? {
      var facts = stat()
      guard lstat(path, &facts) == 0 || errno != ENOENT else { return nil }
      let bytes: Data
      do {
        bytes = try Data(contentsOf: URL(filePath: path))
      } catch {
        throw Failure(.badSettings, "cannot read \(path); make it readable")
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
        guard unlink(path) == 0 || errno == ENOENT else { throw unwritable(path) }
        return
      }
      let file = URL(filePath: path).resolvingSymlinksInPath()
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
      } catch {
        throw unwritable(path)
      }
    }

    private static func unwritable(_ path: String) -> Failure {
      Failure(.badSettings, "cannot write \(path); make it and its directory writable")
    }
  }
#endif
