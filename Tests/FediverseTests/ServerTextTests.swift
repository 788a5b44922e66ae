import JSONValue
import Testing

@testable import Fediverse

struct ServerTextTests {
  private func text(_ body: String, status: Int = 422) -> String? {
    ServerText(HTTPResponse(status: status, body: Array(body.utf8)))?.text
  }

  @Test(arguments: [
    // Mastodon.
    (
      #"{"error":"Validation failed: Text can't be blank","details":{"text":[{"error":"ERR_BLANK"}]}}"#,
      "Validation failed: Text can't be blank"
    ),
    // OAuth, whose description is for people.
    (#"{"error":"invalid_grant","error_description":"The grant is expired"}"#, "The grant is expired"),
    (#"{"error":"invalid_grant","error_description":null}"#, "invalid_grant"),
    (#"{"error":"invalid_grant","error_description":" "}"#, "invalid_grant"),
    // Pleroma.
    (#"{"error":{"content":["can't be blank"]},"message":"no"}"#, "no"),
    // Misskey and Sharkey.
    (
      #"{"error":{"message":"No such note.","code":"NO_SUCH_NOTE","id":"24f","kind":"client","info":{}}}"#,
      "No such note."
    ),
    // Iceshrimp.NET.
    (#"{"statusCode":429,"error":"Too Many Requests","requestId":"0H"}"#, "Too Many Requests"),
    // Pixelfed.
    (#"{"message":"The given data was invalid.","errors":{"media_ids":["required"]}}"#, "The given data was invalid."),
    (#"{"errors":{"a":["x"],"b":[],"c":null,"d":{"message":"y"},"e":[{"description":"z"}]}}"#, "a: x; d: y; e: z"),
    (#"{"errors":"text"}"#, "text"), (#"{"errors":[{"description":"x"},7,"y"]}"#, "x, y"),
    (#"{"error":7,"message":true,"errors":[]}"#, nil), (#"{"error":null}"#, nil), (#"[{"error":"x"}]"#, nil),
    ("null", nil), ("17", nil), (#"{"error":{"message":{"message":"deep"}}}"#, nil),
  ])
  func everyShapeOfErrorIsRead(_ body: String, _ words: String?) {
    #expect(text(body) == words)
  }

  @Test(arguments: [
    (
      "<!doctype html><html><head><meta charset=utf-8><TITLE>\n 503  Service\tUnavailable </TITLE>",
      "503 Service Unavailable"
    ),
    ("<title>Sign in &amp; up &lt;b&gt;</title>", "Sign in & up <b>"), ("<title data-x='1'>x</title>", "x"),
    ("<title>never closed", "never closed"), ("<title></title>", nil), ("<title", nil), ("<titlex>y</titlex>", "y"),
    ("<html><body><h1>Oops</h1></body></html>", nil), ("<title>é</title>", "é"), ("<svg><title>a</title></svg>", "a"),
    ("<title>&#27;]0;owned&#7;</title>", "␛]0;owned␇"),
    ("upstream connect error\nor disconnect", "upstream connect error or disconnect"),
    ("\u{FEFF}{\"error\":\"x\"}", "x"), ("{\"error\":\"cut off", "{\"error\":\"cut off"), ("   ", nil),
  ])
  func webPagesSpeakByTheirTitle(_ body: String, _ words: String?) {
    #expect(text(body, status: 503) == words)
  }

  @Test(arguments: [404, 410]) func aPageForNothingHasNoWords(_ status: Int) {
    #expect(text("<!DOCTYPE html><html><head><title> - Takahē</title>", status: status) == nil)
    #expect(text(#"{"error":"Gone"}"#, status: status) == "Gone")
  }

  @Test func aPageInPlaceOfDataIsNamed() async throws {
    let transport = ScriptedTransport()
      .on("GET /api/v1/accounts/verify_credentials", "\n<!DOCTYPE html><title>Free\n Wi-Fi</title><form>")
      .on("GET /api/v1/accounts/1", "<p>")
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.accounts.verifyCredentials() }
    let words = "a web page came instead of data, with the title 'Free Wi-Fi'; sign in again"
    #expect(error?.kind == .malformed && error?.detail?.hasPrefix(words) == true, "\(error as Any)")
    let other = await #expect(throws: FediverseError.self) { try await client.accounts.account("1") }
    #expect(other?.detail?.hasPrefix("a web page came instead of data; sign in again") == true)
  }

  @Test func longTextsThatAreNoPageSayNothing() {
    #expect(text(String(repeating: "a", count: 501)) == nil)
    #expect(text(String(repeating: "a", count: 500))?.count == 500)
    #expect(text(String(repeating: " ", count: 20_000) + "<title>late</title>") == nil, "only the beginning is read")
  }

  @Test func bytesThatAreNoTextDoNoHarm() {
    let response = HTTPResponse(status: 500, body: [0xFF, 0xFE, 0x1B, 0x5B, 0x41, 0x00])
    let words = ServerText(response)?.text
    #expect(words?.unicodeScalars.allSatisfy { $0.inert == $0 } == true)
  }

  @Test func wordsAreMadeFitForALine() {
    let hostile = #"{"error":"a\u0000b\u001b]52;c;aGk=\u0007\u202egnp.exe\u2028next\u009b2J\u200b\u200b\u200bz"}"#
    #expect(text(hostile) == "a␀b␛]52;c;aGk=␇\u{FFFD}gnp.exe next\u{FFFD}2J\u{200B}z")
  }

  /// Only the request is to blame where the body says so; a real sign-in fault stays one.
  @Test(arguments: [
    (401, #"{"error":{"code":"NO_SUCH_NOTE"}}"#, true), (401, #"{"error":{"code":"CREDENTIAL_REQUIRED"}}"#, false),
    (401, #"{"error":{"code":"AUTHENTICATION_FAILED"}}"#, false), (401, #"{"error":{"code":7}}"#, false),
    (401, #"{"error":"invalid_token"}"#, false), (401, "<html>", false), (401, "", false),
    (500, #"{"message":"m","errors":{}}"#, true), (500, #"{"message":"m","errors":[]}"#, false),
    (500, #"{"errors":{"a":["b"]}}"#, false), (500, "<title>500</title>", false), (500, "null", false),
  ])
  func blameFollowsTheBody(_ status: Int, _ body: String, _ isRequest: Bool) {
    #expect(ServerText.blamesRequest(HTTPResponse(status: status, body: Array(body.utf8))) == isRequest)
  }

  @Test(arguments: [nil, "12", "a", #"<p>ok</p>"#] as [String?])
  func detailsStandInForMissingWords(_ body: String?) async throws {
    let transport = ScriptedTransport()
    transport.on("GET /api/v1/statuses/1", status: 418, body ?? "")
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    let reason = body == "a" ? "a" : "HTTP status 418"
    #expect(error?.description == "example.social refused GET /api/v1/statuses/1: \(reason)")
  }
}

struct OneLineTests {
  @Test(arguments: [
    ("abcde", 5, "abcde"), ("abcdef", 5, "abcd…"), ("ab cd", 5, "ab cd"), ("abc de", 5, "abc…"), ("abc d", 4, "abc…"),
    ("  a \n\t b  ", 9, "a b"), ("", 5, ""), ("ab", 1, "…"), ("a", 1, "a"), ("a  ", 1, "a"), (" ", 1, ""),
    ("éé", 2, "éé"),
    ("a\u{200B}\u{200B}\u{FEFF}b", 9, "a\u{200B}b"), ("👩\u{200D}👩", 9, "👩\u{200D}👩"),
    ("\u{1B}[1m", 9, "␛[1m"), ("\u{2066}x\u{2069}", 9, "\u{FFFD}x\u{FFFD}"), ("a\u{85}b", 9, "a b"),
  ])
  func linesAreCutWhereTheyAreLonger(_ text: String, _ limit: Int, _ line: String) {
    #expect(text.oneLine(limit: limit) == line)
  }

  @Test func noLineIsLongerThanItsLimit() {
    let text = "a bb  ccc\ndddd eeeee ffffff"
    for limit in 1...30 {
      let line = text.oneLine(limit: limit)
      #expect(line.unicodeScalars.count <= limit)
      #expect(line.hasSuffix("…") == (limit < "a bb ccc dddd eeeee ffffff".count))
      #expect(!line.hasSuffix(" …"), "a blank before the ellipsis is wasted")
    }
  }
}
