extension StringProtocol {
  /// What follows `https://` or `http://`, in any case (RFC 3986 section 3.1); `nil` if the text begins otherwise.
  package var afterWebScheme: SubSequence? {
    // Every word of a script is asked, and hardly any begins like this.
    guard let first = utf8.first, first | 0x20 == UInt8(ascii: "h") else { return nil }
    for scheme in ["https://", "http://"] {
      let start = utf8.prefix(scheme.utf8.count)
      let isScheme = start.elementsEqual(scheme.utf8) { byte, expected in
        byte == expected || (0x41...0x5A).contains(byte) && byte | 0x20 == expected
      }
      if isScheme { return self[start.endIndex...] }
    }
    return nil
  }

  /// Whether the text begins as a web address does.
  package var isWebAddress: Bool { afterWebScheme != nil }
}
