import Glibc
import JSONValue
import TestSupport
import Testing

@testable import TuskShell

/// The commands of the prompt that open a page, copy its address and show pictures.
@Suite(.serialized)
struct LookingTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
  }

  @Test(
    arguments: [
      ([:], nil), (["url": "https://a.example/1"], "https://a.example/1"), (["url": "javascript:alert(1)"], nil),
      (["url": "https://a.example/ b"], nil), (["url": "https://a.example/\u{1B}c"], nil),
      (["url": "https://a.example/1", "boost": ["url": "https://b.example/2"]], "https://b.example/2"),
      (["status": ["url": "https://a.example/3"]], "https://a.example/3"),
      (["account": ["url": "https://a.example/@bob"]], "https://a.example/@bob"),
    ] as [(JSON.Object, String?)])
  func aRecordHasOnePage(record: JSON.Object, page: String?) {
    #expect(LookedAtRecord.page(of: record) == page)
  }

  @Test func onlyImagesArePictures() {
    let record: JSON.Object = [
      "media": [
        ["kind": "image", "url": "https://a.example/1.png"], ["kind": "video", "url": "https://a.example/2.mp4"],
        ["kind": "image", "url": "file:///etc/passwd"], ["kind": "image"],
      ]
    ]
    #expect(LookedAtRecord.pictures(of: record) == ["https://a.example/1.png"])
    #expect(LookedAtRecord.pictures(of: ["status": .object(record)]) == ["https://a.example/1.png"])
  }

  @Test(arguments: [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("é/?", "w6kvPw==")])
  func theTerminalGetsBase64(text: String, encoded: String) {
    let clipboard = Clipboard.found(for: text, in: ProcessEnvironment(variables: [:]), hasTerminal: true)
    guard case .terminal(let sequence)? = clipboard else {
      Issue.record("no sequence")
      return
    }
    #expect(sequence == "\u{1B}]52;c;\(encoded)\u{7}")
  }

  /// The variables, and the program that copies.
  @Test(
    arguments: [
      (["DISPLAY": ":0"], "xclip"), (["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"], "wl-copy"), ([:], nil),
      (["DISPLAY": ":0", "SSH_CONNECTION": "a 1 b 2"], nil),
    ] as [([String: String], String?)])
  func theDesktopHasAClipboard(variables: [String: String], program: String?) throws {
    let folder = home.path + "/bin"
    mkdir(folder, 0o700)
    for name in ["xclip", "wl-copy"] { symlink("\(TestPrograms.folder)/true", "\(folder)/\(name)") }
    let environment = ProcessEnvironment(variables: variables.merging(["PATH": folder]) { $1 })
    let found = Clipboard.found(for: "x", in: environment, hasTerminal: false)
    if case .program(let helper)? = found {
      #expect(helper.path == program.map { "\(folder)/\($0)" })
      #expect(helper.input == "x")
    } else {
      #expect(found == nil && program == nil)
    }
  }

  @Test func aPictureFolderIsPrivateAndRemoved() throws {
    let folder = try PictureFolder(in: ProcessEnvironment(variables: ["TMPDIR": home.path]))
    let path = String(folder.file.dropLast("/picture".count))
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
    try TuskRun.write([1], to: folder.file)
    folder.remove()
    #expect(stat(path, &facts) != 0)
  }

  @Test func withoutADesktopTheAddressIsPrinted() throws {
    let terminal = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color", "PAGER="])
    try terminal.expect("> ")
    try terminal.enter("notifications", answered: "mentioned you")
    try terminal.enter("open 1", answered: "https://b.example/@bob/9\r\n")
    try terminal.enter("\\open status:9", answered: "https://b.example/@bob/9\r\n")
    try terminal.enter("copy 1", answered: "\u{1B}]52;c;aHR0cHM6Ly9iLmV4YW1wbGUvQGJvYi85\u{7}sent to the clipboard")
    try terminal.enter("view 1", answered: "'1' has no pictures")
    try terminal.enter("open 7", answered: "the last list has 1 row")
    try terminal.enter("copy", answered: "'\\copy' needs a word")
    try terminal.enter("copy 1 2", answered: "'copy' takes the number of a row")
    #expect(server.writes.isEmpty)
  }
}
