import JSONValue
import Testing

@testable import Fediverse

struct ErrorTests {
  private let transport = ScriptedTransport()

  private func failure(_ status: Int, _ body: String = "{}", headers: Headers = [:]) async throws -> FediverseError? {
    transport.on("GET /api/v1/statuses/1", status: status, headers: headers, body)
    let client = try Client.scripted(transport)
    return await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
  }

  @Test(arguments: [
    (401, FediverseError.Kind.unauthorized, false), (403, .forbidden, false), (404, .notFound, false),
    (410, .notFound, false), (400, .rejected, false), (422, .rejected, false), (405, .unsupported, false),
    (501, .unsupported, false), (408, .timedOut, true), (429, .rateLimited, true), (500, .server, true),
    (502, .server, true), (503, .server, true), (504, .server, true), (418, .rejected, false), (304, .rejected, false),
  ])
  func statusCodesHaveAMeaning(_ status: Int, _ kind: FediverseError.Kind, _ isRetryable: Bool) async throws {
    let error = try await failure(status)
    #expect(error?.kind == kind && error?.status == status && error?.isRetryable == isRetryable)
    #expect(error?.outcomeUnknown == false)
  }

  @Test(arguments: [
    (#"{"error":"a","error_description":"b"}"#, "b"),
    (#"{"error":"a","message":"c"}"#, "a"),
    (#"{"error":{"message":"m","code":"X"}}"#, "m"),
    (#"{"error":"","message":"c","errors":{"f":["x"]}}"#, "c"),
    (#"{"errors":{"status":["is too long","is odd"],"poll":"bad"}}"#, "status: is too long, is odd; poll: bad"),
    (#"{"errors":[{"message":"x"},"y"]}"#, "x, y"),
    ("<html><HEAD><Title lang=en>502 Bad\n Gateway</title>", "502 Bad Gateway"),
    ("Throttled", "Throttled"),
    (#"{"error":"line one\nline\ttwo\u001b[31m"}"#, "line one line two␛[31m"),
    ("<html><body>x</body></html>", nil),
    ("{}", nil),
    ("", nil),
    ("\"text\"", nil),
  ])
  func theServersOwnWordsAreTaken(_ body: String, _ text: String?) async throws {
    #expect(try await failure(422, body)?.serverText == text)
  }

  @Test func longWordsAreCut() async throws {
    let text = try await failure(422, #"{"error":"\#(String(repeating: "é ", count: 900))"}"#)?.serverText
    #expect(text?.count == 500 - 1 || text?.count == 500)
    #expect(text?.hasSuffix("…") == true)
  }

  @Test(arguments: [
    (401, #"{"error":{"code":"INVALID_PARAM","message":"Invalid param."}}"#, FediverseError.Kind.rejected),
    (401, #"{"error":{"code":"AUTHENTICATION_FAILED","message":"x"}}"#, .unauthorized),
    (500, #"{"message":"The given data was invalid.","errors":{"status":["too long"]}}"#, .rejected),
    (500, #"{"message":"Server Error"}"#, .server),
  ])
  func misleadingStatusCodesAreSeenThrough(_ status: Int, _ body: String, _ kind: FediverseError.Kind) async throws {
    #expect(try await failure(status, body)?.kind == kind)
  }

  @Test func waitsAreKnown() async throws {
    #expect(try await failure(429, headers: ["Retry-After": "60"])?.retryAt == Timestamp(seconds: 1_700_000_060))
    let other = ErrorTests()
    let reset: Headers = ["X-RateLimit-Reset": "2023-11-14T22:20:00Z"]
    #expect(try await other.failure(429, headers: reset)?.retryAt == Timestamp(seconds: 1_700_000_400))
  }

  @Test func errorsOfSuccessAreErrors() async throws {
    let error = try await failure(200, #"{"error":{"message":"no such note"}}"#)
    #expect(error?.kind == .rejected && error?.serverText == "no such note")
  }

  @Test(arguments: ["", "<html>", #"{"id""#, "[]", #"{"content":"x"}"#])
  func unreadableAnswersAreNamed(_ body: String) async throws {
    let error = try await failure(200, body, headers: ["X-Request-Id": "r-1"])
    #expect(error?.kind == .malformed && error?.requestID == "r-1" && error?.request == "GET /api/v1/statuses/1")
  }

  @Test(arguments: [
    (TransportError(.network, "connection refused", mayHaveArrived: false), FediverseError.Kind.network, false),
    (TransportError(.timedOut, "nothing came", mayHaveArrived: true), .timedOut, true),
    (TransportError(.network, "reset", mayHaveArrived: true), .network, true),
    (TransportError(.tooLarge, "large", mayHaveArrived: true), .tooLarge, true),
    (TransportError(.untrusted, "expired", mayHaveArrived: false), .insecure, false),
  ])
  func changesThatMayHaveHappenedAreInDoubt(
    _ failure: TransportError, _ kind: FediverseError.Kind, _ isUnknown: Bool
  ) async throws {
    transport.on("POST /api/v1/statuses", fails: failure)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.publish(NewStatus("x")) }
    #expect(error?.kind == kind && error?.outcomeUnknown == isUnknown)
    #expect(error?.description.contains("may have been made") == isUnknown)
    #expect(error?.isRetryable == (!isUnknown && kind == .network))
  }

  @Test(arguments: [(true, "; the change may have been made"), (false, "")])
  func aCanceledRequestIsSaidOnce(mayHaveArrived: Bool, ending: String) async throws {
    let failure = TransportError(.canceled, "the request was canceled", mayHaveArrived: mayHaveArrived)
    transport.on("POST /api/v1/statuses", fails: failure)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.publish(NewStatus("x")) }
    #expect(error?.description == "the request to example.social was canceled" + ending)
  }

  @Test func aChangeBehindABrokenGatewayIsInDoubt() async throws {
    transport.on("POST /api/v1/statuses", status: 502).on("POST /api/v1/statuses/1/favourite", status: 502)
    let client = try Client.scripted(transport)
    let published = await #expect(throws: FediverseError.self) { try await client.statuses.publish(NewStatus("x")) }
    #expect(published?.outcomeUnknown == true && published?.isRetryable == false)
    let favorited = await #expect(throws: FediverseError.self) { try await client.statuses.favorite("1") }
    #expect(favorited?.outcomeUnknown == true && favorited?.isRetryable == true)
  }

  @Test func sentencesNameTheServerAndKeepTheSecret() async throws {
    let kinds = FediverseError.Kind.allCases
    let server = try ServerAddress("example.social")
    for kind in kinds {
      let sentence = FediverseError(kind, server: server, status: 500, request: "GET /x", detail: "why").description
      #expect(sentence.contains("example.social") && sentence.hasSuffix(": why") && !sentence.contains("\n"))
    }
    let error = try await failure(404, #"{"error":"Record not found"}"#)
    #expect(error?.description == "example.social answered 'not found' to GET /api/v1/statuses/1: Record not found")
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("s3cret"))
  }
}
