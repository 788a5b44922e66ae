import Testing
import TuskCommon
import TuskLanguage

@testable import TuskShell

/// Steps on rows in the words of other languages and of programs.
@Suite struct StepOfOthersTests {
  @Test(arguments: [
    ("followers --all | first 3", "followers --all | take 3"), ("followers | first", "followers | take 1"),
    ("followers | limit 3", "followers | take 3"), ("followers | select id", "followers | pick id"),
    ("followers | select statuses > 3", "followers | where statuses > 3"),
    ("followers | filter bot", "followers | where bot"),
    ("followers | sort by statuses", "followers | order by statuses"),
    ("followers | sort statuses desc", "followers | order by statuses desc"),
    ("followers | distinct acct", "followers | unique by acct"), ("followers | drop 2", "followers | skip 2"),
  ])
  func ourStepIsShown(_ line: String, _ help: String) throws {
    let (found, _) = try Self.check(line, isOnPath: false)
    #expect(found?.message.contains("not found; ") == true)
    #expect(found?.exitCode == .refused)
    #expect(found?.help(in: Source(line)) == help)
  }

  @Test(arguments: [
    "followers | count", "followers | last 3", "followers | sort", "followers | len", "followers | reverse",
    "followers | map acct", "followers | save x.json",
  ])
  func adviceNeedsNoLine(_ line: String) throws {
    let (found, _) = try Self.check(line, isOnPath: false)
    #expect(found?.message.contains("not found; ") == true)
    #expect(found?.help(in: Source(line)) == nil)
  }

  @Test(arguments: ["followers | sort", "followers | last 3", "followers | head", "followers | head 2"])
  func programsRunWithAWarning(_ line: String) throws {
    let (found, warnings) = try Self.check(line, isOnPath: true)
    #expect(found == nil)
    #expect(warnings.count == 1)
  }

  @Test(arguments: ["followers | run first 3", "followers | jq .acct", "run first"])
  func otherProgramsGetNoAdvice(_ line: String) throws {
    let (found, warnings) = try Self.check(line, isOnPath: false)
    #expect(found == nil && warnings.isEmpty)
  }

  @Test func pipelinesAreATopic() throws {
    let page = try #require(HelpText(Shell.catalog).text(on: "pipelines"))
    for step in RowStage.documented { #expect(page.contains(step.example), "\(step.usage)") }
  }

  @Test(arguments: RowStage.documented.map(\.example))
  func examplesHaveNoMistake(_ line: String) throws {
    let (found, _) = try Self.check(line, isOnPath: false)
    #expect(found == nil, "\(found?.message ?? "")")
  }

  private static func check(
    _ line: String, isOnPath: Bool
  ) throws -> (found: Diagnostic?, warnings: [Diagnostic]) {
    let source = Source(line)
    var checker = Checker(resolver: Shell.resolver(), mode: .prompt)
    checker.isProgram = { _ in isOnPath }
    let found = checker.check(try Parser.parse(source, mode: .repl), in: source)
    return (found.first, checker.programChoices)
  }
}
