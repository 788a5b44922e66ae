import Glibc
import TestSupport
import Testing
import TuskActions
import XCallbackURL

@testable import TuskShell

/// The file of the saved settings, as a person edits it and as `set --save` changes it.
struct SettingsFileTests {
  private let folder: TemporaryFolder
  private let file: SettingsFile

  init() throws {
    folder = try TemporaryFolder()
    file = SettingsFile(in: folder.path)
  }

  private func write(_ text: String) throws {
    try PrivateFile(file.path).write(text)
  }

  private var mode: mode_t {
    var facts = stat()
    return stat(file.path, &facts) == 0 ? facts.st_mode & 0o777 : 0
  }

  @Test func withoutAFileNothingIsSet() {
    #expect(file.read().values.isEmpty && file.read().warnings.isEmpty)
  }

  @Test(arguments: [
    ("hints off\npager less -S\n", ["hints": "off", "pager": "less -S"]),
    ("# mine\n\n  hints \t off  \n", ["hints": "off"]), ("hints off", ["hints": "off"]),
    ("hints off\nhints on\n", ["hints": "on"]), ("hints off\r\nhistory 500\r\n", ["hints": "off", "history": "500"]),
    ("prompt {account} # >\n", ["prompt": "{account} # >"]), ("", [:]), ("#hints off\n", [:]),
  ])
  func linesAreRead(text: String, values: [String: String]) throws {
    try write(text)
    #expect(file.read().values == values)
    #expect(file.read().warnings == [])
  }

  @Test(arguments: [
    ("hints yes\n", 1, "'hints' takes on or off, not 'yes'"), ("# a\n\nhintz off\n", 3, "did you mean 'hints'?"),
    ("hints\n", 1, "not ''"), ("pager a\0b\n", 1, "control character"), ("history 1e9", 1, "a number from 1"),
    ("prompt {who}\n", 1, "no field '{who}'"), ("pager a\rb\n", 1, "control character"),
  ])
  func aBadLineIsNamedAndSkipped(text: String, line: Int, message: String) throws {
    try write(text + (text.hasSuffix("\n") ? "" : "\n") + "timing on\n")
    let content = file.read()
    #expect(content.values == ["timing": "on"])
    #expect(content.warnings.count == 1)
    #expect(content.warnings.first?.hasPrefix("\(file.path):\(line): ") == true)
    #expect(content.warnings.first?.contains(message) == true)
  }

  private func expectRefused(_ message: String) {
    let content = file.read()
    #expect(content.values.isEmpty)
    #expect(content.warnings.count == 1 && content.warnings[0].contains(message), "\(content.warnings)")
    #expect(throws: Failure.self) { try file.save("off", for: .hints) }
  }

  @Test(arguments: [0o666, 0o620, 0o602] as [mode_t])
  func aFileThatOthersCanWriteIsRefused(mode: mode_t) throws {
    try write("hints off\n")
    chmod(file.path, mode)
    expectRefused("others can write it")
    #expect(try text(ofFile: file.path) == "hints off\n")
  }

  @Test func aFileThatOthersCanReadIsRead() throws {
    try write("hints off\n")
    chmod(file.path, 0o644)
    #expect(file.read().values == ["hints": "off"])
  }

  @Test func whatIsNoFileIsRefused() throws {
    mkdir(file.path, 0o700)
    expectRefused("not a regular file")
    rmdir(file.path)
    mkfifo(file.path, 0o600)
    expectRefused("not a regular file")
  }

  @Test func aLargeFileIsRefused() throws {
    try write(String(repeating: "# x\n", count: 1 << 18))
    expectRefused("larger than 64 KiB")
  }

  @Test func aFileThatIsNotUTF8IsRefused() throws {
    try TuskRun.write(Array("hints off\n# ".utf8) + [0xFF], to: file.path)
    chmod(file.path, 0o600)
    expectRefused("not UTF-8")
  }

  @Test func aLinkIsFollowedAndKept() throws {
    let target = folder.path + "/elsewhere"
    try PrivateFile(target).write("hints off\n")
    symlink(target, file.path)
    #expect(file.read().values == ["hints": "off"])
    try file.save("on", for: .hints)
    #expect(try text(ofFile: target) == "hints on\n")
    var facts = stat()
    let isThere = lstat(file.path, &facts) == 0
    #expect(isThere && facts.st_mode & S_IFMT == S_IFLNK)
    chmod(target, 0o666)
    expectRefused("others can write it")
    unlink(target)
    expectRefused("cannot read")
  }

  @Test(
    arguments: [
      ("", "hints", "off", "hints off\n"), ("# mine\nhistory 5\n", "hints", "off", "# mine\nhistory 5\nhints off\n"),
      ("history 5", "hints", "off", "history 5\nhints off\n"),
      ("# a\nhints on\n\nzz 1\n", "hints", "off", "# a\nhints off\n\nzz 1\n"),
      ("hints on\r\n# b\r\n", "hints", "off", "hints off\r\n# b\r\n"),
      ("hints on\nhints on\n", "hints", "off", "hints on\nhints off\n"),
      ("hints on\n# a\nhints off\n", "hints", nil, "# a\n"), ("# a\n", "hints", nil, "# a\n"),
    ] as [(String, String, String?, String)])
  func aChangeKeepsOtherLines(before: String, name: String, value: String?, after: String) throws {
    if !before.isEmpty { try write(before) }
    try file.save(value, for: PromptSetting.required(name))
    #expect(try text(ofFile: file.path) == after)
    #expect(mode == 0o600)
  }

  @Test func whatIsSavedIsReadAgain() throws {
    for setting in PromptSetting.all { try file.save(setting.standard, for: setting) }
    #expect(file.read().warnings == [])
    #expect(file.read().values.count == PromptSetting.all.count)
  }
}
