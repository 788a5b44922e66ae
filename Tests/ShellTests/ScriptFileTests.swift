import Glibc
import TestSupport
import Testing
import TuskActions
import TuskLanguage
import TuskShell
import XCallbackURL

/// Files that are read: scripts with their digests, and texts.
struct ScriptFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/a script.tsk" }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func theDigestIsTheFilesSHA256(text: String, digest: String) throws {
    try TuskRun.write(Array(text.utf8), to: path)
    let script = try ScriptFile(path: path)
    #expect(script.digest == digest)
    #expect(script.sourceName == "tusk:a script.tsk+" + digest.prefix(8))
    let unit = ScriptUnit(script, ParsedSource(Source("")))
    #expect(unit.script == Origin.Script(path: path, digest: digest, effects: [], files: [path: digest]))
    #expect(script.source.bytes == Array(text.utf8))
  }

  @Test(arguments: ["me\n", "me\r\n", "\u{FEFF}me\n", "me", "me \n"])
  func everyByteCountsForTheDigest(text: String) throws {
    var digests: Set<String> = []
    for text in [text, text + " "] {
      try TuskRun.write(Array(text.utf8), to: path)
      digests.insert(try ScriptFile(path: path).digest)
    }
    #expect(digests.count == 2)
  }

  @Test func aFileWithoutAnEndIsRefused() throws {
    for read in [{ try ScriptFile(path: "/dev/zero").source.bytes }, { try TextFile.bytes("/dev/zero") }] {
      let failure = #expect(throws: Failure.self) { try read() }
      #expect(failure?.message == "'/dev/zero' is larger than 64 MiB, the limit of scripts and texts")
    }
  }

  /// A pipe that nobody writes to: what reads it would wait for ever.
  @Test(arguments: ["sourced.tsk", "accounts.json", "permissions.json"])
  func aPipeIsNoFileOfTusks(name: String) async throws {
    try #require(mkdir(folder.path + "/.config", 0o700) == 0 && mkdir(folder.path + "/.config/tusk", 0o700) == 0)
    try TuskRun.write(Array("source sourced.tsk\n".utf8), to: path)
    let pipe = folder.path + (name.hasSuffix(".tsk") ? "/" : "/.config/tusk/") + name
    try #require(mkfifo(pipe, 0o600) == 0)
    let arguments = name.hasSuffix(".tsk") ? [path] : name == "accounts.json" ? ["accounts"] : ["permissions"]
    let run = try await TuskRun.of(arguments, home: folder)
    #expect(run.errors.contains("is not a regular file"), "\(run)")
    #expect(run.exit == (name.hasSuffix(".tsk") ? 66 : 78), "\(run)")
  }

  @Test func aScriptMayBeAPipe() async throws {
    let run = try await TuskRun.of(["/dev/stdin"], home: folder, input: Array("print one\n".utf8))
    #expect(run.exit == 0 && run.output == "one\n", "\(run)")
  }

  @Test func whatCannotBeReadIsNamedWithItsReason() throws {
    for (path, reason) in [
      (folder.path, "is a directory"), (path, "no such file or directory"), (path + "/x", "no such file or directory"),
      ("", "no such file or directory"),
    ] {
      let failure = #expect(throws: Failure.self) { try ScriptFile(path: path) }
      #expect(failure?.message == "cannot read '\(path)': \(reason)")
    }
  }

  @Test func aPathThatIsNotUTF8SaysSo() throws {
    let damaged = path + "\u{FFFD}.tsk"
    let failure = #expect(throws: Failure.self) { try ScriptFile(path: damaged) }
    #expect(failure?.message == "cannot read '\(damaged)': its name is not UTF-8, so rename the file")
    try TuskRun.write(Array("me".utf8), to: damaged)
    #expect(try ScriptFile(path: damaged).source.bytes.count == 2, "a name may have that sign")
  }

  @Test(arguments: [
    ("a", "a"), ("a\n", "a"), ("a\n\n", "a\n"), ("a\r\n", "a"), ("a\r\n\r\nb\r\n", "a\n\nb"), ("\u{FEFF}a", "a"),
    ("\n", ""), ("", ""),
    ("\r\n", ""),
    ("a\r", "a\r"), ("a \n", "a "), ("é\u{1F418}\n", "é\u{1F418}"), ("a\n b", "a\n b"),
  ])
  func aTextLosesItsMarkAndItsLastNewline(bytes: String, text: String) throws {
    try TuskRun.write(Array(bytes.utf8), to: path)
    #expect(Array(try TextFile.contents(path).utf8) == Array(text.utf8))
    #expect(try TextFile.bytes(path) == Array(bytes.utf8))
  }

  @Test(
    arguments: [[0xFF], [0xC3, 0x28], [0x61, 0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
  func whatIsNoTextIsNotRepaired(bytes: [UInt8]) throws {
    try TuskRun.write(bytes, to: path)
    let failure = #expect(throws: Failure.self) { try TextFile.contents(path) }
    #expect(failure?.message.contains("is not UTF-8 text") == true)
  }

  @Test(arguments: [
    ("me\nnotifications", []), ("post a", ["post: Posts a status."]),
    ("post a\npost b\nfav status:1\nme", ["post: Posts a status. (2 times)", "fav: Favorites a status."]),
    ("favourite status:1", ["fav: Favorites a status."]), ("favoriteStatus status:1", ["fav: Favorites a status."]),
    ("dismiss all", ["dismiss all: Dismisses all notifications."]),
    ("open tusker://x-callback-url/postStatus?text=x", ["post: Posts a status."]),
    ("tusker://x-callback-url/favouriteStatus?statusID=1 --yes", ["fav: Favorites a status."]),
    ("tusk://x-callback-url/getCurrentUser", []), ("open tusker://x-callback-url/nothing", []), ("print post", []),
    ("`", []),
  ])
  func effectsAreEverythingThatAScriptWouldChange(text: String, effects: [String]) {
    #expect(Shell.effects(of: ParsedSource(Source(text))) == effects)
  }
}
