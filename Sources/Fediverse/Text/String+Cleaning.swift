extension String {
  /// The text without blanks and line breaks around it.
  var trimmedOfBlanks: String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let head = unicodeScalars.drop(while: isBlank)
    guard let last = head.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(head[...last])
  }

  /// The text on one line for a terminal: blanks joined, nothing that moves a cursor or turns the reading direction,
  /// and an ellipsis where it is longer than the limit.
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
  /// Whether the scalar shows nothing and only parts or joins what stands beside it; runs of such say nothing more.
  var isZeroWidth: Bool {
    switch value {
    case 0x200B...0x200D, 0x2060, 0xFEFF: true
    default: false
    }
  }

  /// Whether the scalar sets the direction of what follows, as texts in Arabic and Hebrew need; whoever shows it on a
  /// terminal shows it as something to see.
  var isDirectional: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The scalar itself, or a harmless sign where a terminal would act on it.
  var inert: Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: "\u{FFFD}"
    default: self
    }
  }
}
