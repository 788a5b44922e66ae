import Glibc
import TestSupport
import Testing
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// The files of posts that were begun.
struct PostDraftTests {
  private let home: TemporaryFolder
  private let drafts: PostDrafts

  init() throws {
    home = try TemporaryFolder()
    drafts = PostDrafts(in: home.path + "/drafts", of: "@me@a.example")
  }

  private func mode(_ path: String) -> mode_t {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
  }

  @Test func onlyTheOwnerReadsDrafts() throws {
    let draft = try drafts.begin("One")
    #expect(draft.path == home.path + "/drafts/@me@a.example/1.txt")
    #expect(mode(draft.path) == 0o600 && mode(home.path + "/drafts") == 0o700)
    #expect(mode(home.path + "/drafts/@me@a.example") == 0o700)
  }

  @Test func draftsHaveNumbersAndStay() throws {
    _ = try drafts.begin("One")
    let second = try drafts.begin("Two")
    #expect(second.number == 2)
    let later = PostDrafts(in: home.path + "/drafts", of: "@me@a.example")
    #expect(later.all.map(\.number) == [1, 2])
    #expect(try later.draft(numbered: 2)?.bytes() == Array("Two".utf8))
    later.draft(numbered: 1)?.remove()
    #expect(drafts.all.map(\.number) == [2] && drafts.draft(numbered: 1)?.number == nil)
  }

  @Test func eachAccountHasItsOwn() throws {
    _ = try drafts.begin("One")
    #expect(PostDrafts(in: home.path + "/drafts", of: "@you@a.example").all.isEmpty)
    let strange = try PostDrafts(in: home.path + "/drafts", of: "../é").begin("x")
    #expect(strange.path == home.path + "/drafts/@..%2f%c3%a9/1.txt")
  }

  @Test func filesOfEditorsAreNoDrafts() throws {
    _ = try drafts.begin("One")
    for name in [".1.txt.swp", "1.txt~", "x.txt"] {
      try write("x", toFile: home.path + "/drafts/@me@a.example/" + name)
    }
    #expect(drafts.all.map(\.number) == [1])
  }

  @Test func removalLeavesOtherAccountsAlone() throws {
    let other = PostDrafts(in: home.path + "/drafts", of: "@you@a.example")
    _ = try (drafts.begin("One"), other.begin("Two"))
    let folder = home.path + "/drafts/@me@a.example"
    try write("x", toFile: folder + "/.1.txt.swp")
    drafts.removeAll()
    #expect(drafts.all.isEmpty && access(folder, F_OK) != 0)
    #expect(other.all.map(\.number) == [1])
  }

  @Test func completionShowsHowDraftsBegin() throws {
    _ = try drafts.begin("command: post\n---\nHello there\n")
    _ = try drafts.begin("nonsense: x\n---\nHello\n")
    var surroundings = Surroundings()
    surroundings.drafts = { [drafts] in drafts.all.map(\.candidate) }
    func found(_ line: String) -> [String] {
      Shell.completions(of: line, at: line.utf8.count, surroundings: surroundings).candidates
        .map { "\($0.text) \($0.description)" }
    }
    #expect(found("draft ").first == "1 Hello there")
    #expect(found("draft delete ") == Array(found("\\draft ").dropLast()))
    #expect(found("draft d") == ["delete deletes a draft by its number"])
    #expect(found("draft 1 ").isEmpty && found("draft delete 2 ").isEmpty)
  }

  @Test func openFilesOfEditorsAreClosed() throws {
    let draft = try drafts.begin("One")
    unlink(draft.path)
    #expect(throws: Failure.self) { try draft.bytes() }
    try write("Two", toFile: draft.path)
    chmod(draft.path, 0o644)
    #expect(try draft.bytes() == Array("Two".utf8))
    #expect(mode(draft.path) == 0o600)
  }
}
