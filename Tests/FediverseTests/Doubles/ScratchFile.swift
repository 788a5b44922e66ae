#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of a test's own, which is gone when the test is.
final class ScratchFile: Sendable {
  let path: String
  /// Open for reading and writing.
  let descriptor: CInt
  private let folder: String

  init(_ bytes: [UInt8] = [], name: String = "file") {
    var template = Array("/tmp/fediverse-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    folder = made ?? "/proc/nowhere"
    path = folder + "/" + name
    descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    var rest = bytes[...]
    while !rest.isEmpty, case let count = rest.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }),
      count > 0
    {
      rest = rest.dropFirst(count)
    }
  }

  deinit {
    close(descriptor)
    unlink(path)
    rmdir(folder)
  }

  /// What it holds now.
  var bytes: [UInt8] {
    let length = Int(lseek(descriptor, 0, SEEK_END))
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = max(pread(descriptor, buffer.baseAddress, length, 0), 0)
    }
  }

  func cut(to length: Int) {
    _ = ftruncate(descriptor, off_t(length))
  }
}
