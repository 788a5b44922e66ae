import CEditLine
import Glibc

/// libedit's editor, by the few operations the reader needs.
final class EditLine {
  private let handle: OpaquePointer
  private let output = cel_stdout()

  /// An editor on the process's terminal. `~/.editrc` addresses it by that program name.
  init?(program: String) {
    EditLine.useUTF8()
    guard let handle = el_init(program, cel_stdin(), cel_stdout(), cel_stderr()) else { return nil }
    self.handle = handle
  }

  deinit {
    el_end(handle)
  }

  /// libedit drops every key outside ASCII where the locale's characters are not UTF-8.
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
  /// Lets Control-C, Control-Z, Control-S and Control-Q arrive as keys.
  func takeControlKeys() {
    for flag in ["-isig", "-ixon"] { _ = cel_clear_tty_flag(handle, flag) }
  }
  /// Honors `~/.editrc`.
  func readUserFile() { _ = el_source(handle, nil) }

  /// Edits one line; nil at its end of input.
  func readLine() -> String? {
    var count: Int32 = 0
    // libedit shows the prompt first, so that keys pressed at once would still be echoed and edited by the system.
    enterRawMode()
    guard let bytes = el_gets(handle, &count), count > 0 else { return nil }
    let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    return text.last == "\n" ? String(text.dropLast()) : text
  }

  var line: EditedLine {
    guard let info = el_line(handle)?.pointee, let start = info.buffer, let cursor = info.cursor,
      let end = info.lastchar
    else { return EditedLine(text: "", cursor: 0) }
    let bytes = UnsafeRawBufferPointer(start: start, count: end - start)
    return EditedLine(text: String(decoding: bytes, as: UTF8.self), cursor: cursor - start)
  }

  func move(byScalars count: Int) { el_cursor(handle, Int32(count)) }
  func moveToEnd() { move(byScalars: line.after.unicodeScalars.count) }
  func insert(_ text: String) { el_insertstr(handle, text) }
  func deleteScalarsBack(_ count: Int) { el_deletestr(handle, Int32(count)) }

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

  /// Draws prompt and line anew where the cursor stands, as if the screen held nothing of them.
  func draw() { _ = cel_refresh(handle) }
  func beep() { el_beep(handle) }
  func takeNewSize() { el_resize(handle) }
  func enterRawMode() { _ = cel_prepare_terminal(handle, 1) }
  func leaveRawMode() { _ = cel_prepare_terminal(handle, 0) }

  /// Sends text between libedit's own, through the same buffer.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, output) }
    fflush(output)
  }
}

/// Text in the form C wants, as long as it lives.
final class CText {
  let pointer: UnsafeMutablePointer<CChar>?

  init(_ text: String) {
    pointer = strdup(text)
  }

  deinit {
    free(pointer)
  }
}
