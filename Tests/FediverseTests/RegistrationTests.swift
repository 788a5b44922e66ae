import JSONValue
import Testing

@testable import Fediverse

/// Making an account, and keeping its secrets.
struct RegistrationTests {
  private let transport = ScriptedTransport()

  private static var account: NewAccount {
    var account = NewAccount(username: "ben", email: "ben@mail.example", password: "hunter2", language: "de")
    account.reason = "cats"
    return account
  }

  @Test func aNewAccountGetsItsToken() async throws {
    transport.on("POST /api/v1/accounts", #"{"access_token":"t0ken","token_type":"Bearer","scope":"read"}"#)
    let token = try await Client.scripted(transport, token: "app").registration.register(Self.account)
    #expect(token == AccessToken("t0ken"))
    let request = try #require(transport.requests.first)
    let text =
      #"{"username":"ben","email":"ben@mail.example","password":"hunter2","agreement":true,"locale":"de","reason":"cats"}"#
    #expect(request.body == Array(text.utf8) && request.headers["Authorization"] == "Bearer app")
  }

  @Test func someServersLookAtTheAccountFirst() async throws {
    transport.on("POST /api/v1/accounts", #"{"identifier":"awaiting_approval","message":"Wait"}"#)
    #expect(try await Client.scripted(transport).registration.register(Self.account) == nil)
  }

  @Test(arguments: [
    (422, #"{"error":"Validation failed: Username taken","details":{"username":[]}}"#, FediverseError.Kind.rejected),
    (200, #"{"access_token":""}"#, .malformed), (200, "[]", .malformed), (200, "", .malformed),
  ])
  func refusalsTellNoSecret(_ status: Int, _ body: String, _ kind: FediverseError.Kind) async throws {
    transport.on("POST /api/v1/accounts", status: status, body)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.registration.register(Self.account) }
    #expect(error?.kind == kind && error?.isRetryable == false)
    #expect(error.map { "\($0)".contains("hunter2") } == false)
  }

  @Test func secretsDoNotShow() {
    var text = "\(Self.account) \(String(reflecting: Self.account))"
    dump(Self.account, to: &text)
    let push = NewPushSubscription(endpoint: "https://p.example", publicKey: "k3y", secret: "hunter2", alerts: [])
    text += "\(push) \(String(reflecting: push))"
    dump(push, to: &text)
    #expect(text.contains("ben") && text.contains("p.example") && !text.contains("hunter2"))
  }

  @Test(arguments: [("true", true), ("false", false)])
  func theServerKnowsWhetherTheAddressIsConfirmed(_ body: String, _ isConfirmed: Bool) async throws {
    transport.on("GET /api/v1/emails/check_confirmation", body)
    #expect(try await Client.scripted(transport).registration.isConfirmed() == isConfirmed)
  }
}
