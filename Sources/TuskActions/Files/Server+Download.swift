import Glibc
package import XCallbackURL

extension Server {
  /// A file that was downloaded, or that was there already.
  package struct Keepsake: Sendable, Hashable {
    package let path: String
    package let bytes: Int
    package let isNew: Bool
  }

  /// Downloads a file to a path, or into a folder under the name that the URL gives it.
  ///
  /// It appears under its name when it is complete.
  ///
  /// - Parameter skips: whether a file that is there stays as it is.
  package func download(_ url: String, to target: String, skippingExisting skips: Bool) async throws(Failure)
    -> Keepsake
  {
    let path = try Self.path(for: url, in: target)
    if skips, let bytes = Self.size(of: path) { return Keepsake(path: path, bytes: bytes, isNew: false) }
    // Two downloads at once may have the same name.
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
    return Keepsake(path: path, bytes: bytes, isNew: true)
  }

  /// The path itself, or one within it where it is a folder; a folder that is named so is made.
  private static func path(for url: String, in target: String) throws(Failure) -> String {
    var facts = stat()
    let isFolder = stat(target, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    guard isFolder || target.hasSuffix("/") else { return target }
    if !isFolder, mkdir(target, 0o777) != 0, errno != EEXIST { throw .cannotWrite(target) }
    return (target.hasSuffix("/") ? target : target + "/") + FileName.of(url)
  }

  private static func size(of path: String) -> Int? {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }
}

extension Failure {
  fileprivate static func cannotWrite(_ path: String) -> Failure {
    Failure(.invalidParameter, "cannot write '\(path)': \(String(cString: strerror(errno)))")
  }
}
