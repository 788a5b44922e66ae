import JSONValue
import Synchronization
import TestSupport
import Testing
import XCallbackURL

@testable import Fediverse
@testable import TuskActions

/// Where tokens lie, and that each is found there again.
struct CredentialsTests {
  private let path = TemporaryFolder.freshPath()

  /// A keyring in the memory, which may be locked.
  private final class Chest: Sendable {
    let secrets = Mutex<[String: String]>([:])
    let isLocked = Mutex(false)

    func places() -> TokenSources {
      TokenSources(
        keyring: TokenSources.Keyring(
          lookUp: { name in self.isLocked.withLock { $0 } ? nil : self.secrets.withLock { $0[name] } },
          keep: { name, secret in
            guard !self.isLocked.withLock({ $0 }) else { return false }
            self.secrets.withLock { $0[name] = secret }
            return true
          },
          forget: { name in self.secrets.withLock { _ = $0.removeValue(forKey: name) } })
      ) { command in .success("token of \(command)") }
    }
  }

  private static let account = Result { try ActingAccount(label: nil, server: "a.example", token: "") }

  private static func credentials(_ token: String) async throws -> Credentials {
    let server = OAuthServer(try ServerAddress("a.example"), metadata: nil, transport: HTTPTransport())
    let app = RegisteredApp(clientID: "c", clientSecret: Secret("client-secret"), redirect: "x:", scopes: .coarse)
    let json: JSON = [
      "access_token": .string(token), "refresh_token": "renewal", "expires_in": 100, "obtained_at": 1_700_000_000,
    ]
    return Credentials(try OAuthToken(json: json), of: app, from: server)
  }

