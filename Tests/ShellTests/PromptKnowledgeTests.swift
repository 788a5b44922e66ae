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

  @Test func filesAreThoseOfTheFolder() {
    let paths = PathCandidates(home: "/").continuing("/et").map(\.text)
    #expect(paths.contains("/etc/"))
    #expect(PathCandidates(home: "/").continuing("~/et").map(\.text).contains("~/etc/"))
    #expect(PathCandidates(home: "/").continuing("/nowhere/x").isEmpty)
  }
}
