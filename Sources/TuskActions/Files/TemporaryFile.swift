import Glibc
import TuskCommon
package import XCallbackURL

/// A temporary file that only its owner can read.
package struct TemporaryFile: Sendable {
  package let path: String
  package let descriptor: Int32
  private let folder: String

  /// Creates an empty file with the name that the URL ends in.
  ///
  /// - Throws: ``Failure`` if the file cannot be created.
  package init(named url: String) throws(Failure) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/tusk-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .noTemporaryFile(base) }
    folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? base
    path = "\(folder)/\(FileName.of(url))"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let failure = Failure.noTemporaryFile(folder)
      rmdir(folder)
      throw failure
    }
  }

  /// Removes the file.
  package func remove() {
    close(descriptor)
    unlink(path)
    rmdir(folder)
  }
}

extension Failure {
  fileprivate static func noTemporaryFile(_ folder: String) -> Failure {
    Failure(.defect, "cannot create a temporary file in '\(folder)': \(SystemError.reason(errno))")
  }
}
