import Foundation
import TestSupport
import Testing
import TuskActions
import XCallbackURL

struct AccountStoreTests {
  private let path = TemporaryFolder.freshPath()
  private var store: AccountStore { AccountStore(path: path) }

  private func signIn(_ name: String, _ server: String) async throws {
    let account = try ActingAccount(label: nil, server: server, token: "t-\(name)")
    try await store.add(name: name, account: account, token: "t-\(name)")
  }

  @Test func theLastAccountToSignInIsTheCurrentOne() async throws {
    #expect(try await store.current() == nil)
    try await signIn("@a@a.example", "a.example")
    try await signIn("@b@b.example", "b.example")
    #expect(try await store.current()?.label == "@b@b.example")
    try await store.use("@a@a.example")
    #expect(try await store.current()?.label == "@a@a.example")
    #expect(try await store.current()?.address == "https://a.example")
  }

  @Test func oneAccountHasManySpellings() async throws {
    let store = AccountStore(path: path, servers: path + "-servers")
    try await store.claim("@c@bawü.social", at: "https://c.example")
    try await signIn("@a@bawü.social", "a.example")
    try await signIn("@A@xn--baw-joa.social", "a.example")
    #expect(try store.accounts().entries.map(\.name) == ["@a@bawü.social"])
    try await signIn("@b@b.example", "b.example")
    try await store.use("@A@BAWÜ.social")
    #expect(try await store.current()?.label == "@a@bawü.social")
    for name in ["@A@xn--baw-joa.social", "@C@xn--baw-joa.social"] {
      await #expect(throws: Failure.self) { try await store.claim(name, at: "https://e.example") }
    }
    try await store.remove("@A@xn--baw-joa.social")
    #expect(try store.accounts().entries.map(\.name) == ["@b@b.example"])
  }

  @Test func namesThatOnlyLookAlikeAreTwoAccounts() async throws {
    try await signIn("@jos\u{E9}@a.example", "a.example")
    try await signIn("@jose\u{301}@a.example", "a.example")
    #expect(try store.accounts().entries.count == 2)
    try await store.remove("@jose\u{301}@a.example")
    #expect(try store.accounts().entries.map { Array($0.name.utf8).count } == ["@jos\u{E9}@a.example".utf8.count])
  }

  /// A server chooses the names of its accounts.
  @Test func aNameBelongsToTheServerOfItsFirstUse() async throws {
    let store = AccountStore(path: path, servers: path + "-servers")
    try await store.claim("@a@a.example", at: "https://a.example")
    for same in ["https://a.example", "https://social.a.example"] { try await store.claim("@a@a.example", at: same) }
    let others = [
      "https://b.example", "http://a.example", "https://a.example:8443", "https://example", "http://127.0.0.1:3000",
    ]
    for other in others {
      let failure = await #expect(throws: Failure.self) { try await store.claim("@a@a.example", at: other) }
      #expect(failure?.code == .insecure && failure?.message.contains("tusk logout @a@a.example") == true)
      let again = AccountStore(path: path, servers: path + "-servers")
      await #expect(throws: Failure.self) { try await again.claim("@a@a.example", at: other) }
    }
    try await store.claim("@b@a.example", at: "https://b.example")
    #expect(try await store.forgetServer(of: "@a@a.example"))
    #expect(try await !store.forgetServer(of: "@a@a.example"))
    try await store.claim("@a@a.example", at: "https://b.example")
  }

  @Test func theNamesOfSignedInAccountsAreNotClaimed() async throws {
    let store = AccountStore(path: path, servers: path + "-servers")
    try await signIn("@a@a.example", "a.example")
    let failure = await #expect(throws: Failure.self) { try await store.claim("@a@a.example", at: "https://b.example") }
    #expect(failure?.code == .insecure && failure?.message.contains("signed in at https://a.example") == true)
    try await store.claim("@a@a.example", at: "https://a.example")
    try await store.claim("@c@c.example", at: "https://c.example")
    let account = try ActingAccount(label: nil, server: "b.example", token: "t")
    let refusal = await #expect(throws: Failure.self) {
      try await store.add(name: "@c@c.example", account: account, token: "t")
    }
    #expect(refusal?.code == .insecure && refusal?.message.contains("used at https://c.example") == true)
  }

  @Test func aDamagedFileOfServersIsTold() async throws {
    let store = AccountStore(path: path, servers: path + "-servers")
    try await store.claim("@a@a.example", at: "https://a.example")
    try Data("{".utf8).write(to: URL(fileURLWithPath: path + "-servers"))
    let failure = await #expect(throws: Failure.self) { try await store.claim("@a@a.example", at: "https://b.example") }
    #expect(failure?.code == .badSettings)
  }

  @Test func nobodyTakesThePlaceOfARemovedAccount() async throws {
    try await signIn("@a@a.example", "a.example")
    try await signIn("@b@b.example", "b.example")
    try await store.remove("@b@b.example")
    let failure = await #expect(throws: Failure.self) { try await store.current() }
    #expect(failure?.message == "no account is selected; select one with: tusk use @a@a.example")
    try await store.use("@a@a.example")
    #expect(try await store.current()?.label == "@a@a.example")
    await #expect(throws: Failure.self) { try await store.remove("@b@b.example") }
    await #expect(throws: Failure.self) { try await store.use("@b@b.example") }
  }

  @Test func tokensAreRefusedWhereOthersCanReadThem() async throws {
    try await signIn("@a@a.example", "a.example")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    await #expect(throws: Failure.self) { try await store.current() }
  }

  @Test(arguments: ["", "ftp://a", "a b", "https://me:pw@a.example"])
  func whatIsNoServerIsRefused(server: String) {
    #expect(throws: Failure.self) { try ActingAccount(label: nil, server: server, token: "x") }
  }
}
