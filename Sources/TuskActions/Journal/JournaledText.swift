/// A text as the journal keeps it: the digest by which it is found, and as much of it as a person reads.
struct JournaledText {
  let digest: [UInt8]
  /// The text itself, or where it is long its start and the start of its digest.
  let text: String

  private static let mostBytes = 512
  private static let mostScalarsOfStart = 120

  init(_ whole: String) {
    let fingerprint = Fingerprint(whole)
    digest = fingerprint.bytes
    guard whole.utf8.count > Self.mostBytes else {
      text = whole
      return
    }
    // Scalars and not characters, because a single character can be as long as the whole.
    let start = String(whole.unicodeScalars.prefix(Self.mostScalarsOfStart))
    text = "\(start)… #\(fingerprint.hexadecimal.prefix(12))"
  }
}
