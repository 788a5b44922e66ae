import Glibc
import Testing

/// A folder that is gone with the test; it holds files, folders of files, and links to others.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = try #require(Self.create())
  }

  /// A path in a folder that does not exist yet; whatever is created there is gone with the process.
  package static func freshPath() -> String {
    "\(ofProcess)/\(UInt64.random(in: 0...UInt64.max))/file.json"
  }

  private static let ofProcess: String = {
    guard let path = create() else { fatalError("cannot create a folder in /tmp: error \(errno)") }
    atexit { TemporaryFolder.remove(TemporaryFolder.ofProcess) }
    return path
  }()

  private static func create() -> String? {
    var template = Array("/tmp/tusk-test-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) }
  }

  deinit {
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    // What a link leads to is not part of the folder.
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor >= 0, let folder = fdopendir(descriptor) {
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
    }
    _ = Glibc.remove(path)
  }
}
