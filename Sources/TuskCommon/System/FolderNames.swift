import Glibc

/// The names of what is in a folder.
package enum FolderNames {
  /// The names in no order; `nil` if the folder cannot be read.
  package static func all(in path: String) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
