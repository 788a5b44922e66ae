#if canImport(Glibc)
  import Glibc

  extension Failure {
    /// A file or socket cannot be used, for the reason that `errno` gives.
    static func system(_ what: String) -> Failure {
      Failure(.badSettings, "\(what): \(String(cString: strerror(errno)))")
    }
  }
#endif
