import Glibc
import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskLanguage
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// The names that were shown at the prompt, which completion offers without a request.
struct ShownNamesTests {
  private static let me = "@me@a.example"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func names() -> ShownNames { ShownNames(folder: folder.path + "/shown") }

  private var path: String { ShownNamesFile(of: Self.me, in: folder.path + "/shown").path }

  private static func account(_ name: String, _ displayName: String = "") -> JSON.Object {
    ["id": "1", "username": .string(name), "displayName": .string(displayName)]
  }

  private static func status(_ id: String, _ text: String = "Hello", visibility: String = "public") -> JSON.Object {
    [
      "id": .string(id), "author": .object(account("bob@b.example", "Bob")), "text": .string(text),
      "visibility": .string(visibility),
    ]
  }

  private static func page(_ kind: ReferenceKind?, _ rows: [JSON.Object], name: String = "") -> RowPage {
    RowPage(RecordShape(name, kind: kind, fields: []), rows)
  }

  private static func tags(_ names: [String]) -> RowPage {
    page(.tag, names.map { ["name": .string($0)] })
  }

  private func texts(
    _ names: ShownNames, _ kind: ReferenceKind, _ typed: String = "", as account: String = me, limit: Int = 100
  ) -> [String] {
    names.things(kind, typed: typed, as: account, limit: limit).map(\.text)
  }

  private func everything(_ names: ShownNames) -> [String] {
    ReferenceKind.allCases.flatMap { texts(names, $0) }
  }

  private typealias Kept = (shown: ReferenceKind?, row: JSON.Object, kind: ReferenceKind, text: String, summary: String)

