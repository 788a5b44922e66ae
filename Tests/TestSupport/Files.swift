import Glibc
import Testing

/// Makes writes to a program that is gone fail, as the shell does, where they would end the tests.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

package func write(_ text: String, toFile path: String) throws {
  try write(Array(text.utf8), toFile: path)
}

package func write(_ bytes: [UInt8], toFile path: String) throws {
  let file = try #require(fopen(path, "w"), "\(path)")
  defer { fclose(file) }
  #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}

/// Writes a program. A shell writes it, because programs that other tests start meanwhile would hold a file of this
/// process open for a moment, and what is open for writing cannot be started.
package func writeProgram(_ text: String, toFile path: String) throws {
  let command = "printf %s \"$1\" > \"$2\" && chmod 755 \"$2\""
  let shell = try ChildProcess("/bin/sh", ["-c", command, "sh", text, path]) { _ in }
  #expect(shell.exitStatus == 0)
}

package func text(ofFile path: String) throws -> String {
  let file = try #require(fopen(path, "r"), "\(path)")
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

/// The names in a folder, sorted.
package func names(inFolder path: String) throws -> [String] {
  let folder = try #require(opendir(path), "\(path)")
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}
