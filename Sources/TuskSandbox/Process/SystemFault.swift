import GRDB
import Glibc

/// An error of the operating system about a file.
package struct SystemFault: Error, CustomStringConvertible {
  package let description: String
  /// The number of the error.
  private let code: Int32

  init(doing action: String, _ path: String, code: Int32 = errno) {
    description = "cannot \(action) \(path): \(String(cString: strerror(code)))"
    self.code = code
  }

  /// An error of the database, if the operating system caused it.
  init?(opening path: String, _ error: any Error) {
    guard let error = error as? DatabaseError, let code = error.systemCode else { return nil }
    self.init(doing: "write", path, code: code)
  }

  /// Whether the file could not be written, rather than found or read.
  var isAboutWriting: Bool { [ENOSPC, EDQUOT, EFBIG, EROFS, EACCES, EPERM].contains(code) }
}

extension DatabaseError {
  /// The error of the operating system that the database met, if there is one.
  var systemCode: Int32? {
    switch resultCode {
    case .SQLITE_FULL: ENOSPC
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: EACCES
    default: nil
    }
  }
}
