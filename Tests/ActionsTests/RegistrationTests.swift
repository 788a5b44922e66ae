import Fediverse
import JSONValue
import TestSupport
import Testing
import XCallbackURL

@testable import TuskActions

/// Accounts that are registered at a server.
struct RegistrationTests {
  private let folder = TemporaryFolder.freshPath()

  private func signIn(_ server: StubServer) throws(Failure) -> SignIn {
    var signIn = try SignIn(
      to: "example.social", store: AccountStore(path: folder), registrations: AppRegistrations(path: folder + "-apps"),
      userAgent: "test/1")
    signIn.transport = server
    return signIn
  }

  private static func stub(isOpen: Bool = true, status: Int = 200) -> StubServer {
    StubServer { request throws(TransportError) in
      switch request.route {
      case "GET /api/v2/instance":
        return HTTPResponse(json: [
          "domain": "example.social", "version": "4.5.0", "rules": [["id": "1", "text": "Be kind."]],
          "registrations": ["enabled": .bool(isOpen), "approval_required": true],
        ])
      case "POST /api/v1/apps": return HTTPResponse(json: ["client_id": "c", "client_secret": "s"])
      case "POST /oauth/token":
        return HTTPResponse(json: ["access_token": "app", "token_type": "Bearer", "scope": "read write"])
      case "POST /api/v1/accounts":
        return HTTPResponse(
          json: status == 200 ? ["access_token": "new"] : ["error": "Username has already been taken"], status: status)
      default: return HTTPResponse(json: ["error": "Record not found"], status: 404)
      }
    }
  }

  private let user = SignIn.NewUser(name: "ada", email: "ada@example.org", password: "s p", language: "de")

  @Test func theTermsOfAServerAreTold() async throws {
    let terms = try await signIn(Self.stub()).terms()
    #expect(terms.domain == "example.social" && terms.rules == ["Be kind."] && terms.needsApproval)
  }

  @Test func aClosedServerIsNotAsked() async throws {
    let stub = Self.stub(isOpen: false)
    await #expect(throws: Failure.self) { try await signIn(stub).terms() }
    #expect(stub.writes.isEmpty)
  }

  @Test func anAccountIsRegisteredWithTheTokenOfTheApp() async throws {
    let stub = Self.stub()
    try await signIn(stub).register(user)
    let request = try #require(stub.requests(to: "POST /api/v1/accounts").first)
    #expect(request.headers["Authorization"] == "Bearer app")
    let body = try JSON(parsing: try #require(stub.lastBody))
    #expect(body["username"] == "ada" && body["password"] == "s p" && body["agreement"] == true)
    #expect(body["locale"] == "de" && body["email"] == "ada@example.org")
  }

  @Test func aRefusalSaysWhy() async throws {
    let failure = await #expect(throws: Failure.self) { try await signIn(Self.stub(status: 422)).register(user) }
    #expect(failure?.message.contains("Username has already been taken") == true)
    #expect(failure?.message.contains("s p") == false)
  }
}
