import CMessageDigest

/// SHA-256 (FIPS 180-4) of bytes that may arrive in parts.
package struct SHA256 {
  private var context = SHA2_CTX()

  /// Starts without any bytes.
  package init() {
    SHA256Init(&context)
  }

  /// Adds bytes.
  package mutating func update(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { SHA256Update(&context, $0.baseAddress, $0.count) }
  }

  /// The 32 bytes of the hash.
  package consuming func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.size) { hash, count in
      SHA256Final(hash.baseAddress, &context)
      count = Self.size
    }
  }

  /// The 32 bytes of the hash of all these bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes[...])
    return hash.finish()
  }

  /// The message authentication code HMAC (RFC 2104) with SHA-256.
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > blockSize ? hash(key) : key
    let block = short + [UInt8](repeating: 0, count: blockSize - short.count)
    return hash(block.map { $0 ^ 0x5c } + hash(block.map { $0 ^ 0x36 } + message))
  }

  private static let size = Int(SHA256_DIGEST_LENGTH)
  private static let blockSize = Int(SHA256_BLOCK_LENGTH)
}
