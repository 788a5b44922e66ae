#if os(Linux)
  import FoundationEssentials
  import Glibc
  import Testing

  @testable import XCallbackURL

  /// URLs that are handed to another program, one test after the other, because a program that is being written to cannot
  /// be started, and every child that starts holds the file open for a moment.
  @Suite(.serialized)
  struct DesktopOpenerTests {
    private let url = CallbackURL(scheme: "bear", action: "a", pairs: [CallbackURL.Pair("t", "$(id) 'x' \"`&;")])

    @Test func theURLArrivesAsOneArgument() async throws {
      let folder = try Folder()
      let tool = try folder.program(#"printf '%s\n' "$#" "$@" > "$0.out""#)
      try await DesktopOpener(.init(tool, "open", "--")).open(url)
      #expect(try folder.text("tool.out") == "3\nopen\n--\n\(url.description)\n")
    }

    @Test func noChildIsLeftBehind() async throws {
      let folder = try Folder()
      let tool = try folder.program(#"echo "$$" > "$0.out""#)
      try await DesktopOpener(.init(tool)).open(url)
      let process = try #require(pid_t(try folder.text("tool.out").dropLast()))
      // A zombie could still be signalled.
      #expect(kill(process, 0) == -1 && errno == ESRCH)
    }

    @Test func theToolHasNeitherInputNorOutput() async throws {
      let folder = try Folder()
      let secret = open("/dev/zero", O_RDONLY)
      defer { close(secret) }
      let tool = try folder.program(#"for f in /proc/$$/fd/*; do echo "${f##*/} $(readlink "$f")"; done > "$0.out""#)
      try await DesktopOpener(.init(tool)).open(url)
      let files = try folder.text("tool.out").split(separator: "\n").filter { !$0.contains(folder.path) }
      #expect(files.contains("0 /dev/null") && files.contains("2 /dev/null"))
      #expect(!files.contains { $0.contains("zero") }, "\(files)")
    }

    @Test(arguments: [
      ("exit 3", DesktopOpener.Refusal.failed("T", status: 3)), ("kill -9 $$", .killed("T", signal: 9)),
    ])
    func aToolThatFailsIsAnError(script: String, refusal: DesktopOpener.Refusal) async throws {
      let folder = try Folder()
      let tool = try folder.program(script)
      let error = await #expect(throws: DesktopOpener.Refusal.self) { try await DesktopOpener(.init(tool)).open(url) }
      #expect(error?.description == refusal.description.replacing("T", with: tool))
    }

    @Test func aToolThatIsNotThereIsAnError() async throws {
      let path = try Folder().path + "/absent"
      await #expect(throws: DesktopOpener.Refusal.notStarted(path, ENOENT)) {
        try await DesktopOpener(.init(path)).open(url)
      }
      let error = await #expect(throws: DesktopOpener.Refusal.noTool(["gio", "xdg-open"])) {
        try await DesktopOpener(variables: { $0 == "PATH" ? path : nil }).open(url)
      }
      #expect(error?.description == "cannot open URLs: install gio or xdg-open")
    }

    @Test func onlyAbsoluteFoldersOfThePathAreSearched() async throws {
      let folder = try Folder()
      _ = try folder.program("exit 7", name: "gio")
      let path = ".:relative:\(folder.path)"
      await #expect(throws: DesktopOpener.Refusal.failed("gio", status: 7)) {
        try await DesktopOpener(variables: { $0 == "PATH" ? path : nil }).open(url)
      }
    }

    /// xdg-open opens such URLs in something else, and says that all is well.
    @Test func xdgOpenIsNotGivenWhatItGetsWrong() async throws {
      let folder = try Folder()
      _ = try folder.program(#"echo "$1" > "$0.out""#, name: "xdg-open")
      let path = folder.path
      let desktop: @Sendable (String) -> String? = { ["PATH": path, "DISPLAY": ":0"][$0] }
      let bare: @Sendable (String) -> String? = { ["PATH": path, "DISPLAY": ""][$0] }
      try await DesktopOpener(.xdgOpen, variables: desktop).open(CallbackURL(parsing: "BEAR:x"))
      #expect(try folder.text("xdg-open.out") == "bear:x\n")
      for (variables, text) in [(desktop, "drafts5:x"), (bare, "bear:x")] {
        let url = try CallbackURL(parsing: text)
        let opener = DesktopOpener(.xdgOpen, variables: variables)
        let error = await #expect(throws: DesktopOpener.Refusal.self) { try await opener.open(url) }
        guard case .unfit = error else { throw Failure(.defect, "\(error as Any)") }
      }
    }

    @Test func aCanceledWaitDoesNotWaitForTheTool() async throws {
      let folder = try Folder()
      let gate = folder.path + "/gate"
      #expect(mkfifo(gate, 0o600) == 0)
      let tool = try folder.program(#"cat "${0%/*}/gate""#)
      let url = url
      let task = Task { try await DesktopOpener(.init(tool)).open(url) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      // The tool goes on, and ends once somebody writes.
      let end = open(gate, O_WRONLY)
      #expect(end >= 0)
      close(end)
    }

    /// With this status gio says that nothing handles a scheme.
    @Test func gioIsToldToOpen() async throws {
      let folder = try Folder()
      _ = try folder.program(#"printf '%s\n' "$@" > "$0.out"; exit 2"#, name: "gio")
      let path = folder.path
      await #expect(throws: DesktopOpener.Refusal.failed("gio", status: 2)) {
        try await DesktopOpener(.gio, variables: { $0 == "PATH" ? path : nil }).open(url)
      }
      #expect(try folder.text("gio.out") == "open\n\(url.description)\n")
    }
  }

  /// A folder of a test's own, which goes with it.
  private final class Folder: Sendable {
    let path: String

    init() throws {
      path = "/tmp/tusk-opener-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a program and returns its path.
    func program(_ script: String, name: String = "tool") throws -> String {
      let file = "\(path)/\(name)"
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
      return file
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)
    }
  }
#endif
