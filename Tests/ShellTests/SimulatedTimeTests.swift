import Glibc
import TestSupport
import Testing
import TuskActions
import TuskCommon
import TuskLanguage

@testable import TuskShell

/// The prompt after the time of `--fast-forward`. It waits for its work, so that each runs on a thread of its own.
@Suite(.serialized)
struct SimulatedTimeTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  /// The exit code of a prompt whose simulated time is over, and what it reported.
  private func prompt(_ lines: [String]) async throws -> (code: ExitCode, errors: String) {
    let path = home.path
    return try await onOwnThread { try Self.prompt(lines, home: path) }
  }

  private static func prompt(_ lines: [String], home: String) throws -> (code: ExitCode, errors: String) {
    let (output, errors) = (try file(home + "/output"), try file(home + "/errors"))
    defer { for descriptor in [output, errors] { close(descriptor) } }
    var options = Shell.Options()
    options.fastForward = .zero
    let variables = ["HOME": home, "TUSK_SERVER": "http://127.0.0.1:9", "TUSK_TOKEN": "x"]
    let shell = Shell(
      options: options, environment: ProcessEnvironment(variables: variables),
      streams: StandardStreams(output: output, errors: errors))
    let names = ShownNames(folder: nil)
    var session = PromptSession(
      shell: ActingShell(shell), reader: TypedLines(lines), history: History(path: nil),
      calls: shell.appCalls(asking: shell.consentPrompt()), names: names,
      knowledge: PromptKnowledge(shell.surroundings(names: names), statusLimits: shell.statusLimits))
    let code = session.run()
    return (code, try text(ofFile: home + "/errors"))
  }

  private static func file(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    return descriptor
  }

  @Test func thePromptStaysUntilExit() async throws {
    let (code, errors) = try await prompt(["print a", "print b", "exit 3", "print c"])
    #expect(code.rawValue == 3)
    #expect(errors == "the simulated time is over\nthe simulated time is over\n")
  }

  @Test func endOfInputLeavesWithSuccess() async throws {
    #expect(try await prompt(["print a"]).code == .success)
  }
}

/// A person who types these lines and then Ctrl-D.
private final class TypedLines: LineReader {
  private var lines: ArraySlice<String>

  init(_ lines: [String]) {
    self.lines = lines[...]
  }

  func readLine(prompt: Prompt) -> LineEvent<ParsedSource> {
    lines.popFirst().map { .line(ParsedSource(Source($0), mode: .repl)) } ?? .endOfInput
  }

  func readSecret(prompt: String) -> LineEvent<String> { .endOfInput }
}
