import TuskCommon
import TuskLanguage
import TuskRuntime
package import XCallbackURL

/// Reads text files.
package enum TextFile {
  /// The bytes of a file; the path `-` is what is unread of standard input.
  ///
  /// - Throws: ``Failure`` if it cannot be read.
  package static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    guard path == "-" else { return try ScriptFile(path: path).source.bytes }
    let unread = StandardInput.shared.takeUnread()
    guard let bytes = try ScriptFile.bytes(of: 0, after: unread, called: "standard input") else {
      throw .unreadableInput()
    }
    return bytes
  }

  /// The text of a file without its last newline and without a byte order mark; lines end with LF.
  ///
  /// - Throws: ``Failure`` if it cannot be read or is not UTF-8.
  package static func contents(_ path: String) throws(Failure) -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else { throw .notText(path) }
    let marked = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let lines = marked.replacing("\r\n", with: "\n")
    return lines.last == "\n" ? String(lines.dropLast()) : lines
  }
}

extension Failure {
  fileprivate static func unreadableInput() -> Failure {
    Failure(.notFound, "standard input cannot be read")
  }

  fileprivate static func notText(_ path: String) -> Failure {
    Failure(.invalidParameter, "'\(path)' is not UTF-8 text")
  }
}