  private static let kept: [Kept] = [
    (.account, account("bob@b.example", "Bob"), .account, "@bob@b.example", "Bob"),
    (.status, status("9", "Hello\nthere"), .status, "status:9", "@bob@b.example: Hello there"),
    (.status, status("9"), .account, "@bob@b.example", "Bob"),
    (.status, boost, .status, "status:9", "@bob@b.example: Hello"),
    (.list, ["id": "3", "title": "Friends"], .list, "list:Friends", "your list"),
    (.list, ["id": "3", "title": "A \"b\" $(x)"], .list, #"list:"A \"b\" \$(x)""#, "your list"),
    (.list, ["id": "3", "title": "2024"], .list, "list:3", "2024"),
    (.list, ["id": "3", "title": "//x"], .list, "list:3", "//x"),
    (.filter, ["id": "4", "title": "Spoilers"], .filter, "filter:Spoilers", "your filter"),
    (.tag, ["name": "日本"], .tag, "#日本", "a hashtag"),
    (.scheduled, ["id": "5", "text": "Later"], .scheduled, "scheduled:5", "Later"),
    (.notification, ["id": "6", "account": .object(account("eve@b.example"))], .account, "@eve@b.example", ""),
    (nil, ["status": .object(status("9"))], .status, "status:9", "@bob@b.example: Hello"),
  ]

  private static let boost: JSON.Object = ["id": "7", "visibility": "public", "boost": .object(status("9"))]

  @Test(arguments: kept.indices)
  func whatWasShownIsKept(index: Int) {
    let (shown, row, kind, text, summary) = Self.kept[index]
    let names = names()
    names.note(Self.page(shown, [row]), as: Self.me)
    let found = names.things(kind, typed: "", as: Self.me, limit: 9)
    #expect(found.map(\.text) == [text])
    #expect(found.map { $0.author.isEmpty ? $0.summary : "\($0.author): \($0.summary)" } == [summary])
  }

  private static let notKept: [(name: String, kind: ReferenceKind?, row: JSON.Object)] = [
    ("status", .status, status("9", visibility: "direct")),
    ("status", .status, ["id": "9", "text": "Hello"]),
    ("conversation", .conversation, ["id": "1", "status": .object(status("9"))]),
    ("notification", .notification, ["id": "6", "status": .object(status("9", visibility: "direct"))]),
    ("notification", .notification, ["kind": "admin.sign_up", "account": .object(account("eve@b.example"))]),
    ("adminAccount", .account, account("eve@b.example")),
    ("adminTag", .tag, ["name": "swift"]),
    ("", .account, ["id": "1", "username": "eve@b.example", "email": "e@b.example"]),
    ("report", .report, ["id": "1", "account": .object(account("eve@b.example"))]),
    ("scheduled", .scheduled, ["id": "5", "text": "Later", "visibility": "direct"]),
    ("filterMatch", nil, ["title": "Spoilers"]),
    ("adminEmailBlock", nil, ["domain": "b.example"]),
    ("row", nil, ["account": .object(account("eve@b.example"))]),
    ("group", nil, ["account": .object(account("eve@b.example")), "count": 1]),
  ]

  @Test(arguments: notKept.indices)
  func whatIsPrivateIsNotKept(index: Int) {
    let (name, kind, row) = Self.notKept[index]
    let names = names()
    names.note(Self.page(kind, [row], name: name), as: Self.me)
    #expect(everything(names) == [])
  }

  @Test(arguments: [
    "a b", "\"", "'", "$(x)", "$x", "a\nb", "a\u{1B}[2J", "\u{202E}abc", "file:/etc/passwd", "a|b", "\\", "--all", "#",
    "a;b", "`x`", "\u{200B}", "\u{115F}", "", "[a", "{a}", "\u{0}", "a\u{2028}b", "🇸🇪", "1-3",
  ])
  func aNameIsOneWordOrNone(name: String) throws {
    let names = names()
    for kind in [ReferenceKind.list, .filter] {
      names.note(Self.page(kind, [["id": "3", "title": .string(name)]]), as: Self.me)
    }
    names.note(Self.tags([name]), as: Self.me)
    names.note(Self.page(.account, [Self.account(name), Self.account("\(name)@b.example")]), as: Self.me)
    names.note(Self.page(.status, [Self.status(name, name)]), as: Self.me)
    #expect(texts(names, .list).count == 1)
    for text in everything(names) {
      let command = try #require(try Self.command(of: "get \(text)"), "\(text)")
      #expect(command.arguments.count == 1, "\(text)")
    }
  }

  private static func command(of line: String) throws -> Command? {
    let statements = try Parser.parse(Source(line), mode: .repl)
    guard statements.count == 1, case .pipeline(let pipeline)? = statements.first?.form,
      case .command(let command) = pipeline.first
    else { return nil }
    return command
  }

  @Test(arguments: ["Friends", "Close friends", "a \"b\" $(c) \\d", "file:x", "'", "Ünï", "a\u{200B}b"])
  func aTitleParsesBackToItself(title: String) throws {
    let names = names()
    names.note(Self.page(.list, [["id": "3", "title": .string(title)]]), as: Self.me)
    let command = try #require(try Self.command(of: "get \(texts(names, .list).joined())"))
    guard case .value(let value)? = command.arguments.first, case .reference(let reference) = value.form else {
      Issue.record("\(command)")
      return
    }
    #expect(reference.kind == .list && reference.id.literal == title)
  }

  @Test(
    arguments: [
      ("@p", ["@Peggy@b.example", "@zoe@b.example"]), ("@peggy", ["@Peggy@b.example"]),
      ("@P", ["@Peggy@b.example", "@zoe@b.example"]), ("@x", []), ("p", []), ("@pa", ["@zoe@b.example"]),
    ] as [(String, [String])])
  func handlesAreFoundByDisplayNamesToo(typed: String, found: [String]) {
    let names = names()
    names.note(
      Self.page(.account, [Self.account("zoe@b.example", "Zoe Parker"), Self.account("Peggy@b.example", "P.")]),
      as: Self.me)
    #expect(texts(names, .account, typed) == found)
  }

  @Test func theNewestComesFirst() {
    let names = names()
    names.note(Self.tags(["a", "b", "c"]), as: Self.me)
    names.note(Self.tags(["c"]), as: Self.me)
    #expect(texts(names, .tag) == ["#c", "#a", "#b"])
    names.save()
    #expect(texts(self.names(), .tag, limit: 2) == ["#c", "#a"])
  }

  @Test func sessionsKeepWhatOthersWrote() {
    let (first, second) = (names(), names())
    first.note(Self.tags(["a"]), as: Self.me)
    second.note(Self.tags(["b"]), as: Self.me)
    first.save()
    second.save()
    #expect(texts(names(), .tag) == ["#b", "#a"])
  }

  @Test func accountsAreApart() {
    let names = names()
    names.note(Self.tags(["a"]), as: Self.me)
    #expect(texts(names, .tag, as: "@you@a.example") == [])
    #expect(texts(names, .tag, as: "@Me@A.example") == ["#a"])
    names.note(Self.tags(["b"]), as: "@you")
    #expect(texts(names, .tag, as: "@you") == [])
  }

  @Test func theFileHasLimits() throws {
    let names = names()
    let long = String(repeating: "𝕏", count: 80)
    let rows = (1...12_000).map { Self.status("\($0)", long) }
    names.note(Self.page(.status, rows), as: Self.me)
    names.save()
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_size <= 2_000_000 && facts.st_mode & 0o777 == 0o600)
    let kept = texts(self.names(), .status, limit: 20_000)
    #expect((5_000...10_000).contains(kept.count))
  }

