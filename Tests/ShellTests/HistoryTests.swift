import Glibc
import JSONValue
import TestSupport
import Testing

@testable import TuskShell

/// The history and its file.
struct HistoryTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/state/tusk/history" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func history(limit: Int = History.standardLimit) -> History {
    History(path: path, limit: limit, now: { 1_700_000_000 })
  }

  @Test(
    arguments: [
      ("cancel", " scheduled:1"), ("cancel scheduled:1", nil), ("cancel scheduled:2 --yes", " as=@b@c.example"),
    ] as [(String, String?)])
  func noHintConsents(typed: String, hint: String?) {
    let history = history()
    history.add("cancel scheduled:1")
    history.add("cancel scheduled:1 --yes")
    history.add("cancel scheduled:2 --yes as=@b@c.example")
    #expect(history.continuation(of: typed) == hint)
  }

  @Test func linesOfOtherAccountsAreNotSuggested() {
    for isRead in [false, true] {
      let first = history()
      first.add("fav status:1")
      first.note("fav status:1", as: "@a@a.example", exit: 0)
      let later = isRead ? history() : first
      later.account = "@b@b.example"
      #expect(later.continuation(of: "fav") == nil)
      later.account = "@a@a.example"
      #expect(later.continuation(of: "fav") == " status:1")
    }
  }

  @Test func typingOnFindsWhatASearchFinds() {
    let lines = ["post one", "post two", "fav 1", "post on", "fav 1 --yes", "post one more"]
    func filled() -> History {
      let history = History(path: nil)
      for line in lines { history.add(line) }
      history.note("post one more", as: nil, exit: 65)
      return history
    }
    let history = filled()
    for line in lines {
      for end in line.indices {
        let text = String(line[...end])
        #expect(history.continuation(of: text) == filled().continuation(of: text), "\(text)")
      }
    }
    #expect(history.continuation(of: "post o") == "n")
    history.add("post office")
    #expect(history.continuation(of: "post o") == "ffice")
  }

  private func contents() throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private func write(_ text: String, mode: mode_t = 0o600) throws {
    mkdir(folder.path + "/state", 0o700)
    mkdir(folder.path + "/state/tusk", 0o700)
    let file = try #require(fopen(path, "w"))
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    chmod(path, mode)
  }

  private func mode(of path: String) throws -> mode_t {
    var facts = stat()
    try #require(stat(path, &facts) == 0)
    return facts.st_mode & 0o7777
  }

  @Test func linesOutliveTheSession() throws {
    let first = history()
    for line in ["fav status:1", "post \"é 漢字\"", "for x in $y\n  fav $x\nend"] { first.add(line) }
    #expect(history().lines == ["fav status:1", "post \"é 漢字\"", "for x in $y\n  fav $x\nend"])
    #expect(try contents().hasPrefix("{\"t\":1700000000,\"line\":\"fav status:1\"}\n"))
    #expect(first.fault == nil)
  }

  @Test func onlyTheOwnerMayReadIt() throws {
    history().add("x")
    #expect(try mode(of: path) == 0o600)
    #expect(try mode(of: folder.path + "/state/tusk") == 0o700)
  }

  @Test func othersRightsAreTakenAway() throws {
    try write("{\"t\":1,\"line\":\"a\"}\n", mode: 0o644)
    #expect(history().lines == ["a"])
    #expect(try mode(of: path) == 0o600)
  }

  @Test func repeatedLinesKeepTheirNewestPlace() throws {
    let first = history()
    for line in ["a", "b", "a", "a", "c", "b"] { first.add(line) }
    #expect(first.lines == ["a", "c", "b"])
    #expect(history().lines == ["a", "c", "b"])
  }

  @Test(arguments: ["", " fav status:1", "\tx", "   ", "\n"])
  func someLinesAreNotKept(line: String) throws {
    let history = history()
    history.add(line)
    #expect(history.lines.isEmpty)
    #expect(access(path, F_OK) != 0)
  }

  @Test func aPrivateSessionLeavesNoTrace() throws {
    let nowhere = History(path: nil)
    nowhere.add("a")
    #expect(nowhere.lines == ["a"])
    let history = history()
    history.isPrivate = true
    history.add("secret")
    history.isPrivate = false
    history.add("open")
    #expect(history.lines == ["secret", "open"])
    #expect(self.history().lines == ["open"])
  }

  @Test func parallelSessionsKeepBoth() throws {
    let one = history()
    let two = history()
    #expect(one.lines.isEmpty && two.lines.isEmpty)
    one.add("one 1")
    two.add("two 1")
    one.add("one 2")
    #expect(history().lines == ["one 1", "two 1", "one 2"])
  }

  @Test func aSpoiledLineLosesNothingElse() throws {
    try write(
      "{\"t\":1,\"line\":\"a\"}\n{\"t\":2,\"li\n\u{0}\nnull\n{\"line\":7}\n{\"t\":3,\"line\":\"b\"}\n{\"t\":4,\"line\":\"half"
    )
    let history = history()
    #expect(history.lines == ["a", "b"])
    history.add("c")
    #expect(self.history().lines == ["a", "b", "c"])
  }

  @Test func aGrownFileIsCompacted() throws {
    let history = history(limit: 5)
    for number in 1...16 { history.add("line \(number)") }
    #expect(try contents().split(separator: "\n").count == 5)
    #expect(history.lines == (12...16).map { "line \($0)" })
    #expect(self.history(limit: 5).lines == (12...16).map { "line \($0)" })
    #expect(try mode(of: path) == 0o600)
    #expect(access(path + ".new", F_OK) != 0)
  }

  /// Of a file that something else made large, the newest lines are read and kept.
  @Test(arguments: [false, true])
  func ofAHugeFileTheNewestLinesAreKept(hasRecords: Bool) throws {
    let junk = hasRecords ? "{\"t\":1,\"line\":\"\(String(repeating: "o", count: 1000))\"}\n" : "\u{0}"
    let size = 3 * HistoryFile.readableSize
    let block = String(repeating: junk, count: 1 << 10)
    try write(String(repeating: block, count: size / block.utf8.count) + "\n")
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_size > 2 * HistoryFile.readableSize)
    for number in 1...3 { try HistoryFile(path: path).append(HistoryEntry("line \(number)", time: 1)) }
    let history = history()
    #expect(history.lines.suffix(3) == ["line 1", "line 2", "line 3"] && history.fault == nil)
    #expect(stat(path, &facts) == 0 && facts.st_size < 2000)
    #expect(self.history().lines == history.lines)
  }

  @Test(arguments: [-1, 0, 1])
  func theFirstLineThatIsReadIsWhole(shift: Int) throws {
    func row(_ line: String) -> String { "{\"t\":1,\"line\":\"\(line)\"}\n" }
    let rest = HistoryFile.readableSize + shift - row("edge").utf8.count - row("last").utf8.count
    let filler = row(String(repeating: "f", count: rest - row("").utf8.count))
    try write(row("lost") + row("edge") + filler + row("last"))
    let lines = history().lines
    #expect(lines.first?.prefix(4) == (shift <= 0 ? "edge" : "ffff"))
    #expect(lines.last == "last" && lines.count == (shift <= 0 ? 3 : 2))
  }

  @Test func compactionKeepsWhatOthersWroteAndTheRecordsOwnMembers() throws {
    let records = (1...10).map { "{\"t\":\($0),\"line\":\"old \($0 % 3)\",\"exit\":0}\n" }
    try write(records.joined())
    #expect(history(limit: 3).lines == ["old 2", "old 0", "old 1"])
    let rows = try contents().split(separator: "\n")
    #expect(rows.count == 3)
    #expect(rows.last == "{\"t\":10,\"line\":\"old 1\",\"exit\":0}")
  }

  @Test func aSessionWritesToTheFileThatCompactionLeft() throws {
    let one = history(limit: 2)
    one.add("a")
    let two = history(limit: 2)
    for line in ["b", "c", "d", "e", "f", "h"] { two.add(line) }
    one.add("g")
    #expect(history(limit: 10).lines.last == "g")
  }

  @Test func secretsAreMaskedInTheFile() throws {
    let history = history()
    for line in ["call bear open token=abc1 id=2", "login --token abc2", "let password = \"abc3\""] {
      history.add(line)
    }
    #expect(
      self.history().lines == [
        "call bear open token=REDACTED id=2", "login --token REDACTED", "let password = REDACTED",
      ])
    #expect(try !contents().contains("abc"))
    #expect(history.lines.first == "call bear open token=abc1 id=2")
  }

  @Test func anEntrySaysWhatBecameOfTheLine() throws {
    let first = history()
    first.add("fav status:1")
    first.note("fav status:1", as: "@alice@a.example", exit: 65, milliseconds: 12)
    first.note("boost status:1", as: nil, exit: 0)
    let entry = try #require(history().entries.first)
    #expect(entry.account == "@alice@a.example" && entry.exit == 65 && entry.milliseconds == 12)
    #expect(entry.time == 1_700_000_000 && history().entries.count == 1)
    #expect(history().continuation(of: "fav") == nil)
    first.add("fav status:1")
    #expect(history().continuation(of: "fav") == " status:1")
  }

  @Test func linesAreReadFromTheEndAsFarAsNeeded() throws {
    try write((1...9).map { "{\"t\":\($0),\"line\":\"line \($0 % 5)\"}\n" }.joined() + "{\"t\":10,\"li")
    let history = history(limit: 4)
    #expect((0...5).map { history.line($0) } == ["line 4", "line 3", "line 2", "line 1", nil, nil])
    history.add("line 2")
    #expect((0...4).map { history.line($0) } == ["line 2", "line 4", "line 3", "line 1", nil])
    #expect(history.nearest(from: 1, by: 1) { $0.hasSuffix("3") }?.age == 2)
    #expect(history.nearest(from: 2, by: -1) { $0.hasSuffix("2") }?.age == 0)
  }

  @Test func unwantedLinesAreForgotten() throws {
    let history = history()
    for line in ["login token=abc", "fav status:1"] { history.add(line) }
    history.forget { $0.contains("token") }
    #expect(history.lines == ["fav status:1"])
    #expect(self.history().lines == ["fav status:1"])
    #expect(try !contents().contains("token"))
    #expect(history.lines(containing: "fav") == ["fav status:1"])
  }

  @Test func theFileOfANewerVersionIsLeftAsItIs() throws {
    let text = "{\"schema\":2}\n{\"line\":\"fav status:1\"}\n"
    try write(text)
    let history = history()
    history.check()
    #expect(history.fault?.description.contains("newer") == true)
    #expect(history.lines.isEmpty && history.fault?.description.contains("newer") == true)
    history.add("boost status:1")
    history.forget { _ in true }
    #expect(try contents() == text && history.lines.isEmpty)
  }

  /// A session that was stopped while it wrote.
  @Test func aHeldFileStopsNobody() throws {
    try write("{\"t\":1,\"line\":\"fav status:1\"}\n")
    let holder = open(path, O_RDWR)
    defer { close(holder) }
    try #require(flock(holder, LOCK_EX) == 0)
    let history = history()
    #expect(history.lines.isEmpty && history.fault?.description.contains("lock") == true)
    flock(holder, LOCK_UN)
    history.add("boost status:1")
    #expect(history.fault == nil && self.history().lines == ["fav status:1", "boost status:1"])
  }

  @Test func aLinkThatLeadsNowhereIsRefusedAndKept() throws {
    try #require(mkdir(folder.path + "/state", 0o700) == 0 && mkdir(folder.path + "/state/tusk", 0o700) == 0)
    let target = folder.path + "/dotfiles"
    try #require(symlink(target, path) == 0)
    let history = history()
    for act in [{ history.check() }, { _ = history.lines }, { history.add("x") }, { history.forget { _ in true } }] {
      act()
      #expect(history.fault?.description.contains("'\(path)' is a link that leads nowhere") == true)
    }
    #expect(access(target, F_OK) != 0)
  }

  @Test func aPathThatIsNoFileIsRefused() throws {
    let history = History(path: "/dev/null")
    history.add("x")
    #expect(history.lines == ["x"])
    #expect(history.fault?.description.contains("is not a regular file") == true)
  }
}
