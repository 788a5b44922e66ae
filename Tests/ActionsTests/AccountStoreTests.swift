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
