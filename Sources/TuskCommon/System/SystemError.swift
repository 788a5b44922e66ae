import Glibc

/// The system's errors, in Tusk's words.
package enum SystemError {
  /// The system's description of an error code such as `errno`, in lower case.
  package static func reason(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0).lowercased() } ?? "error \(code)"
  }
}
