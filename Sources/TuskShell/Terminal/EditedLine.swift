import TuskCommon

/// A line being edited: its text, which may contain newlines, and the cursor as a UTF-8 offset.
struct EditedLine: Equatable {
  let text: String
  let cursor: Int

  init(text: String, cursor: Int) {
    self.text = text
    self.cursor = min(max(0, cursor), text.utf8.count)
  }

  private var index: String.Index { text.utf8.index(text.utf8.startIndex, offsetBy: cursor) }
  var before: Substring { text[..<index] }
  var after: Substring { text[index...] }
  var isAtEnd: Bool { cursor == text.utf8.count }

  /// The number of scalars in the character before the cursor; libedit moves by scalars.
  var scalarsBack: Int { before.last?.unicodeScalars.count ?? 0 }
  /// The number of scalars in the character after the cursor.
  var scalarsForward: Int { after.first?.unicodeScalars.count ?? 0 }

  /// The bytes of so many scalars after the cursor, or before it for a negative number.
  func bytes(ofScalars count: Int) -> Int {
    let scalars = count < 0 ? before.unicodeScalars.suffix(-count) : after.unicodeScalars.prefix(count)
    let bytes = scalars.reduce(0) { $0 + UTF8.width($1) }
    return count < 0 ? -bytes : bytes
  }

  /// The line with a mark at the start of each row but the first.
  func marked(_ mark: String) -> EditedLine {
    changingLaterRows { mark + $0 }
  }

  /// The line without the marks, and without what is left of one.
  func unmarked(_ mark: String) -> EditedLine {
    changingLaterRows { row in
      let shared = zip(row.unicodeScalars, mark.unicodeScalars).prefix { $0 == $1 }.count
      return String(row.unicodeScalars.dropFirst(shared))
    }
  }

  private func changingLaterRows(_ change: (Substring) -> String) -> EditedLine {
    guard text.utf8.contains(0x0A) else { return self }
    let texts = [text[...], before].map { part in
      let rows = part.split(separator: "\n", omittingEmptySubsequences: false)
      return rows.enumerated().map { $0.offset == 0 ? String($0.element) : change($0.element) }.joined(separator: "\n")
    }
    return EditedLine(text: texts[0], cursor: texts[1].utf8.count)
  }

  /// The part of the cursor's row before the cursor.
  private var rowBefore: Substring { before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "" }
  private var rowAfter: Substring { after.prefix { $0 != "\n" } }

  /// The number of scalars from the start of the cursor's row to the cursor.
  var scalarsToRowStart: Int { rowBefore.unicodeScalars.count }
  /// The number of scalars from the cursor to the end of its row.
  var scalarsToRowEnd: Int { rowAfter.unicodeScalars.count }

  /// The number of scalars from the cursor to the end of the next word.
  var scalarsToWordEnd: Int {
    let scalars = after.unicodeScalars
    let gap = scalars.prefix { !$0.isPartOfWord }.count
    return gap + scalars.dropFirst(gap).prefix { $0.isPartOfWord }.count
  }

  /// The number of scalars back to the start of the word before the cursor.
  var scalarsToWordStart: Int {
    let scalars = before.unicodeScalars.reversed()
    let gap = scalars.prefix { !$0.isPartOfWord }.count
    return gap + scalars.dropFirst(gap).prefix { $0.isPartOfWord }.count
  }

  /// The number of scalars back to the same column of the row above; nil in the first row.
  var scalarsUp: Int? {
    let rows = before.split(separator: "\n", omittingEmptySubsequences: false)
    guard rows.count > 1 else { return nil }
    let above = rows[rows.count - 2]
    let kept = above.prefix(rowBefore.count)
    return rowBefore.unicodeScalars.count + 1 + above.unicodeScalars.count - kept.unicodeScalars.count
  }

  /// The number of scalars forward to the same column of the row below; nil in the last row.
  var scalarsDown: Int? {
    let rows = after.split(separator: "\n", omittingEmptySubsequences: false)
    guard rows.count > 1 else { return nil }
    return rowAfter.unicodeScalars.count + 1 + rows[1].prefix(rowBefore.count).unicodeScalars.count
  }

  /// The number of screen rows above the cursor, if the first one begins with a prompt of that width.
  func rowsAboveCursor(promptWidth: Int, columns: Int) -> Int {
    place(promptWidth: promptWidth, columns: columns).row
  }

  /// The cursor's row and column on the screen, if the first row begins with a prompt of that width.
  func place(promptWidth: Int, columns: Int) -> (row: Int, column: Int) {
    let columns = max(columns, 1)
    var (row, column) = (promptWidth / columns, promptWidth % columns)
    for scalar in before.unicodeScalars {
      guard scalar != "\n" else {
        row += 1
        column = 0
        continue
      }
      let width = scalar.cellWidth
      if column + width > columns {
        row += 1
        column = 0
      }
      column += width
      if column == columns {
        row += 1
        column = 0
      }
    }
    return (row, column)
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to a word for keys that move by words, as libedit has it.
  fileprivate var isPartOfWord: Bool {
    properties.isAlphabetic || properties.numericType != nil || isCombining
      || "*?_-.[]~=".unicodeScalars.contains(self)
  }
}
