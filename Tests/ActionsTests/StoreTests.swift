import Glibc
import JSONValue
import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// The files of accounts and permissions when they are broken, old, foreign or written by several programs.
struct StoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/store.json" }
  private var accounts: AccountStore { AccountStore(path: path) }
  private var permissions: Permissions { Permissions(path: path, now: { 7 }) }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ text: String) async throws {
    try PrivateFile(path).write(text)
  }

  private static func signIn(_ name: String, to store: AccountStore) async throws {
    let account = try ActingAccount(label: nil, server: "a.example", token: "t")
    try await store.add(name: name, account: account, token: "t-\(name)")
  }

  private static func account(_ row: String) -> String { #"{"current":"@a@b","accounts":[\#(row)]}"# }

  /// Rows that are not accounts.
  private static let oddAccounts = [
    "7", #"{"name":"@a@b"}"#, #"{"server":"https://a.example","token":"t"}"#,
    #"{"name":"@a@b","server":"https://a.example"}"#, #"{"name":1,"server":"https://a.example","token":"t"}"#,
  ]

  private static let damage = [
    "", "\u{0}", "{", "[", "null", "7", #""x""#, "[1,2", "{]", "\u{FEFF}{}", "[[[[", "<html>",
  ]

  /// A change would lose what is not understood.
  @Test(
    arguments: damage + ["[]", #"{"accounts":{}}"#, #"{"accounts":"x"}"#, #"{"current":"@a@b"}"#, "{}"]
      + oddAccounts.map(account))
  func aBrokenListOfAccountsIsNamedAndKept(text: String) async throws {
    try await write(text)
    let failure = await #expect(throws: Failure.self) { try await accounts.current() }
    #expect(failure?.message.contains("\(path) is damaged") == true)
    await #expect(throws: Failure.self) { try await Self.signIn("@a@a.example", to: accounts) }
    await #expect(throws: Failure.self) { try await accounts.use("@a@a.example") }
    await #expect(throws: Failure.self) { try await accounts.remove("@a@a.example") }
    #expect(try PrivateFile(path).read() == Array(text.utf8))
  }

  @Test(arguments: damage + ["{}", #"{"kind":"script"}"#, #"{"schema":2,"permissions":[]}"#])
  func brokenPermissionsPermitNothingAndAreKept(text: String) async throws {
    try await write(text)
    #expect(throws: Failure.self) { try permissions.allows(script: "d", account: "@a@b") }
    #expect(throws: Failure.self) { try permissions.decision(source: "Drafts", account: "@a@b") }
    await #expect(throws: Failure.self) { try await permissions.decide(.allow, source: "Drafts", account: "@a@b") }
    await #expect(throws: Failure.self) { try await permissions.revoke("Drafts") }
    #expect(try PrivateFile(path).read() == Array(text.utf8))
  }

  @Test(arguments: [
    "7", "null", "[]", #"{"name":"a"}"#, #"{"kind":"source","name":"Drafts","account":"@a@b","decision":"maybe"}"#,
    #"{"kind":"any","name":"Drafts","account":"@a@b","decision":"allow"}"#,
    #"{"kind":"source","name":["Drafts"],"account":"@a@b","decision":"allow"}"#,
    #"{"kind":"source","name":"Drafts","account":"@a@c","decision":"allow"}"#,
    #"{"kind":"script","name":"Drafts","account":"@a@b","decision":"allow","digest":"d2"}"#,
    #"{"kind":"script","name":"Drafts","account":"@a@b","decision":"deny","digest":"d"}"#,
    #"{"kind":"script","name":"Drafts","account":"@a@b","decision":"allow"}"#,
  ])
  func anOddEntryPermitsNothing(row: String) async throws {
    try await write("[\(row)]")
    #expect(try permissions.allows(script: "d", account: "@a@b") == false)
    #expect(try permissions.decision(source: "Drafts", account: "@a@b") == nil)
    try await permissions.decide(.allow, source: "Other", account: "@a@b")
    #expect(try permissions.decision(source: "Other", account: "@a@b") == .allow)
  }

  @Test func permissionsOfANewerVersionAreNamedAsSuch() async throws {
    try await write(#"{"schema":2,"permissions":[]}"#)
    let failure = await #expect(throws: Failure.self) { try await permissions.decide(.deny, source: "a", account: "b") }
    #expect(failure?.message == "\(path) was written by a newer tusk")
  }

  @Test func theLastOfTwoDecisionsHolds() async throws {
    let row = { (decision: String) in
      #"{"kind":"source","name":"Drafts","account":"@a@b","decision":"\#(decision)"}"#
    }
    try await write("[\(row("allow")),\(row("deny"))]")
    #expect(try permissions.decision(source: "Drafts", account: "@a@b") == .deny)
    try await permissions.decide(.allow, source: "Drafts", account: "@a@b")
    #expect(try permissions.entries().count == 1)
  }

  @Test func aScriptThatWasChangedLosesItsPermission() async throws {
    let script = { (digest: String) in Origin.Script(path: "a.tsk", digest: digest, effects: []) }
    try await permissions.grant(script: script("d1"), account: "@a@b")
    try await permissions.grant(script: script("d1"), account: "@c@d")
    try await permissions.grant(script: script("d2"), account: "@a@b")
    #expect(try permissions.allows(script: "d1", account: "@a@b") == false)
    #expect(try permissions.allows(script: "d2", account: "@a@b"))
    #expect(try permissions.allows(script: "d1", account: "@c@d"))
    #expect(try permissions.allows(script: "d1", account: "@C@D"))
    #expect(try await permissions.revoke("a.tsk") == 2)
    #expect(try permissions.entries().isEmpty)
  }

  @Test func aScriptAndASourceOfOneNameAreTwo() async throws {
    try await permissions.grant(script: Origin.Script(path: "x", digest: "d", effects: []), account: "@a@b")
    try await permissions.decide(.deny, source: "x", account: "@a@b")
    #expect(try permissions.entries().map(\.kind) == [.script, .source])
    #expect(try permissions.allows(script: "d", account: "@a@b"))
    #expect(try permissions.decision(source: "x", account: "@a@b") == .deny)
  }

  @Test(arguments: ["", "\n", "\"\\", "\u{0}", "\u{202E}", "\u{1F418}", "@a@b", String(repeating: "n", count: 10_000)])
  func anyNameComesBackAsItIs(name: String) async throws {
    try await permissions.decide(.allow, source: name, account: name)
    let entry = try #require(try permissions.entries().first)
    #expect(Array(entry.name.utf8) == Array(name.utf8))
    #expect(entry.json.object?.members.map(\.name) == ["kind", "name", "account", "decision", "time"])
    #expect(entry.time == 7)
    #expect(try await permissions.revoke(name) == 1)
  }

  /// Does work as often as another task has the lock for longer than a program waits, as on a busy machine.
  private static func untilUnlocked(_ work: () async throws -> Void) async throws {
    while true {
      do { return try await work() } catch let failure as Failure where failure.code == .locked { continue }
    }
  }

  @Test func decisionsOfManyProgramsAreAllKept() async throws {
    let permissions = permissions
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await Self.untilUnlocked {
            try await permissions.decide(.allow, source: "s\(number)", account: "@a@b")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try permissions.entries().map(\.name)).count == 8)
  }

  @Test func signInsOfManyProgramsAreAllKept() async throws {
    let store = accounts
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask { try await Self.untilUnlocked { try await Self.signIn("@u\(number)@a.example", to: store) } }
      }
      try await group.waitForAll()
    }
    let (entries, current) = try store.accounts()
    #expect(Set(entries.map(\.name)).count == 12)
    #expect(current == entries.last?.name)
  }

  @Test func aSecondSignInReplacesTheToken() async throws {
    for _ in 0..<2 { try await Self.signIn("@a@a.example", to: accounts) }
    #expect(try accounts.accounts().entries.count == 1)
    let text = String(decoding: try #require(try PrivateFile(path).read()), as: UTF8.self)
    #expect(text.split(separator: "t-@a@a.example").count == 2)
    #expect(text.contains(#""domain":"a.example""#))
  }

  @Test(arguments: ["null", #""@nobody@a.example""#, "7"])
  func aCurrentAccountThatIsNoneIsNoneOfTheOthers(current: String) async throws {
    let row = { (name: String) in #"{"name":"\#(name)","server":"https://a.example","token":"t"}"# }
    try await write(#"{"current":\#(current),"accounts":[\#(row("@a@a.example")),\#(row("@b@a.example"))]}"#)
    await #expect(throws: Failure.self) { try await accounts.current() }
    try await accounts.use("@b@a.example")
    #expect(try await accounts.current()?.label == "@b@a.example")
    for name in ["@b@a.example", "@a@a.example"] { try await accounts.remove(name) }
    #expect(try await accounts.current() == nil)
  }

  @Test(arguments: [#"{"schema":2,"accounts":[{"future":"thing"}]}"#, #"{"schema":2,"accounts":{}}"#, #"{"schema":2}"#])
  func accountsOfANewerVersionAreNamedAndKept(text: String) async throws {
    try await write(text)
    let acts: [() async throws -> Void] = [
      { _ = try accounts.accounts() }, { try await Self.signIn("@a@a.example", to: accounts) },
      { try await accounts.use("@a@a.example") }, { try await accounts.remove("@a@a.example") },
    ]
    for act in acts {
      let failure = await #expect(throws: Failure.self) { try await act() }
      #expect(failure?.code == .badSettings && failure?.message == "\(path) was written by a newer tusk")
    }
    #expect(try PrivateFile(path).read() == Array(text.utf8))
  }

  @Test(arguments: [
    (#"{"schema":2,"servers":{}}"#, "was written by a newer tusk"), (#"{"schema":2}"#, "was written by a newer tusk"),
    ("{", "is damaged; repair it, or remove it to forget the servers of accounts"),
    (#"{"servers":[]}"#, "is damaged; repair it, or remove it to forget the servers of accounts"),
    (#"{"servers":{"@a@b":7}}"#, "is damaged; repair it, or remove it to forget the servers of accounts"),
  ])
  func unreadableServersOfAccountsAreNamedAndKept(text: String, problem: String) async throws {
    try await write(text)
    let store = AccountStore(path: path + "-accounts", servers: path)
    let acts: [() async throws -> Void] = [
      { try await store.claim("@a@b", at: "https://b") }, { _ = try await store.forgetServer(of: "@a@b") },
      { try await Self.signIn("@a@a.example", to: store) },
    ]
    for act in acts {
      let failure = await #expect(throws: Failure.self) { try await act() }
      #expect(failure?.code == .badSettings && failure?.message == "\(path) \(problem)")
    }
    #expect(try PrivateFile(path).read() == Array(text.utf8))
  }

  @Test func aStoredServerThatIsNoneIsNamed() async throws {
    try await write(#"{"current":"@a@b","accounts":[{"name":"@a@b","server":"file:///","token":"t"}]}"#)
    let failure = await #expect(throws: Failure.self) { try await accounts.current() }
    #expect(failure?.message.contains("'file:///'") == true)
    #expect(failure?.message.contains("t\"") == false)
  }

  @Test(arguments: [
    ("a.example", "https://a.example", "a.example"), ("https://A.Example:443/x", "https://a.example", "a.example"),
    ("localhost:3000", "http://localhost:3000", "localhost:3000"), ("@bob@b.example", "https://b.example", "b.example"),
    ("http://127.0.0.1:9", "http://127.0.0.1:9", "127.0.0.1:9"), ("[::1]:80", "http://[::1]", "[::1]"),
  ])
  func aServerIsReadAsPeopleWriteIt(written: String, address: String, label: String) async throws {
    let account = try ActingAccount(label: nil, server: written, token: "t")
    #expect(account.address == address)
    #expect(account.label == label)
    #expect(!account.isSandbox)
  }
}
