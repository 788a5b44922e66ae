import Glibc
import Testing

/// A folder that is gone with the test; it holds nothing but files and folders of files.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    var template = Array("/tmp/tusk-test-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
  }

  /// A path in a folder that does not exist yet and that nobody removes.
  package static func freshPath() -> String {
    "/tmp/tusk-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))/file.json"
  }

  deinit {
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
    }
    _ = Glibc.remove(path)
  }
}
