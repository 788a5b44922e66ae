/// A host name in lower-case ASCII, with internationalized labels in Punycode; or an IP address.
package struct HostName: Sendable, Hashable {
  package let text: String

  /// Parses a host name; `nil` if it is none.
  package init?(_ written: String) {
    let dotted = written.lowercased().map { "\u{3002}\u{FF0E}\u{FF61}".contains($0) ? "." : $0.composed }.joined()
    var labels = dotted.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    var encoded: [String] = []
    for label in labels {
      guard let label = Self.encode(String(label)) else { return nil }
      encoded.append(label)
    }
    text = encoded.joined(separator: ".")
    guard text.utf8.count <= 253 else { return nil }
  }

  /// Parses an IPv6 address without its brackets; `nil` if it is none.
  package init?(ipv6 written: String) {
    let digits = written.lowercased()
    let isWellFormed = digits.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    guard isWellFormed, digits.contains(":"), (2...45).contains(digits.utf8.count) else { return nil }
    text = digits
  }

  private static func encode(_ label: String) -> String? {
    guard !label.isEmpty else { return nil }
    if label.utf8.allSatisfy({ $0 < 0x80 }) {
      let isSound = label.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0) }
      guard isSound, label.utf8.count <= 63 else { return nil }
      return label
    }
    let isSound = label.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII ? HostName.isLetterOrDigit(scalar) : HostName.isAllowed(scalar)
    }
    guard isSound, let encoded = Punycode.encode(label), encoded.utf8.count <= 59 else { return nil }
    return "xn--" + encoded
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    "abcdefghijklmnopqrstuvwxyz0123456789-".unicodeScalars.contains(scalar)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned, .surrogate:
      false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

extension Character {
  /// The precomposed scalar equivalent to this character, because domains are registered in NFC (RFC 5891 section 5.2)
  /// and macOS may send decomposed text. Scripts that Unicode excludes from composition are unchanged.
  fileprivate var composed: String {
    let ranges: [ClosedRange<UInt32>] = [0xC0...0x52F, 0x1E00...0x1FFF, 0xAC00...0xD7A3]
    guard unicodeScalars.count > 1 else { return String(self) }
    let scalar = ranges.joined().lazy.compactMap(Unicode.Scalar.init).first { Character($0) == self }
    return scalar.map { String($0) } ?? String(self)
  }
}
