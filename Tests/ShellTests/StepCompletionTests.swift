import Testing
import TuskLanguage

@testable import TuskShell

/// What is offered after a `|`.
struct StepCompletionTests {
  private static func candidates(after line: String) -> [String] {
    Completion(of: line, at: line.utf8.count, resolver: Shell.resolver()).candidates.map(\.text)
  }

  @Test(arguments: [
    ("bookmarks | unb", ["unboost", "unbookmark"]),
    ("followers --all | where bot == true | unf", ["unfollow", "unfreeze"]),
    ("bookmarks | foll", []), ("me | foll", []), ("print a | fav", []), ("bookmarks | jq fa", []),
  ])
  func verbsThatTakeSuchRowsAreOffered(line: String, expected: [String]) {
    #expect(Self.candidates(after: line) == expected)
  }

  @Test func stepsComeFirstAndWhatDestroysLast() throws {
    let offered = Self.candidates(after: "bookmarks | ")
    #expect(offered.starts(with: RowStage.documented.map(\.words)))
    #expect(try #require(offered.firstIndex(of: "fav")) < #require(offered.firstIndex(of: "delete")))
  }

  @Test(arguments: RowStage.documented.map(\.words))
  func eachStepHasHelp(words: String) throws {
    let page = try #require(HelpText(Shell.catalog).text(on: words))
    #expect(page.hasPrefix("| \(words) "))
  }
}
