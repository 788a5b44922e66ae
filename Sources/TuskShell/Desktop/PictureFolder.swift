import Glibc
import XCallbackURL

/// A folder for one downloaded picture after the other, which only this user can read.
struct PictureFolder {
  private let path: String
  /// Where a picture is downloaded to.
  var file: String { "\(path)/picture" }

  /// - Throws: ``Failure`` if it cannot be created.
  init(in environment: ProcessEnvironment) throws(Failure) {
    let base = environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(base)/tusk-XXXXXX".utf8CString)
    // Its permissions are 0700.
    guard mkdtemp(&template) != nil else { throw .noFolder(base) }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? base
  }

  /// Removes the picture, and the record of the download beside it.
  func clear() {
    unlink(file)
    unlink("\(path)/.tusk-downloads/picture")
  }

  /// Removes the folder.
  func remove() {
    clear()
    rmdir("\(path)/.tusk-downloads")
    rmdir(path)
  }
}

extension Failure {
  fileprivate static func noFolder(_ base: String) -> Failure {
    Failure(.defect, "cannot create a folder in '\(base)'")
  }
}
