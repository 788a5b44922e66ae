import Glibc
import TestSupport
import Testing
import XCallbackURL

@testable import TuskActions
@testable import TuskShell

/// Programs that print or keep secrets, run without a shell.
struct SecretProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    ignoreBrokenPipes()
    folder = try TemporaryFolder()
  }

  private func program(_ name: String, _ text: String) async throws {
    try writeProgram("#!/bin/sh\n" + text + "\n", toFile: "\(folder.path)/\(name)")
  }

  private func places(_ variables: [String: String] = [:]) -> TokenSources {
    let path = ["PATH": "\(folder.path):\(TestPrograms.folder)", "HOME": folder.path]
    return TokenSources(in: ProcessEnvironment(variables: path.merging(variables) { $1 }))
  }

  @Test(arguments: [
    ("pass show fedi/a", ["pass", "show", "fedi/a"]), ("  a\t b ", ["a", "b"]),
    ("a 'b c' \"d e\"", ["a", "b c", "d e"]), ("a 'b'c\"d\"", ["a", "bcd"]), ("a ''", ["a", ""]),
    (#"a b\ c "d\"e" 'f\g'"#, ["a", "b c", #"d"e"#, #"f\g"#]),
    (
      "a $HOME `id` $(id) ~ *; b | c > d",
      [
        "a", "$HOME", "`id`", "$(id)", "~", "*;", "b", "|", "c", ">", "d",
      ]
    ),
  ])
  func aCommandIsWordsAndNothingElse(_ text: String, _ words: [String]) async throws {
    #expect(try CommandWords(text).words == words)
  }

  @Test(arguments: ["", "  ", "''", "a 'b", "a \"b", "a \\"])
  func whatIsNoCommandIsRefused(_ text: String) {
    #expect(throws: Failure.self) { try CommandWords(text) }
  }

  /// Agents do so: they go on, and hold the output open that they were started with.
  @Test func whatAProgramLeavesBehindIsNotWaitedFor() async throws {
    try await program("leave", "printf 'token\\n'\n(while [ -e \"$0\" ]; do sleep 1; done) &")
    #expect(try await places().run("leave").get() == "token")
  }

  @Test func theFirstLineIsTheToken() async throws {
    try await program("print", "printf 'to ken \\nlogin: me\\n'")
    #expect(try await places().run("print").get() == "token")
    #expect(try await places().run("printf %s 'a;b'").get() == "a;b")
  }

  @Test func aCommandHasNoInputToTake() async throws {
    await #expect(throws: Failure.self) { try await places().run("cat").get() }
  }

  @Test(arguments: [
    ("no-such-program", "cannot get a token: program 'no-such-program' not found"),
    ("false", "cannot get a token from 'false': it exited with status 1"),
    ("true", "'true' printed no token"), ("killed", "it exited with status 137"), ("/etc/passwd", "permission denied"),
    ("noise", "its output is not a token"), ("bytes", "its output is not a token"),
  ])
  func aCommandThatGivesNoTokenSaysWhy(_ command: String, _ reason: String) async throws {
    try await program("killed", "kill -9 $$")
    try await program("noise", "exec cat /dev/zero")
    try await program("bytes", "printf '\\377'")
    let failure = await #expect(throws: Failure.self) { try await places().run(command).get() }
    #expect(failure?.code == .unauthorized)
    #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
  }

  @Test func whatTakesTooLongIsEnded() async {
    let program = HelperProgram(path: "\(TestPrograms.folder)/sleep", arguments: ["1000"], limit: 0)
    #expect(await program.run() == .tooLate)
  }

  @Test func whatClosesItsOutputAndGoesOnIsEndedToo() async {
    let program = HelperProgram(path: "/bin/sh", arguments: ["-c", "exec >&- sleep 1000"], limit: 1)
    #expect(await program.run() == .tooLate)
  }

  @Test(arguments: ["exec sleep 1000", "exec >&- sleep 1000", "trap '' INT TERM; exec sleep 1000"])
  func whatNobodyWaitsForAnyMoreIsEnded(_ script: String) async {
    let program = HelperProgram(path: "/bin/sh", arguments: ["-c", script])
    let task = Task { await program.run() }
    task.cancel()
    #expect(await task.value == .givenUp)
  }

  /// A program that keeps one secret as `secret-tool` does.
  private func installKeyring() async throws {
    try await program(
      "secret-tool",
      """
      home=\(folder.path); echo "$@" >> $home/said
      case $1 in
      store) cat > $home/kept;;
      lookup) cat $home/kept 2>/dev/null || exit 1;;
      clear) rm -f $home/kept;;
      esac
      """)
  }

  @Test func theSecretServiceKeepsWhatNoArgumentShows() async throws {
    try await installKeyring()
    let keyring = try #require(places(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]).keyring)
    #expect(await keyring.lookUp("@a@b") == nil)
    #expect(await keyring.keep("@a@b", #"{"token":"s3cret"}"#))
    #expect(await keyring.lookUp("@a@b") == #"{"token":"s3cret"}"#)
    await keyring.forget("@a@b")
    #expect(await keyring.lookUp("@a@b") == nil)
    let said = try text(ofFile: "\(folder.path)/said")
    #expect(said.contains("store --label=Tusk: @a@b service tusk account @a@b\n") && !said.contains("s3cret"))
  }

  @Test func withoutABusOrTheProgramThereIsNoSecretService() async throws {
    #expect(places(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x", "PATH": folder.path]).keyring == nil)
    try await installKeyring()
    #expect(places().keyring == nil)
    #expect(places(["XDG_RUNTIME_DIR": folder.path]).keyring == nil)
    try write("", toFile: "\(folder.path)/bus")
    #expect(places(["XDG_RUNTIME_DIR": folder.path]).keyring != nil)
  }

  @Test(arguments: ["exit 1", "cat > /dev/null", "case $1 in lookup) echo other;; esac"])
  func aServiceThatDoesNotGiveBackWhatItTookIsNotUsed(_ text: String) async throws {
    try await program("secret-tool", text)
    let keyring = try #require(places(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]).keyring)
    #expect(await !keyring.keep("@a@b", "s3cret"))
  }
}
