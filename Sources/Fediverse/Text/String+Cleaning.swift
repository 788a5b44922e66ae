extension String {
  /// The text without leading and trailing whitespace.
  var trimmedOfBlanks: String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let head = unicodeScalars.drop(while: isBlank)
    guard let last = head.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(head[...last])
  }

  /// The text on one line, safe for a terminal: whitespace is collapsed, control and direction characters are replaced,
  /// and longer texts end with an ellipsis.
  func oneLine(limit: Int) -> String {
    var text = String.UnicodeScalarView()
    var isBlankDue = false
    var count = 0
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace {
        isBlankDue = count > 0
        continue
      }
      if scalar.isZeroWidth, text.last?.isZeroWidth == true { continue }
      let width = isBlankDue ? 2 : 1
      guard count + width <= limit else {
        while text.count >= max(limit, 1) || text.last == " " { text.removeLast() }
        text.append("…")
        break
      }
      if isBlankDue { text.append(" ") }
      text.append(scalar.inert)
      count += width
      isBlankDue = false
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible and only joins or separates its neighbors; several in a row have no further
  /// effect.
  var isZeroWidth: Bool {
    switch value {
    case 0x200B...0x200D, 0x2060, 0xFEFF: true
    default: false
    }
  }

  /// Whether the scalar sets the writing direction, as Arabic and Hebrew texts need. Terminal output replaces it with a
  /// visible symbol.
  var isDirectional: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The scalar itself, or a visible symbol for a control character.
  var inert: Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: "\u{FFFD}"
    default: self
    }
  }
}
