import Foundation

/// A place for the files of one test.
enum TemporaryFolder {
  /// A path below a folder that does not exist yet.
  static func freshPath() -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tusk-tests-\(UUID().uuidString)")
    return folder.appending(path: "file.json").path
  }
}
