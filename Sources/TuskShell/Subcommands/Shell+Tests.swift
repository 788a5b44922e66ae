import Glibc
import JSONValue
import SystemPackage
import TuskActions
package import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Runs the tests of scripts, each by a process of its own in a sandbox of its own, and prints how they ended.
  package func test(files: [String]) -> ExitCode {
    var (count, failed, code) = (0, 0, ExitCode.success)
    let stop = StopRequest(interrupts)
    for path in files {
      switch tests(in: path) {
      case .failure(let reason): code = code == .success ? reason : code
      case .success(let tests):
        for test in tests {
          let outcome = run(test, until: stop)
          if let signal = stop.signal { return .signal(signal) }
          streams.write(options.wantsJSON ? outcome.json.text + "\n" : outcome.text)
          count += 1
          failed += outcome.code == .success ? 0 : 1
        }
      }
    }
    if !options.wantsJSON, count > 0 { streams.write("\(count.counting("test")), \(failed) failed\n") }
    guard code == .success, streams.exitCode == .success else { return code == .success ? streams.exitCode : code }
    return failed == 0 ? .success : .partial
  }

  /// The tests of a script without mistakes.
  private func tests(in path: String) -> Result<[TestPlace], ExitCode> {
    let script: ScriptFile
    do throws(Failure) {
      // Each test reads it again, which a pipe cannot be.
      script = try ScriptFile(path, from: nil)
    } catch {
      return .failure(reporter(isScript: true).report(error.message, .noInput))
    }
    if case .failure(let code) = header(of: script.source) { return .failure(code) }
    let program = ParsedSource(script.source)
    let code = check(program, mode: .script)
    guard code == .success else { return .failure(code) }
    let tests = (try? program.statements.get())?.compactMap { TestPlace($0, in: script) } ?? []
    guard !tests.isEmpty else {
      return .failure(reporter(isScript: true).report("'\(path)' has no tests; see: tusk help test", .usage))
    }
    return .success(tests)
  }

  private func run(_ test: TestPlace, until stop: StopRequest) -> TestOutcome {
    do throws(Failure) {
      let folder = try TestFolder(in: environment["TMPDIR"] ?? "/tmp")
      defer { folder.remove() }
      var program = ProgramStart("/proc/self/exe", ["__test", "--line", String(test.line), "--", test.path])
      program.environment = folder.environment(without: environment.names)
      let (output, code) = try stop.result(of: program)
      let reason = code.rawValue > 128 ? "error: the test was ended by signal \(code.rawValue - 128)\n" : ""
      return TestOutcome(test: test, code: code, output: output + reason)
    } catch {
      return TestOutcome(test: test, code: .system, output: "error: \(error.message)\n")
    }
  }

  /// Runs the test on this line of a script, in the environment of a test.
  package func runTest(on line: Int, of path: String) -> ExitCode {
    do throws(Failure) {
      guard TestFolder.contains(environment), try accounts.isSandbox() else { throw .notInTest() }
      let script = try ScriptFile(path: path)
      let program = ParsedSource(script.source)
      let statements = (try? program.statements.get()) ?? []
      let found = statements.first { TestPlace($0, in: script)?.line == line }
      guard let found, case .test(let test) = found.form else { throw .noTest(line) }
      let now = WallClock.system.now()
      let clock = test.setting("clock").flatMap { TimePoint($0) }?.seconds(now: now) ?? now
      try sandbox.create(stoppedAt: clock, isEmpty: test.setting("world") == "empty")
      var testing = options
      testing.testStart = clock
      let shell = Shell(options: testing, environment: environment, streams: streams)
      let run = Run(
        requester: Requester(ScriptUnit(script, program)), source: script.sourceName,
        journalName: ScriptFile.absolute(path))
      var execution = shell.execution(of: run)
      let needed = statements.filter(\.isDefinition) + [found]
      let (checked, mistakes) = execution.examine(needed, of: script.source)
      guard mistakes.isEmpty else {
        _ = execution.fail(mistakes, in: script.source)
        return execution.exitCode
      }
      defer { shell.closeJournal() }
      _ = execution.run(checked)
      return execution.exitCode
    } catch {
      return reporter(isScript: true).report(error)
    }
  }
}

/// Where a test is.
private struct TestPlace {
  let path: String
  let line: Int
  let name: String

  init?(_ statement: Statement, in script: ScriptFile) {
    guard case .test(let test) = statement.form else { return nil }
    path = script.path
    line = script.source.line(at: statement.span.start)
    name = test.name.literalText ?? ""
  }
}

/// How a test ended, and what it printed.
private struct TestOutcome {
  let test: TestPlace
  let code: ExitCode
  let output: String

  /// A line; of a test that failed, also what it printed.
  var text: String {
    let name = TerminalText.field(test.name)
    guard code != .success else { return "passed: \(name)\n" }
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast(output.hasSuffix("\n") ? 1 : 0)
    return "failed: \(name) (\(TerminalText.field(test.path)), line \(test.line))\n"
      + lines.map { "  \(TerminalText.field(String($0)))\n" }.joined()
  }

  var json: JSON {
    var object: JSON.Object = [
      "file": .string(test.path), "line": .int(test.line), "test": .string(test.name),
      "passed": .bool(code == .success),
    ]
    if code != .success { object["output"] = .string(output) }
    return .object(object)
  }
}

extension Failure {
  fileprivate static func notInTest() -> Failure {
    Failure(.forbidden, "this runs a test for 'tusk test', which gives it a sandbox of its own")
  }

  fileprivate static func noTest(_ line: Int) -> Failure { Failure(.notFound, "there is no test on line \(line)") }
}

extension Statement {
  fileprivate var isDefinition: Bool {
    if case .definition = form { true } else { false }
  }
}

extension ScriptTest {
  /// The text of a setting, which is a constant.
  fileprivate func setting(_ name: String) -> String? {
    settings.first { $0.key.value == name }?.value?.literalText
  }
}
