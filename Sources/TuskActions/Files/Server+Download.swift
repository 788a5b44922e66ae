import Fediverse
import Glibc
import JSONValue
import TuskCommon
package import XCallbackURL

extension Server {
  /// A file that was downloaded, or that already existed.
  package struct DownloadedFile: Sendable, Hashable {
    package let path: String
    package let bytes: Int
    package let isNew: Bool
  }

  /// Downloads a file to a path, or into a folder under a name taken from the URL.
  ///
  /// The file gets its final name when it is complete, and replaces only a file that the same URL wrote. In a folder, where
  /// the server chooses the name, it gets a name of its own beside another file.
  ///
  /// - Parameter skips: whether to keep a file that the same URL wrote.
  package func download(_ url: String, to target: String, skippingExisting skips: Bool) async throws(Failure)
    -> DownloadedFile
  {
    try Self.checkTarget(target.hasSuffix("/") ? String(target.dropLast()) : target)
    let names = try Self.names(for: url, in: target)
    if skips {
      for name in names {
        guard let content = Self.content(of: name, writtenBy: url) else { continue }
        return DownloadedFile(path: name, bytes: content.bytes, isNew: false)
      }
    }
    let partial = try await partialFile(of: url, beside: names[0])
    defer { unlink(partial) }
    guard let content = DownloadRecord.Content(of: partial) else { throw .cannotWrite(partial) }
    for name in names {
      guard let isNew = try Self.place(partial, at: name, content, url, skips: skips) else { continue }
      DownloadRecord(url: url, content: content).write(for: name)
      return DownloadedFile(path: name, bytes: content.bytes, isNew: isNew)
    }
    throw .otherFile(names)
  }

  /// Downloads a file under a name that no other download has.
  private func partialFile(of url: String, beside path: String) async throws(Failure) -> String {
    // Two simultaneous downloads may have the same name.
    let partial = "\(path).part-\(Self.freshKey())"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(partial) }
    do throws(Failure) {
      _ = try await download(url, to: descriptor)
    } catch {
      close(descriptor)
      unlink(partial)
      throw error
    }
    guard close(descriptor) == 0 else {
      let failure = Failure.cannotWrite(partial)
      unlink(partial)
      throw failure
    }
    return partial
  }

  /// Gives a complete download its name, unless another file has it.
  ///
  /// - Returns: whether the file was written; `nil` if the name belongs to another file.
  private static func place(
    _ partial: String, at path: String, _ content: DownloadRecord.Content, _ url: String, skips: Bool
  ) throws(Failure) -> Bool? {
    // Unlike a look at what is there, a link fails if another download took the name at the same time.
    if link(partial, path) == 0 { return true }
    guard errno == EEXIST else {
      guard let reserved = reserve(path) else { throw .cannotWrite(path) }
      guard reserved else { return nil }
      guard rename(partial, path) == 0 else { throw .cannotWrite(path) }
      return true
    }
    if DownloadRecord.Content(of: path, ifSize: content.bytes) == content { return !skips }
    // No download makes a link, so the link is somebody else's.
    guard !isLink(path), self.content(of: path, writtenBy: url) != nil else { return nil }
    guard rename(partial, path) == 0 else { throw .cannotWrite(path) }
    return true
  }

  /// Takes a name on file systems without links.
  ///
  /// - Returns: whether the name was free; `nil` if files cannot be made there.
  private static func reserve(_ path: String) -> Bool? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor < 0 else {
      close(descriptor)
      return true
    }
    return errno == EEXIST ? false : nil
  }

  /// The content of a file that is still what the URL wrote; `nil` if it is not.
  private static func content(of path: String, writtenBy url: String) -> DownloadRecord.Content? {
    guard let record = DownloadRecord(of: path), record.url.isSpelled(like: url) else { return nil }
    let content = DownloadRecord.Content(of: path, ifSize: record.content.bytes)
    return content == record.content ? content : nil
  }

  /// The target; or, if it is a folder, the names that a download may have there: the one in the URL, and one that no
  /// other URL gets. A target that ends in `/` is created as a folder.
  private static func names(for url: String, in target: String) throws(Failure) -> [String] {
    var facts = stat()
    let isFolder = stat(target, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    guard isFolder || target.hasSuffix("/") else { return [target] }
    if !isFolder, mkdir(target, 0o777) != 0, errno != EEXIST { throw .cannotWrite(target) }
    let name = FileName.of(url)
    let names = [name, FileName.marked(name, Fingerprint(url).hexadecimal.prefix(12))]
    return names.map { (target.hasSuffix("/") ? target : target + "/") + $0 }
  }

  /// Downloads a file into one that is open for writing.
  ///
  /// - Returns: the size in bytes.
  func download(_ text: String, to descriptor: Int32) async throws(Failure) -> Int {
    guard let url = WebURL(text) else { throw .notWebURL(text) }
    do {
      return try await client.download(url, to: descriptor).length
    } catch let error as FediverseError {
      throw failure(error)
    } catch {
      throw Failure(.defect, "\(error)")
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }
}

extension Failure {
  fileprivate static func notWebURL(_ text: String) -> Failure {
    Failure(.invalidParameter, "'\(text.prefix(120))' is not an http or https URL")
  }

  fileprivate static func otherFile(_ names: [String]) -> Failure {
    let (exist, one) = names.count > 1 ? ("exist and are", "one of them") : ("exists and is", "it")
    let shown = names.map { "'\($0)'" }.joined(separator: " and ")
    let folder = names.count > 1 ? "" : "; for a directory, write to=\(names[0])/"
    return Failure(
      .unwritableFile,
      "\(shown) \(exist) not what this URL wrote or has; rename \(one), or choose another name with to=\(folder)")
  }

  fileprivate static func cannotWrite(_ path: String) -> Failure {
    Failure(.invalidParameter, "cannot write '\(path)': \(SystemError.reason(errno))")
  }
}
