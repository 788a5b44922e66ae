import MessageDigest
import TuskCommon

/// SHA-256 of several texts, each preceded by its length, so that different lists never hash the same bytes.
struct Fingerprint {
  let bytes: [UInt8]

  init(_ texts: String...) {
    var message: [UInt8] = []
    for text in texts {
      let count = UInt64(text.utf8.count)
      message += stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: count >> $0) }
      message += text.utf8
    }
    bytes = SHA256.hash(message)
  }

  var hexadecimal: String { bytes.hexadecimal }
}
