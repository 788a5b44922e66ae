import Glibc
import JSONValue
import SystemPackage
import TuskCommon
package import XCallbackURL

/// A small file that only its owner may read, replaced as a whole, so that a crash leaves the old or the new one.
package struct PrivateFile: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// The file of a folder that belongs to a name, which may contain any characters.
  package init(in folder: String, of name: String) {
    self.init("\(folder)/\(Fingerprint(name).hexadecimal.prefix(32)).json")
  }

  /// The bytes; `nil` if the file does not exist.
  ///
  /// - Throws: ``Failure`` if it cannot be read, if it is a link that leads nowhere, or if its permissions let others
  ///   read it.
  package func read() throws(Failure) -> [UInt8]? {
    guard let descriptor = try openIfThere() else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .system("cannot read \(path)") }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path) }
    guard facts.st_mode & 0o077 == 0 else { throw .readableByOthers(path) }
    do throws(Errno) {
      return try FileDescriptor(rawValue: descriptor).readAll(atMost: 16 << 20)
    } catch {
      throw error == .fileTooLarge ? .tooLarge(path) : .system("cannot read \(path)", error)
    }
  }

  private func openIfThere() throws(Failure) -> Int32? {
    // Opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor < 0 else { return descriptor }
    guard errno == ENOENT else { throw .system("cannot read \(path)") }
    try refuseDanglingLink()
    return nil
  }

  /// Refuses a path at which a link leads nowhere, because the file is elsewhere rather than absent.
  ///
  /// - Throws: ``Failure`` that names the link.
  func refuseDanglingLink() throws(Failure) {
    if let link = DanglingLink.first(in: path) { throw .danglingLink(link, inPlaceOf: path) }
  }

  /// What the file contains; `nil` if it does not exist.
  ///
  /// - Parameters:
  ///   - advice: what to do with a damaged file.
  ///   - content: reads the JSON; returns `nil` if the file is damaged.
  /// - Throws: ``Failure`` if the file is damaged, was written by a newer version, or cannot be read.
  func read<Content>(
    orAdvise advice: String, _ content: (JSON) -> Content?
  ) throws(Failure) -> Content? {
    guard let bytes = try read() else { return nil }
    let json = try? JSON(parsing: bytes)
    if let json, json.isOfNewerVersion { throw .newer(path) }
    guard let content = json.flatMap(content) else { throw .damaged(path, advice) }
    return content
  }

  /// Replaces the file, and creates its directory if it is missing.
  ///
  /// - Throws: ``Failure`` if it cannot be written, or if it is a link that leads nowhere.
  package func write(_ text: String) throws(Failure) {
    try write { file throws(Errno) in try file.writeAll(text) }
  }

  /// Replaces the file by what a closure writes, and creates its directory if it is missing.
  ///
  /// - Throws: ``Failure`` if it cannot be written, if it is a link that leads nowhere, or if it is no file, such as a
  ///   device, which a file would replace.
  func write(_ fill: (FileDescriptor) throws(Errno) -> Void) throws(Failure) {
    try refuseDanglingLink()
    var facts = stat()
    guard stat(path, &facts) != 0 || [S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT) else {
      throw .notReplaced(path)
    }
    try Self.makeFolder(of: path)
    // Two tasks of the same process may write at once, too.
    let temporary = "\(path).\(UnguessableToken.make())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system("cannot write \(path)") }
    do throws(Errno) {
      try Self.fill(FileDescriptor(rawValue: descriptor), fill)
      guard rename(temporary, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      unlink(temporary)
      throw .system("cannot write \(path)", error)
    }
  }

  /// Checks that the file could be replaced by one that is somewhat longer.
  ///
  /// - Throws: ``Failure`` if it cannot be written, or if the disk is full.
  package func checkRoom() throws(Failure) {
    let size = try read()?.count ?? 0
    let trial = PrivateFile("\(path).\(UnguessableToken.make())")
    defer { unlink(trial.path) }
    try trial.write(String(repeating: " ", count: 2 * size + 4096))
  }

  /// Writes to the disk, and closes the file even if that fails.
  private static func fill(
    _ file: FileDescriptor, _ write: (FileDescriptor) throws(Errno) -> Void
  ) throws(Errno) {
    defer { close(file.rawValue) }
    guard fchmod(file.rawValue, 0o600) == 0 else { throw Errno(rawValue: errno) }
    try write(file)
    guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Creates the folder of a file and its parents if they are missing.
  package static func makeFolder(of path: String) throws(Failure) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += folder.isEmpty && !path.hasPrefix("/") ? part : "/\(part)"
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST || errno == EISDIR || errno == EROFS else {
        throw .system("cannot create the directory \(folder)")
      }
    }
  }
}

extension JSON {
  /// Whether this is the content of a file in another format than this version writes, which later versions state.
  var isOfNewerVersion: Bool { self["schema"] != nil }
}

extension Failure {
  /// A system call failed; by default for the reason that `errno` gives.
  static func system(_ what: String, _ reason: Errno = Errno(rawValue: errno)) -> Failure {
    Failure(.badSettings, "\(what): \(SystemError.reason(reason.rawValue))")
  }

  /// A file that is out of reach, which must not count as absent.
  fileprivate static func danglingLink(_ link: String, inPlaceOf path: String) -> Failure {
    let file = link == path ? "" : "cannot read \(path): "
    return Failure(
      .badSettings, "\(file)\(link) is a link that leads nowhere; make its target reachable, or remove the link")
  }

  static func readableByOthers(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) can be read by others; close it with: chmod 600 \(path)")
  }

  /// The file has a format that this version does not know.
  static func newer(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) was written by a newer tusk")
  }

  fileprivate static func damaged(_ path: String, _ advice: String) -> Failure {
    Failure(.badSettings, "\(path) is damaged; \(advice)")
  }

  fileprivate static func notRegular(_ path: String) -> Failure {
    Failure(.badSettings, "cannot read \(path): it is not a regular file; move it away")
  }

  fileprivate static func notReplaced(_ path: String) -> Failure {
    Failure(.badSettings, "cannot replace \(path): it is not a regular file; name another one, or move it away")
  }

  fileprivate static func tooLarge(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is larger than 16 MiB")
  }
}
