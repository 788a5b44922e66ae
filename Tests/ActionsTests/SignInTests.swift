import Fediverse
import Glibc
import JSONValue
import TestSupport
import Testing
import XCallbackURL

@testable import TuskActions

/// The way to a server's consent, as far as there is no person in it.
struct SignInTests {
  private let folder = TemporaryFolder.freshPath()

  private func page(_ server: StubServer, at address: String = "example.social") async throws(Failure) -> String {
    try await pending(server, at: address).page
  }

  private func pending(
    _ server: StubServer, at address: String = "example.social"
  ) async throws(Failure) -> SignIn.Pending {
    try await signIn(server, at: address).begin(isOutOfBand: true)
  }

  private func signIn(_ server: StubServer, at address: String = "example.social") throws(Failure) -> SignIn {
    var signIn = try SignIn(
      to: address, store: AccountStore(path: folder), registrations: AppRegistrations(path: folder + "-apps"),
      userAgent: "test/1")
    signIn.transport = server
    return signIn
  }

  /// A GoToSocial of old, which says nothing of its authorization, behind the domain of its accounts.
  private static func answer(_ request: HTTPRequest) -> HTTPResponse {
    let url = request.url.description
    guard url.hasPrefix("https://fedi.example.social/") else {
      return HTTPResponse(status: 301, headers: ["Location": "https://fedi.example.social" + request.url.target])
    }
    switch request.url.path {
    case "/.well-known/nodeinfo":
      return HTTPResponse(json: [
        "links": [
          [
            "rel": "http://nodeinfo.diaspora.software/ns/schema/2.0",
            "href": "https://fedi.example.social/nodeinfo/2.0",
          ]
        ]
      ])
    case "/nodeinfo/2.0":
      return HTTPResponse(json: ["version": "2.0", "software": ["name": "gotosocial", "version": "0.15.0"]])
    case "/api/v1/instance":
      return HTTPResponse(json: ["uri": "https://fedi.example.social", "version": "0.15.0", "account_domain": "x"])
    case "/api/v1/apps": return HTTPResponse(json: ["client_id": "c", "client_secret": "s"])
    default: return HTTPResponse(json: ["error": "Record not found"], status: 404)
    }
  }

  @Test func consentIsAskedForWhereTheInterfaceIs() async throws {
    let page = try await page(StubServer { request throws(TransportError) in Self.answer(request) })
    #expect(page.hasPrefix("https://fedi.example.social/oauth/authorize?"))
  }

  @Test(arguments: ["", "jose\u{301}", "mar\u{212A}"])
  func aServerCannotNameAnAccountAsItLikes(_ name: String) async throws {
    let account = Bodies.alice.changing("username", to: .string(name)).changing("acct", to: .string(name))
    let stub = StubServer(changing: ["GET /api/v1/accounts/verify_credentials": account])
    let server = try TestEngine(stub).server
    let error = await #expect(throws: Failure.self) {
      try await server.name(of: try ActingAccount(label: nil, server: "https://a.example", token: "t"))
    }
    #expect(
      error?.code == .malformedAnswer && error?.message.contains("calls the account '\(name)@") == true,
      "\(error as Any)")
  }

  /// People type a part of an address; what was tried is all of it.
  @Test(arguments: [
    ("localhost", "could not reach http://localhost:80: refused; for another port: tusk login http://localhost:3000"),
    ("localhost:8080", "could not reach http://localhost:8080: refused"),
    ("@me@example.social", "could not reach https://example.social:443: refused"),
    ("[::1]", "could not reach http://[::1]:80: refused; for another port: tusk login http://[::1]:3000"),
  ])
  func anUnreachableServerIsNamedWithSchemeAndPort(_ address: String, _ message: String) async throws {
    let server = StubServer { _ throws(TransportError) in
      throw TransportError(.network, "refused", mayHaveArrived: false)
    }
    let error = await #expect(throws: Failure.self) { try await pending(server, at: address) }
    #expect(error?.message == message && error?.code == .network)
  }

  @Test(arguments: [("0.15.0", true), ("0.18.3", true), ("0.19.0-rc1", false), ("0.19.0", false), ("1.0.0", false)])
  func whereNoScopesAreHeededThePersonIsTold(_ version: String, _ isTold: Bool) async throws {
    let server = StubServer { request throws(TransportError) in
      let answer = Self.answer(request)
      let text = String(decoding: answer.body, as: UTF8.self).replacing("0.15.0", with: version)
      return HTTPResponse(status: answer.status, headers: answer.headers, body: Array(text.utf8))
    }
    let caution = try await pending(server).caution
    #expect(
      (caution == "GoToSocial \(version) ignores scopes: this token has full access to the account")
        == isTold)
    #expect((caution != nil) == isTold)
  }

  @Test func goToSocialIsProvedToWhoAskedForTheCode() async throws {
    let page = try await page(StubServer { request throws(TransportError) in Self.answer(request) })
    #expect(page.contains("code_challenge_method=S256"))
  }

  @Test func aServerThatTellsStrangersNothingIsSignedInTo() async throws {
    let server = StubServer(["POST /api/v1/apps": ["client_id": "c"]])
    let page = try await page(server)
    #expect(page.hasPrefix("https://example.social/oauth/authorize?") && !page.contains("code_challenge"))
  }

  @Test func aServerThatIsNotReachedIsToldAsSuch() async throws {
    let server = StubServer { _ throws(TransportError) in
      throw TransportError(.insecure, "no", mayHaveArrived: false)
    }
    let failure = await #expect(throws: Failure.self) { try await page(server) }
    #expect(failure?.code == .insecure)
  }

  @Test(arguments: [0, 1, 2])
  func nothingIsSentForAnAccountThatCannotBeStored(way: Int) async throws {
    try PrivateFile(folder).write(#"{"schema":2}"#)
    let server = StubServer([:])
    let signIn = try signIn(server)
    let failure = await #expect(throws: Failure.self) {
      switch way {
      case 0: _ = try await signIn.begin(isOutOfBand: true)
      case 1: _ = try await signIn.take(token: "t")
      default: _ = try await signIn.take(command: "c", printing: "t")
      }
    }
    #expect(failure?.message == "\(folder) was written by a newer tusk" && server.log.isEmpty)
  }

  @Test(arguments: ["", "-apps"])
  func nothingIsSentBesideALinkThatLeadsNowhere(file: String) async throws {
    try PrivateFile.makeFolder(of: folder)
    try #require(symlink("dotfiles", folder + file) == 0)
    let server = StubServer([:])
    let failure = await #expect(throws: Failure.self) { try await pending(server) }
    #expect(failure?.message.hasPrefix("\(folder)\(file) is a link that leads nowhere") == true && server.log.isEmpty)
  }

  @Test func nothingIsSentBesideRegistrationsOfANewerVersion() async throws {
    try PrivateFile(folder + "-apps").write(#"{"schema":2}"#)
    let server = StubServer([:])
    let failure = await #expect(throws: Failure.self) { try await pending(server) }
    #expect(failure?.message == "\(folder)-apps was written by a newer tusk" && server.log.isEmpty)
  }
}
