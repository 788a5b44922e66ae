import Glibc

/// Links that lead nowhere, in place of a file or of one of its folders.
///
/// The file behind such a link is not absent but out of reach, for example on a disk that is not mounted.
package enum DanglingLink {
  /// The first link of a path that leads nowhere; `nil` if there is none.
  package static func first(in path: String) -> String? {
    var place = ""
    for part in path.split(separator: "/") {
      place += place.isEmpty && !path.hasPrefix("/") ? part : "/\(part)"
      guard access(place, F_OK) != 0 else { continue }
      guard errno == ENOENT else { return nil }
      return isLink(place) ? place : nil
    }
    return nil
  }

  private static func isLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }
}
