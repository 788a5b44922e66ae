/// A text as the journal stores it: a digest to find it by, and a part for people to read.
struct JournaledText {
  let digest: [UInt8]
  /// The text itself; if it is long, its start and the start of its digest.
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
    // Scalars, because a single character can be as long as the whole text.
    let start = String(whole.unicodeScalars.prefix(Self.mostScalarsOfStart))
    text = "\(start)… #\(fingerprint.hexadecimal.prefix(12))"
  }
}
