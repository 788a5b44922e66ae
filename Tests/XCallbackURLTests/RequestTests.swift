import JSONValue
import Testing

@testable import XCallbackURL

struct RequestTests {
  private func request(_ query: String, policy: CallbackPolicy = CallbackPolicy()) throws -> Request {
    try Request(CallbackURL(parsing: "tusker://x-callback-url/getStatus?\(query)"), policy: policy)
  }

  @Test func theEnvelopeIsTakenApart() throws {
    let request = try request(
      "x-source=fav%20CLI&statusID=1&x-success=app%3A%2F%2Fx-callback-url%2Fok%3Fa%3D1&x-unknown=2&json=true")
    #expect(request.action == "getStatus")
    #expect(request.source == "fav CLI")
    #expect(request.parameters == [CallbackURL.Pair("statusID", "1"), CallbackURL.Pair("json", "true")])
    #expect(request.callbacks.success?.description == "app://x-callback-url/ok?a=1")
    #expect(request.callbacks.error == nil)
  }

  @Test(arguments: ["x-source=a&x-source=b", "x-success=bear:a&x-success=bear:b"])
  func whatMayStandOnceIsNotChosenFrom(query: String) {
    #expect(throws: Failure.self) { try request(query) }
  }

  @Test(arguments: ["text=hello%20#birds", "text=%23birds#", "#", "text=a&x-success=bear:a#b"])
  func whatASignCutsOffIsRefused(query: String) throws {
    #expect(throws: Failure.self) { try request(query) }
    #expect(try request(query.replacing("#", with: "%23")).callbacks.error == nil)
  }

  @Test func exactlyTheMatchingCallbackIsOpened() throws {
    let request = try request("x-success=bear%3Aok&x-error=bear%3Aerr&x-cancel=bear%3Ano")
    let failure = Failure(.notFound, "no such status")
    #expect(request.callbacks.url(for: .success([CallbackURL.Pair("a", "b")]))?.description == "bear:ok?a=b")
    #expect(request.callbacks.url(for: .canceled)?.description == "bear:no")
    #expect(
      request.callbacks.url(for: .failure(failure))?.description
        == "bear:err?errorCode=11&errorMessage=no%20such%20status&error=no%20such%20status")
  }

  @Test(arguments: [
    "bear://x-callback-url/a", "unheard-of://x-callback-url/a", "working-copy:x",
    "tusk://x-callback-url/callback/1/success",
  ])
  func callbacksOfProgramsAreAllowed(target: String) throws {
    #expect(try CallbackPolicy().target(target, of: "x-success").description == target)
  }

  @Test(arguments: [
    "unheard-of://elsewhere", "https://x-callback-url/a", "tusker://x-callback-url/postStatus?text=x",
    "bear://me@x-callback-url/", "-bear:", " bear:", "javascript://x-callback-url/%0aalert(1)", "tusk:callback",
  ])
  func otherCallbacksAreRefused(target: String) {
    let failure = #expect(throws: Failure.self) { try CallbackPolicy().target(target, of: "x-success") }
    #expect(failure?.code == .refusedCallback)
  }

  @Test func aPersonCanAllowAScheme() throws {
    #expect(try CallbackPolicy(allowing: ["Mine"]).target("mine:cb", of: "x-success").scheme == "mine")
  }

  @Test(arguments: ["eyJhIjoifn5+Pj4+Pz8/In0=", "eyJhIjoifn5 Pj4 Pz8/In0=", "eyJhIjoifn5-Pj4-Pz8_In0"])
  func aJSONResponseIsReadInEveryDialectOfBase64(text: String) {
    #expect(Response.success([CallbackURL.Pair("response", text)]).json == ["a": "~~~>>>???"])
  }

  @Test func aJSONResponseComesBackAsItWent() {
    let json: JSON = ["b": 1, "a": ["x", nil, true], "é": "\n"]
    #expect(Response.success(json: json).json == json)
    #expect(Response.success(json: [:]).pairs == [CallbackURL.Pair("response", "e30=")])
  }
}
