import CEditLine
import Glibc

/// libedit's editor, reduced to the operations that the reader needs.
final class EditLine {
  private let handle: OpaquePointer
  private let output = cel_stdout()
  /// What each row but the first begins with on the screen. libedit has it in its buffer; the line is without it.
  var rowMark = ""

  /// Creates an editor on the process's terminal. `program` is the name that lines in `~/.editrc` refer to.
  init?(program: String) {
    EditLine.useUTF8()
    guard let handle = el_init(program, cel_stdin(), cel_stdout(), cel_stderr()) else { return nil }
    self.handle = handle
  }

  deinit {
    el_end(handle)
  }

  /// Selects a UTF-8 locale, because libedit ignores keys outside ASCII in any other.
  private static func useUTF8() {
    setlocale(LC_ALL, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  func setContext(_ context: UnsafeMutableRawPointer) { _ = cel_set_context(handle, context) }
  func setPrompts(left: @escaping cel_prompt, right: @escaping cel_prompt) {
    _ = cel_set_prompt(handle, left)
    _ = cel_set_right_prompt(handle, right)
  }
  func setReader(_ next: @escaping el_rfunc_t) { _ = cel_set_reader(handle, next) }
  func setHistory(_ history: UnsafeMutablePointer<cel_history>) { _ = cel_set_history(handle, history) }
  func useEmacsKeys() { _ = cel_use_emacs_keys(handle) }
  var usesViKeys: Bool { cel_uses_vi_keys(handle) != 0 }
  func add(_ function: KeyFunction) { _ = cel_add_key_function(handle, function.name, function.help, function.run) }
  func bind(_ key: String, to name: String) { _ = cel_bind(handle, key, name) }
  func bindInCommandMode(_ key: String, to name: String) { _ = cel_bind_command_mode(handle, key, name) }
  /// Makes the terminal deliver Control-C, Control-Z, Control-S and Control-Q as keys.
  func takeControlKeys() {
    for flag in ["-isig", "-ixon"] { _ = cel_clear_tty_flag(handle, flag) }
  }
  /// Reads `~/.editrc`.
  func readUserFile() { _ = el_source(handle, nil) }

  /// Edits one line; returns nil at the end of input.
  func readLine() -> String? {
    var count: Int32 = 0
    // libedit shows the prompt before it sets raw mode, so that the system would echo and edit keys pressed at once.
    enterRawMode()
    guard let bytes = el_gets(handle, &count), count > 0 else { return nil }
    let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    let typed = text.last == "\n" ? String(text.dropLast()) : text
    return EditedLine(text: typed, cursor: 0).unmarked(rowMark).text
  }

  var line: EditedLine { drawnLine.unmarked(rowMark) }

  /// The line as libedit has it.
  var drawnLine: EditedLine {
    guard let info = el_line(handle)?.pointee, let start = info.buffer, let cursor = info.cursor,
      let end = info.lastchar
    else { return EditedLine(text: "", cursor: 0) }
    let bytes = UnsafeRawBufferPointer(start: start, count: end - start)
    return EditedLine(text: String(decoding: bytes, as: UTF8.self), cursor: cursor - start)
  }

  func move(byScalars count: Int) { el_cursor(handle, Int32(drawnScalars(for: count))) }
  func moveToEnd() { move(byScalars: line.after.unicodeScalars.count) }
  func insert(_ text: String) { el_insertstr(handle, EditedLine(text: text, cursor: 0).marked(rowMark).text) }
  func deleteScalarsBack(_ count: Int) { el_deletestr(handle, Int32(-drawnScalars(for: -count))) }

  /// The scalars of libedit's buffer to a place that is so many scalars of the line away.
  private func drawnScalars(for count: Int) -> Int {
    let line = line
    let target = EditedLine(text: line.text, cursor: line.cursor + line.bytes(ofScalars: count))
    let counts = [line, target].map { $0.marked(rowMark).before.unicodeScalars.count }
    return counts[1] - counts[0]
  }

  /// Whether a key of libedit itself left rows without their marks.
  var hasBrokenRows: Bool {
    let drawn = drawnLine
    return drawn.text.contains("\n") && drawn.unmarked(rowMark).marked(rowMark) != drawn
  }

  /// Gives all rows their marks.
  func mendRows() {
    let (drawn, line) = (drawnLine, line)
    el_cursor(handle, Int32(drawn.after.unicodeScalars.count))
    el_deletestr(handle, Int32(drawn.text.unicodeScalars.count))
    insert(line.text)
    move(byScalars: -line.after.unicodeScalars.count)
  }

  func deleteScalarsForward(_ count: Int) {
    move(byScalars: count)
    deleteScalarsBack(count)
  }

  func replace(with line: EditedLine) {
    moveToEnd()
    deleteScalarsBack(self.line.text.unicodeScalars.count)
    if !line.text.isEmpty { insert(line.text) }
    move(byScalars: -line.after.unicodeScalars.count)
  }

  /// Draws the prompt and line at the cursor, regardless of what is on the screen.
  func draw() { _ = cel_refresh(handle) }
  func beep() { el_beep(handle) }
  func takeNewSize() { el_resize(handle) }
  func enterRawMode() { _ = cel_prepare_terminal(handle, 1) }
  func leaveRawMode() { _ = cel_prepare_terminal(handle, 0) }

  /// Writes text through libedit's output buffer, in order with libedit's own.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, output) }
    fflush(output)
  }
}

/// A NUL-terminated copy of a text, valid for the lifetime of this object.
final class CText {
  let pointer: UnsafeMutablePointer<CChar>?

  init(_ text: String) {
    pointer = strdup(text)
  }

  deinit {
    free(pointer)
  }
}
