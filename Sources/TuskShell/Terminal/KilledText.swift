/// The text that keys deleted by words and rows, for the key that puts it back.
struct KilledText {
  private(set) var text = ""
  /// The line that the last deletion left: the next one adds to the text if the line is still that.
  private var line: EditedLine?

  /// - Parameters:
  ///   - isBefore: whether the piece was before the cursor.
  ///   - line: the line with the piece.
  ///   - rest: the line without it.
  mutating func add(_ piece: String, before isBefore: Bool, of line: EditedLine, leaving rest: EditedLine) {
    let isNext = self.line == line
    text = isNext ? (isBefore ? piece + text : text + piece) : piece
    self.line = rest
  }
}
