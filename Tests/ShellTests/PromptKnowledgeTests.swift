import Foundation
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

  /// What is shown to @me@a.example: its own status 1, status 2 of somebody else, which has a poll, and a list.
  private static var surroundings: Surroundings {
    var surroundings = Surroundings()
    surroundings.usualAccount = { "@me@a.example" }
    surroundings.rows.rows = [("1", "@me@a.example"), ("2", "@bob@b.example")].map { id, author in
      let references: [(ReferenceKind, String)] = [
        (.status, "status:\(id)"), (.account, author), (.poll, "poll:\(id)"),
      ]
      var row = ShownRows.Row(references.compactMap { ShownRows.Reference($0.0, $0.1) })
      row.author = author
      return row
    }
    surroundings.things = { kind, typed, _ in
      let texts: [ReferenceKind: [String]] = [
        .list: ["list:Friends"], .account: ["@me@a.example", "@bob@b.example", "@paul@b.example"],
      ]
      return (texts[kind] ?? []).filter { $0.hasPrefix(typed) }.map { Completion.Candidate($0, "known") }
    }
    return surroundings
  }

  @Test(arguments: [
    ("list add Fr", ["list:Friends"]), ("list add list:Friends @p", ["@paul@b.example"]),
    ("list add list:Friends ", ["@bob@b.example", "@paul@b.example"]),
    ("list add list:Friends @bob@b.example @", ["@paul@b.example"]),
    ("follow @m", []), ("edit ", ["1", "status:"]), ("reply ", ["1", "2", "status:"]),
    ("vote ", ["1", "2", "poll:"]), ("vote poll:", ["poll:1", "poll:2"]), ("vote poll:1 p", []),
    ("\\? bookmarks", ["bookmarks"]), ("\\watch  30s vote ", ["1", "2", "poll:"]), ("watch 30s follow @m", []),
  ])
  func onlyWhatFitsIsOffered(line: String, expected: [String]) {
    let found = Shell.completions(of: line, at: line.utf8.count, surroundings: Self.surroundings)
    // Named parameters follow.
    #expect(found.candidates.map(\.text).filter { !$0.hasSuffix("=") && !$0.hasPrefix("--") } == expected)
  }

  @Test(arguments: [
    ("filter change filter:1 contexts=h", "home", ""), ("filter change filter:1 contexts=home,n", "notifications", ""),
    ("notifications kind=[mention foll", "follow", " "),
  ])
  func valuesGoOnAfterACommaOrABlank(line: String, text: String, suffix: String) {
    let found = Shell.completions(of: line, at: line.utf8.count).candidates.first
    #expect((found?.text ?? "") == text && (found?.suffix ?? "") == suffix)
  }

  @Test func whatOnlyThisVerbHasComesFirst() {
    let names = Self.candidates("schedule \"Hello\" ").filter { $0.hasSuffix("=") }
    #expect(names.starts(with: ["at=", "in="]))
    #expect(!Self.candidates("filter new \"spam\" ").contains("title="))
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

  @Test func filesAreThoseOfTheFolder() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/etc", withIntermediateDirectories: true)
    let candidates = PathCandidates(home: folder.path)
    #expect(candidates.continuing("\(folder.path)/et").map(\.text) == ["\(folder.path)/etc/"])
    #expect(candidates.continuing("~/et").map(\.text) == ["~/etc/"])
    #expect(candidates.continuing("\(folder.path)/none/x").isEmpty)
  }
}