  private func file() throws -> String {
    String(decoding: try #require(try PrivateFile(path).read()), as: UTF8.self)
  }

  @Test func theKeyringComesBeforeTheFile() async throws {
    let chest = Chest()
    let store = AccountStore(path: path, tokenSources: chest.places())
    let place = try await store.add(
      name: "@a@a.example", account: Self.account.get(), credentials: Self.credentials("s3cret"))
    #expect(place == .keyring)
    let kept = try file()
    #expect(!["s3cret", "renewal", "client-secret"].contains { kept.contains($0) })
    #expect(try await store.current()?.token == AccessToken("s3cret"))
    #expect(try await store.credentials(of: store.entry(named: "@a@a.example")) == Self.credentials("s3cret"))
    try await store.remove("@a@a.example")
    #expect(chest.secrets.withLock { $0.isEmpty })
  }

  @Test func aKeyringThatTakesNothingLeavesTheFile() async throws {
    let chest = Chest()
    chest.isLocked.withLock { $0 = true }
    let store = AccountStore(path: path, tokenSources: chest.places())
    let place = try await store.add(
      name: "@a@a.example", account: Self.account.get(), credentials: Self.credentials("s3cret"))
    #expect(place == .file)
    #expect(try await store.current()?.token == AccessToken("s3cret"))
  }

  @Test func aKeyringThatIsLockedLaterIsNamed() async throws {
    let chest = Chest()
    let store = AccountStore(path: path, tokenSources: chest.places())
    try await store.add(name: "@a@a.example", account: Self.account.get(), credentials: Self.credentials("s3cret"))
    chest.isLocked.withLock { $0 = true }
    let failure = await #expect(throws: Failure.self) { try await store.current() }
    #expect(failure?.code == .unauthorized)
    #expect(failure?.message.contains("tusk login https://a.example") == true)
    await #expect(throws: Failure.self) { try await AccountStore(path: path).current() }
    try await store.remove("@a@a.example")
    #expect(try store.accounts().entries.isEmpty)
  }

  @Test func whatTheKeyringKeptIsForgottenWhereACommandTakesItsPlace() async throws {
    let chest = Chest()
    let store = AccountStore(path: path, tokenSources: chest.places())
    try await store.add(name: "@a@a.example", account: Self.account.get(), credentials: Self.credentials("s3cret"))
    try await store.add(name: "@a@a.example", account: Self.account.get(), command: "pass show x")
    #expect(chest.secrets.withLock { $0.isEmpty })
    #expect(try store.accounts().entries.count == 1)
  }

  @Test func aCommandIsRunEachTimeAndItsTokenNotStored() async throws {
    let store = AccountStore(path: path, tokenSources: Chest().places())
    try await store.add(name: "@a@a.example", account: Self.account.get(), command: "pass show x")
    #expect(try await store.current()?.token == AccessToken("token of pass show x"))
    #expect(try !file().contains("token of"))
    #expect(try store.entry(named: "@a@a.example").place == .command("pass show x"))
  }

  @Test(arguments: [false, true]) func theNextTokenTakesThePlaceOfTheOneBefore(hasKeyring: Bool) async throws {
    let chest = Chest()
    let store = AccountStore(path: path, tokenSources: hasKeyring ? chest.places() : .fileOnly)
    try await store.add(name: "@a@a.example", account: Self.account.get(), credentials: Self.credentials("first"))
    try await store.add(name: "@b@a.example", account: Self.account.get(), credentials: Self.credentials("other"))
    try await store.renew("@a@a.example", at: "https://a.example", Self.credentials("second"))
    #expect(try await store.account(named: "@a@a.example").token == AccessToken("second"))
    #expect(try await store.account(named: "@b@a.example").token == AccessToken("other"))
    #expect(try store.accounts().current == "@b@a.example")
    #expect(try file().contains("second") == !hasKeyring)
    try await store.remove("@a@a.example")
    try await store.renew("@a@a.example", at: "https://a.example", Self.credentials("third"))
    #expect(try store.accounts().entries.map(\.name) == ["@b@a.example"])
  }

  @Test func onlyWhatEndsIsRenewed() async throws {
    let store = AccountStore(path: path)
    try await store.add(name: "@a@a.example", account: Self.account.get(), credentials: Self.credentials("ends"))
    #expect(try await store.current()?.refresher != nil)
    try await store.add(name: "@b@a.example", account: Self.account.get(), token: "stays")
    #expect(try await store.current()?.refresher == nil)
  }

  @Test func aFileOfEarlierReleasesIsRead() async throws {
    let row = #"{"name":"@a@a.example","server":"https://a.example","domain":"a.example","token":"t"}"#
    try PrivateFile(path).write(#"{"current":"@a@a.example","accounts":[\#(row)]}"#)
    #expect(try await AccountStore(path: path).current()?.token == AccessToken("t"))
    #expect(try await AccountStore(path: path).current()?.domain == "a.example")
  }

  @Test func aRegistrationIsFoundByServerScopesAndRedirect() async throws {
    let registrations = AppRegistrations(path: path)
    let (here, there) = (try ServerAddress("a.example"), try ServerAddress("b.example"))
    let app = RegisteredApp(clientID: "c", clientSecret: Secret("s"), redirect: "x:", scopes: OAuthScopes("read"))
    try await registrations.add(app, at: here)
    #expect(try registrations.app(at: here, scopes: OAuthScopes("read"), redirect: "x:") == app)
    #expect(try registrations.app(at: there, scopes: OAuthScopes("read"), redirect: "x:") == nil)
    #expect(try registrations.app(at: here, scopes: OAuthScopes("read write"), redirect: "x:") == nil)
    #expect(try registrations.app(at: here, scopes: OAuthScopes("read"), redirect: "y:") == nil)
    try await registrations.remove(app, at: there)
    #expect(try registrations.app(at: here, scopes: OAuthScopes("read"), redirect: "x:") == app)
    try await registrations.remove(app, at: here)
    #expect(try registrations.app(at: here, scopes: OAuthScopes("read"), redirect: "x:") == nil)
    try PrivateFile(path).write("{")
    try await registrations.add(app, at: here)
    #expect(try registrations.app(at: here, scopes: OAuthScopes("read"), redirect: "x:") == app)
  }

  @Test func registrationsOfANewerVersionAreNamedAndKept() async throws {
    let registrations = AppRegistrations(path: path)
    let app = RegisteredApp(clientID: "c", clientSecret: Secret("s"), redirect: "x:", scopes: OAuthScopes("read"))
    let (here, text) = (try ServerAddress("a.example"), #"{"schema":2,"apps":[]}"#)
    try PrivateFile(path).write(text)
    let acts: [() async throws -> Void] = [
      { _ = try registrations.app(at: here, scopes: OAuthScopes("read"), redirect: "x:") },
      { try await registrations.add(app, at: here) }, { try await registrations.remove(app, at: here) },
    ]
    for act in acts {
      let failure = await #expect(throws: Failure.self) { try await act() }
      #expect(failure?.message == "\(path) was written by a newer tusk")
    }
    #expect(try PrivateFile(path).read() == Array(text.utf8))
  }

  @Test func noServerTakesTheNameOfAnothersAccount() async throws {
    let chest = Chest()
    for places in [TokenSources.fileOnly, chest.places()] {
      let store = AccountStore(path: TemporaryFolder.freshPath(), tokenSources: places)
      try await store.add(name: "@a@a.example", account: Self.account.get(), credentials: Self.credentials("s3cret"))
      let evil = try ActingAccount(label: nil, server: "evil.example", token: "")
      let failure = await #expect(throws: Failure.self) {
        try await store.add(name: "@a@a.example", account: evil, credentials: Self.credentials("e"))
      }
      #expect(failure?.code == .insecure)
      await #expect(throws: Failure.self) {
        try await store.add(name: "@a@a.example", account: evil, command: "pass show x")
      }
      #expect(try await store.current()?.token == AccessToken("s3cret"))
      try await store.renew("@a@a.example", at: "https://evil.example", Self.credentials("e"))
      #expect(try await store.current()?.token == AccessToken("s3cret"))
    }
  }
}

extension AccountStore {
  /// The current account; `nil` if no account is signed in.
  func current() async throws(Failure) -> ActingAccount? {
    guard let entry = try currentEntry() else { return nil }
    return try await account(named: entry.name)
  }
}
