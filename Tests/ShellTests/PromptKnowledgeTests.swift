import TestSupport
import Testing
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// What the prompt knows of this machine, and the fields of the actions.
struct PromptKnowledgeTests {
  private static func candidates(_ line: String) -> [String] {
    Shell.completions(of: line, at: line.utf8.count).candidates.map(\.text)
  }

  @Test(arguments: [
    ("followers --all | where statu", ["statuses"]), ("home | order ", ["by"]),
    ("home | order by favor", ["favorites"]),
    ("home | where account.displayN", ["displayName"]), ("home columns=id,favor", ["favorites"]),
    ("home | group by visibility | where cou", ["count"]), ("home template=\"{favor", ["favorites}"]),
  ])
  func fieldsOfWhatFlowsAreOffered(line: String, some: [String]) {
    let found = Self.candidates(line)
    for wanted in some { #expect(found.contains(wanted), "\(wanted) is not in \(found)") }
  }

  @Test func eachKindOfNotificationHasItsOwnText() {
    let line = "notifications kind="
    let found = Shell.completions(of: line, at: line.utf8.count).candidates.map(\.description)
    #expect(Set(found).count == found.count)
    #expect(!found.contains(""))
  }

  @Test(arguments: [
    ("list add list:\"Clo", 9), ("followers | list add list:\"Clo", 21), ("followers | list add ", 21),
    ("list add li", 9),
  ])
  func titlesAreCompletedInOpenQuotes(line: String, start: Int) {
    let title = "list:\"Close friends\""
    var surroundings = Surroundings()
    surroundings.things = { kind, _, _ in kind == .list ? [Completion.Candidate(title, "your list")] : [] }
    let found = Shell.completions(of: line, at: line.utf8.count, surroundings: surroundings)
    #expect(found.candidates.first?.text == title)
    #expect(found.range == start..<line.utf8.count)
  }

  @Test(arguments: [
    ("followers | fol", "follow"), ("bookmarks | fav --ye", "--yes"), ("followers | remove ", "follower"),
    ("bookmarks | boost visib", "visibility="), ("bookmarks | boost visibility=un", "unlisted"),
  ])
  func verbsOnRowsAreCompleted(line: String, wanted: String) {
    #expect(Self.candidates(line).contains(wanted))
  }

  @Test func rowsAreNotOfferedToVerbsOnRows() {
    #expect(!Self.candidates("bookmarks | fav ").contains("status:"))
  }

  @Test func filesAreThoseOfTheFolder() {
    let paths = PathCandidates(home: "/").continuing("/et").map(\.text)
    #expect(paths.contains("/etc/"))
    #expect(PathCandidates(home: "/").continuing("~/et").map(\.text).contains("~/etc/"))
    #expect(PathCandidates(home: "/").continuing("/nowhere/x").isEmpty)
  }
}
