import Fediverse
import Glibc
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
  /// The file gets its final name when it is complete.
  ///
  /// - Parameter skips: whether to keep a file that already exists.
  package func download(_ url: String, to target: String, skippingExisting skips: Bool) async throws(Failure)
    -> DownloadedFile
  {
    let path = try Self.path(for: url, in: target)
    if skips, let bytes = Self.size(of: path) { return DownloadedFile(path: path, bytes: bytes, isNew: false) }
    // Two simultaneous downloads may have the same name.
    let partial = "\(path).part-\(Self.freshKey())"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(partial) }
    let bytes: Int
    do throws(Failure) {
      bytes = try await download(url, to: descriptor)
    } catch {
      close(descriptor)
      unlink(partial)
      throw error
    }
    guard close(descriptor) == 0, rename(partial, path) == 0 else {
      let failure = Failure.cannotWrite(path)
      unlink(partial)
      throw failure
    }
    return DownloadedFile(path: path, bytes: bytes, isNew: true)
  }

  /// The target, or a path in it if it is a folder; a target that ends in `/` is created as a folder.
  private static func path(for url: String, in target: String) throws(Failure) -> String {
    var facts = stat()
    let isFolder = stat(target, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    guard isFolder || target.hasSuffix("/") else { return target }
    if !isFolder, mkdir(target, 0o777) != 0, errno != EEXIST { throw .cannotWrite(target) }
    return (target.hasSuffix("/") ? target : target + "/") + FileName.of(url)
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

  private static func size(of path: String) -> Int? {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }
}

extension Failure {
  fileprivate static func notWebURL(_ text: String) -> Failure {
    Failure(.invalidParameter, "'\(text.prefix(120))' is not an http or https URL")
  }

  fileprivate static func cannotWrite(_ path: String) -> Failure {
    Failure(.invalidParameter, "cannot write '\(path)': \(SystemError.reason(errno))")
  }
}
