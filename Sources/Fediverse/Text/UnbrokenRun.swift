/// What stays together where a text without blanks is split: a hashtag, the name of an emoji, or a word, number or
/// address.
///
///     tag   = "#" { word character }
///     emoji = ":" { ASCII word character or one of "+-.@" } ":"
///     word  = letter { [ joint ] letter } [ unit ]
///
/// In scripts without blanks between words, such as Chinese, each character is a run of its own, except as the unit of
/// a number.
extension ArraySlice<CountedText.Piece> {
  /// The end of the run that starts here, at least one piece later.
  func endOfRun(at start: Int) -> Int {
    endOfTag(at: start) ?? endOfEmoji(at: start) ?? endOfWord(at: start) ?? start + 1
  }

  private func endOfTag(at start: Int) -> Int? {
    guard ["#", "＃"].contains(self[start].text) else { return nil }
    let end = self[(start + 1)...].firstIndex { !$0.isTagPart } ?? endIndex
    return end > start + 1 ? end : nil
  }

  private func endOfEmoji(at start: Int) -> Int? {
    guard self[start].text == ":", let end = self[(start + 1)...].firstIndex(where: { !$0.isEmojiPart }) else {
      return nil
    }
    return end > start + 1 && self[end].text == ":" ? end + 1 : nil
  }

  private func endOfWord(at start: Int) -> Int? {
    guard self[start].isLetter else { return nil }
    var end = start + 1
    while end < endIndex {
      if self[end].isLetter {
        end += 1
      } else if end + 1 < endIndex, self[end + 1].isLetter,
        self[end].isJoint(betweenDigits: self[end - 1].isDigit && self[end + 1].isDigit)
      {
        end += 2
      } else {
        break
      }
    }
    return end < endIndex && self[end - 1].isDigit && self[end].isTagPart ? end + 1 : end
  }
}

extension CountedText.Piece {
  /// The scalar that decides about the class of the character; `nil` for a URL or mention.
  private var scalar: Unicode.Scalar? { isEntity ? nil : text.unicodeScalars.first }

  fileprivate var isTagPart: Bool { scalar.map { $0.isWord || $0 == "·" || $0 == "・" } ?? false }

  fileprivate var isEmojiPart: Bool { scalar?.isASCIIWord(and: "_+-.@") ?? false }

  fileprivate var isDigit: Bool { scalar?.properties.generalCategory == .decimalNumber }

  /// Whether it is a part of words that blanks separate, or of a number, such as a sign of a currency.
  fileprivate var isLetter: Bool {
    guard let scalar, !scalar.isOfUnspacedScript else { return false }
    return scalar.isWord || scalar.properties.generalCategory == .currencySymbol || scalar == "%" || scalar == "％"
  }

  fileprivate func isJoint(betweenDigits: Bool) -> Bool {
    "'’.-@+/&".contains(text) || betweenDigits && ",:，．".contains(text)
  }
}
