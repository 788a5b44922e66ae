/// Character classes from twitter-text and Ruby, which Mastodon uses to parse statuses.
extension Unicode.Scalar {
  var lowercasedASCII: Unicode.Scalar {
    value < 0x80 ? Unicode.Scalar(UInt8(truncatingIfNeeded: value).lowercasedASCII) : self
  }

  var isDigit: Bool { (0x30...0x39).contains(value) }

  /// An ASCII letter or digit, or one of these signs.
  func isASCIIWord(and signs: String = "") -> Bool {
    isDigit || (0x61...0x7A).contains(lowercasedASCII.value) || signs.unicodeScalars.contains(self)
  }

  /// A letter, mark, number or underscore of any script, like `[[:word:]]`.
  var isWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
      true
    default: false
    }
  }

  /// Whether its script has no blanks between words: Chinese, Hiragana, Thai, Lao, Tibetan, Burmese and Khmer.
  var isOfUnspacedScript: Bool {
    switch value {
    case 0xE00...0x109F, 0x1780...0x17FF, 0x3041...0x309F: true
    default: properties.isIdeographic
    }
  }

  /// Whether the scalar may be part of a host label: not whitespace, a control character or ASCII punctuation.
  var isHostPart: Bool {
    isASCII ? isASCIIWord() : !isBlank && value != 0xFFFE && value != 0xFEFF && value != 0xFFFF
  }

  var isPathPart: Bool { !isBlank && !isOne(of: "<>()?") }

  /// Whether a path may end with the scalar.
  var endsPath: Bool { !isBlank && !isOne(of: "()?!*\"'「」<>;:=,.$%[]~&|@") }

  var isQueryPart: Bool { isASCII ? isASCIIWord(and: "!?*'();:&=+$/%#[]-_.,~|@^") : value >= 0xA0 }

  /// Whether a query may end with the scalar.
  var endsQuery: Bool { isASCII ? isASCIIWord(and: "_&=#/-") : value >= 0xA0 }

  var isLatinAccent: Bool {
    switch value {
    case 0xD7, 0xF7: false
    case 0xC0...0x24F, 0x253, 0x254, 0x256, 0x257, 0x259, 0x25B, 0x263, 0x268, 0x26F, 0x272, 0x289, 0x28B, 0x2BB,
      0x300...0x36F, 0x1E00...0x1EFF:
      true
    default: false
    }
  }

  private var isBlank: Bool { properties.isWhitespace }

  private func isOne(of signs: String) -> Bool { signs.unicodeScalars.contains(self) }
}
