import Foundation
import TestSupport
import Testing
import TuskActions
import XCallbackURL

struct AccountStoreTests {
  private let path = TemporaryFolder.freshPath()
  private var store: AccountStore { AccountStore(path: path) }

  private func signIn(_ name: String, _ server: String) throws {
    let account = try ActingAccount(label: nil, server: server, token: "t-\(name)")
    try store.add(name: name, account: account, token: "t-\(name)")
  }

  @Test func theLastAccountToSignInIsTheCurrentOne() throws {
    #expect(try store.current() == nil)
    try signIn("@a@a.example", "a.example")
    try signIn("@b@b.example", "b.example")
    #expect(try store.current()?.label == "@b@b.example")
    try store.use("@a@a.example")
    #expect(try store.current()?.label == "@a@a.example")
    #expect(try store.current()?.address == "https://a.example")
  }

  @Test func nobodyTakesThePlaceOfARemovedAccount() throws {
    try signIn("@a@a.example", "a.example")
    try signIn("@b@b.example", "b.example")
    try store.remove("@b@b.example")
    let failure = #expect(throws: Failure.self) { try store.current() }
    #expect(failure?.message == "no account is selected; select one with: tusk use @a@a.example")
    try store.use("@a@a.example")
    #expect(try store.current()?.label == "@a@a.example")
    #expect(throws: Failure.self) { try store.remove("@b@b.example") }
    #expect(throws: Failure.self) { try store.use("@b@b.example") }
  }

  @Test func tokensAreRefusedWhereOthersCanReadThem() throws {
    try signIn("@a@a.example", "a.example")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(throws: Failure.self) { try store.current() }
  }

  @Test(arguments: ["", "ftp://a", "a b", "https://me:pw@a.example"])
  func whatIsNoServerIsRefused(server: String) {
    #expect(throws: Failure.self) { try ActingAccount(label: nil, server: server, token: "x") }
  }
}
