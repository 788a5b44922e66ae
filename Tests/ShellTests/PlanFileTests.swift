import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// The parts of a plan.
struct PlanFileTests {
  private static let head = "tusker://x-callback-url/"

  private func plan(_ lines: [String]) throws -> PlanFile {
    let text = (["#: plan 1 welcome @me@a.example"] + lines).joined(separator: "\n") + "\n"
    return try PlanFile(Source(name: "plan", text), resolver: Shell.resolver())
  }

  /// The lines that stay with the first one, by number.
  @Test(
    arguments: [
      (["favoriteStatus?statusID=1", "bookmarkStatus?statusID=2"], [2]),
      (["favoriteStatus?statusID=1", "bookmarkStatus?statusID=2", "unfavoriteStatus?statusID=1"], [2, 4]),
      (["followUser?acct=a%40b", "favoriteStatus?statusID=1", "muteUser?acct=a%40b"], [2, 4]),
      (["postStatus?text=a", "postStatus?text=a"], [2]),
      (["postStatus?text=a&reply=9", "favoriteStatus?statusID=9"], [2, 3]),
      (["followUser?acct=a%40b", "blockUser?acct=%40A%40B", "muteUser?acct=%40a%40b"], [2, 3, 4]),
    ])
  func linesOfTheSameThingStayTogether(urls: [String], numbers: [Int]) throws {
    let plan = try plan(urls.map { Self.head + $0 })
    let part = plan.parts(997, by: .subject).first { $0.first?.number == 2 }
    #expect(part?.map(\.number) == numbers)
    #expect(plan.parts(3, by: .account).count { !$0.isEmpty } == 1)
  }

  @Test func variablesAndBlocksTieLines() throws {
    let plan = try plan([
      "once a effect=1 let r1 = open \(Self.head)postStatus?text=a", "\(Self.head)favoriteStatus?statusID=7",
      "once b effect=1 \(Self.head)favoriteStatus?statusID=${r1}",
      "once b effect=2 \(Self.head)favoriteStatus?statusID=8",
    ])
    let part = plan.parts(997, by: .subject).first { $0.first?.number == 2 }
    #expect(part?.map(\.number) == [2, 4, 5])
    #expect(plan.blocks.map(\.changes) == [1, 1, 2])
  }

  /// Three ties on a line join all of its groups, in whatever order the names are.
  @Test(arguments: [[3, 1, 2], [1, 2, 3], [2, 3, 1], [1, 3, 2]])
  func linesJoinGroups(order: [Int]) throws {
    let lines = order.map { "once b effect=\($0) let r\($0) = open \(Self.head)favoriteStatus?statusID=\($0)" }
    let plan = try plan(lines + order.reversed().map { "\(Self.head)bookmarkStatus?statusID=${r\($0)}" })
    #expect(plan.groupCount(by: .subject) == 1)
    #expect(plan.parts(997, by: .subject).count { !$0.isEmpty } == 1)
  }

  @Test func linesMayEndInCRLF() throws {
    let text = "#: plan 1 welcome @me@a.example\r\n\(Self.head)favoriteStatus?statusID=1\r\n"
    let plan = try PlanFile(Source(name: "plan", text), resolver: Shell.resolver())
    #expect(plan.lines.map(\.number) == [2])
    #expect(plan.lines.map { $0.text.last } == ["1"])
  }

  @Test(arguments: [1, 2, 7, 64])
  func partsHaveEveryLineOnceInOrder(count: Int) throws {
    let plan = try plan((1...200).map { "\(Self.head)favoriteStatus?statusID=\($0 % 150)" })
    let parts = plan.parts(count, by: .subject)
    #expect(parts.flatMap { $0.map(\.number) }.sorted() == Array(2...201))
    #expect(parts.allSatisfy { $0.map(\.number) == $0.map(\.number).sorted() })
    #expect(parts.map(\.count) == plan.parts(count, by: .subject).map(\.count))
    for (part, lines) in zip(parts, parts.map(plan.text)) {
      let numbers = lines.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.element.isEmpty }.map { $0.offset + 1 }
      #expect(numbers == [1] + part.map(\.number))
    }
  }

  @Test func equalLinesHaveKeysOfTheirOwn() throws {
    let plan = try plan(Array(repeating: "\(Self.head)postStatus?text=a", count: 3))
    let keys = plan.blocks.map(\.block.key)
    #expect(Set(keys).count == 3)
    #expect(keys.dropFirst().map { $0.split(separator: " ").last } == ["2", "3"])
  }

  @Test func resultsAreInTheOrderOfThePlan() {
    let lines = [
      #"{"line":3,"part":2,"results":[]}"#, #"{"line":1,"part":1,"results":[],"error":{"kind":"failed"}}"#,
      #"{"line":1,"part":1,"results":[1]}"#, #"{"line":3,"part":2,"results":[2]}"#,
      #"{"line":1,"part":1,"results":[]}"#,
      #"{"line":2,"part":1,"results":[],"error":{"kind":"failed"}}"#, #"{"line":3,"pa"#, "", "[]",
    ]
    let merged = PlanResult.merged(lines.compactMap { PlanResult($0) })
    #expect(merged.map(\.line) == [1, 2, 3])
    #expect(merged.map { $0.json["results"] } == [[1], [], [2]])
    #expect(merged.map(\.hasFailed) == [false, true, false])
  }
}
