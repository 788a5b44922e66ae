import Glibc
import MessageDigest
import SystemPackage
import TuskCommon
package import TuskLanguage
package import XCallbackURL

/// The text of a script file and its digest.
package struct ScriptFile: Sendable {
  package let source: Source
  /// SHA-256 of the bytes, in hexadecimal.
  package let digest: String
  let path: String

  /// Reads a file.
  ///
  /// - Throws: ``Failure`` if it cannot be read.
  package init(path: String) throws(Failure) {
    let descriptor: Int32
    do throws(Errno) { descriptor = try FileDescriptor.opened(path, O_RDONLY).rawValue } catch {
      throw .unreadable(path, error.rawValue)
    }
    defer { close(descriptor) }
    guard let bytes = try Self.bytes(of: descriptor, called: "'\(path)'") else { throw .unreadable(path, errno) }
    self.path = path
    source = Source(name: path, bytes: bytes)
    digest = Self.digest(of: bytes)
  }

  /// All bytes of a script or text; `nil` if they cannot be read.
  ///
  /// - Parameter begun: what was read of it before.
  /// - Throws: ``Failure`` if there are too many, as of a device without an end.
  static func bytes(
    of descriptor: Int32, after begun: [UInt8] = [], called name: String
  ) throws(Failure) -> [UInt8]? {
    var bytes: [UInt8] = []
    var input = ByteInput(descriptor: descriptor, after: begun)
    while let chunk = input.next() {
      bytes += chunk
      guard bytes.count <= Self.mostBytes else { throw .tooLarge(name) }
    }
    return input.hasFailed ? nil : bytes
  }

  private static let mostBytes = 64 << 20

  /// SHA-256 in hexadecimal.
  static func digest(of bytes: [UInt8]) -> String {
    SHA256.hash(bytes).hexadecimal
  }

  /// The absolute path of a file, with links resolved.
  package static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The `x-source` of the script's requests: the file's name and the start of its digest, so that a changed script is
  /// a different source.
  package var sourceName: String {
    "tusk:\(path.split(separator: "/").last ?? "script")+\(digest.prefix(8))"
  }
}

extension Failure {
  fileprivate static func unreadable(_ path: String, _ code: Int32) -> Failure {
    // The bytes of an argument that is not UTF-8 are lost before this program begins; this sign stands for them.
    let isDamaged = code == ENOENT && path.unicodeScalars.contains("\u{FFFD}")
    let reason = isDamaged ? "its name is not UTF-8, so rename the file" : SystemError.reason(code)
    return Failure(.notFound, "cannot read '\(path)': \(reason)")
  }

  fileprivate static func tooLarge(_ name: String) -> Failure {
    Failure(.notFound, "\(name) is larger than 64 MiB, the limit of scripts and texts")
  }
}
