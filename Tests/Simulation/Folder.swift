import Glibc

/// A folder of files in memory.
enum Folder {
  /// Creates the folder of this process.
  static func make() -> String {
    let root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    let path = "\(root)/tusk-simulate-\(getpid())"
    mkdir(path, 0o700)
    return path
  }

  /// Removes everything in a folder.
  static func empty(_ path: String) {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      let inner = "\(path)/\(name)"
      guard unlink(inner) != 0 else { continue }
      empty(inner)
      rmdir(inner)
    }
  }
}