  @Test(arguments: [
    "", "{", "[]", "{\"names\":7}", "{\"names\":[7,[],[\"tag\"],[\"zz\",\"\",\"a\",\"\"],[\"tag\",\"\",\"a b\",\"\"]]}",
    "{\"names\":[[\"status\",\"1 | post x\",\"\",\"\"],[\"account\",\"\",\"$(x)@b\",\"\"]]}", "\u{0}",
  ])
  func aDamagedFileIsMadeAnew(content: String) throws {
    try replaceFile(by: content)
    let names = names()
    #expect(everything(names) == [])
    names.note(Self.tags(["b"]), as: Self.me)
    names.save()
    #expect(texts(self.names(), .tag) == ["#b"])
  }

  @Test func aFileThatOthersMayWriteIsIgnored() throws {
    try replaceFile(by: "{\"names\":[[\"tag\",\"a\",\"a\",\"\"]]}")
    #expect(texts(names(), .tag) == ["#a"])
    chmod(path, 0o666)
    let names = names()
    #expect(texts(names, .tag) == [])
    names.note(Self.tags(["b"]), as: Self.me)
    names.save()
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    #expect(texts(self.names(), .tag) == ["#b"])
  }

  @Test func wordsOfTheFileAreCleaned() throws {
    try replaceFile(by: #"{"names":[["account","","eve@b.example","a\u001b[2J\u202eb\nc"]]}"#)
    let summaries = names().things(.account, typed: "", as: Self.me, limit: 9).map(\.summary)
    #expect(summaries.count == 1 && summaries.allSatisfy { Rendering.isInert($0) && !$0.contains("\n") })
  }

  private func replaceFile(by content: String) throws {
    let names = names()
    names.note(Self.tags(["x"]), as: Self.me)
    names.save()
    try write(content, toFile: path)
  }

  @Test func aRemovedFileStaysRemoved() {
    let names = names()
    names.note(Self.tags(["a"]), as: Self.me)
    names.save()
    ShownNamesFile(of: Self.me, in: folder.path + "/shown").remove()
    names.note(Self.tags(["b"]), as: Self.me)
    names.save()
    #expect(access(path, F_OK) != 0)
  }

  @Test func anAccountThatSignedOutIsNotWritten() {
    let names = ShownNames(folder: folder.path + "/shown") { _ in false }
    names.note(Self.tags(["a"]), as: Self.me)
    names.save()
    #expect(access(path, F_OK) != 0)
  }

  @Test func signingOutRemovesTheFile() async throws {
    try await AccountStore(path: folder.path + "/.config/tusk/accounts.json").add(
      name: Self.me, account: ActingAccount(label: nil, server: "127.0.0.1:9", token: ""), command: "echo x")
    let names = ShownNames(folder: folder.path + "/.cache/tusk/shown")
    names.note(Self.tags(["a"]), as: Self.me)
    names.save()
    let path = ShownNamesFile(of: Self.me, in: folder.path + "/.cache/tusk/shown").path
    #expect(access(path, F_OK) == 0)
    let draft = try PostDrafts(in: folder.path + "/.local/state/tusk/drafts", of: Self.me).begin("One")
    let run = try await TuskRun.of(["logout", Self.me], home: folder)
    #expect(access(path, F_OK) != 0, "\(run)")
    #expect(access(draft.path, F_OK) != 0, "\(run)")
  }

  @Test(
    arguments: [
      (false, nil, true), (true, nil, false), (false, "off", false), (false, "on", true),
    ] as [(Bool, String?, Bool)])
  func privateSessionsKeepNothing(isPrivate: Bool, cache: String?, keeps: Bool) {
    var options = Shell.Options()
    options.isPrivate = isPrivate
    var variables = ["HOME": folder.path]
    variables["TUSK_CACHE"] = cache
    let shell = Shell(options: options, environment: ProcessEnvironment(variables: variables))
    #expect(shell.shownNames().isLasting == keeps)
  }

  @Test func namesShownWithoutCacheAreNotWritten() {
    let names = names()
    names.note(Self.tags(["a"]), as: Self.me)
    names.setLasting(false)
    names.note(Self.tags(["b"]), as: Self.me)
    #expect(Set(texts(names, .tag)) == ["#a", "#b"])
    names.setLasting(true)
    names.save()
    #expect(texts(names, .tag) == ["#a"])
    #expect(texts(self.names(), .tag) == ["#a"])
    let inMemory = ShownNames(folder: nil)
    inMemory.setLasting(true)
    #expect(!inMemory.isLasting)
  }

  @Test func privateSessionsStillCompleteWhatWasShown() {
    let names = ShownNames(folder: nil)
    names.note(Self.tags(["a"]), as: Self.me)
    names.save()
    #expect(texts(names, .tag) == ["#a"])
    #expect(access(path, F_OK) != 0)
  }

  @Test(
    arguments: [
      ("cancelScheduled", "scheduledID", "5", [.scheduled]), ("deleteList", "list", "Friends", [.list]),
      ("deleteList", "list", "3", [.list]), ("getList", "list", "3", []),
    ] as [(String, String, String, [ReferenceKind])])
  func whatWasDeletedIsForgotten(
    action: String, parameter: String, value: String, forgotten: [ReferenceKind]
  ) throws {
    let signature = try #require(Shell.catalog.signature(action: action))
    let first = names()
    first.note(Self.page(.scheduled, [["id": "5", "text": "Later"]]), as: Self.me)
    first.note(Self.page(.list, [["id": "3", "title": "Friends"]]), as: Self.me)
    first.save()
    let second = names()
    let url = CallbackURL(scheme: "tusk", action: action, pairs: [CallbackURL.Pair(parameter, value)])
    second.forget(subjectOf: ActionResult(signature, url, .success([])), as: Self.me)
    second.save()
    for names in [second, names()] {
      for kind in [ReferenceKind.scheduled, .list] {
        #expect(texts(names, kind).isEmpty == forgotten.contains(kind))
      }
    }
  }

  @Test func manyNamesAreFoundAlike() {
    let names = names()
    names.note(Self.tags((1...9_000).map { "t\($0)" }), as: Self.me)
    #expect(texts(names, .tag, "#t8999") == ["#t8999"])
    #expect(texts(names, .tag, "#t", limit: 3) == ["#t1", "#t2", "#t3"])
    #expect(texts(names, .tag, "#t899", limit: 2) == ["#t899", "#t8990"])
    #expect(texts(names, .tag, "#z") == [])
  }
}
