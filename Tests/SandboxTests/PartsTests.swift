import HTTPTypes
import Testing

@testable import TuskSandbox

/// The small parts by themselves.
@Suite struct PartsTests {
  static let digests: [(String, String)] = [
    ("", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"), ("abc", "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"),
    (String(repeating: "a", count: 1000), "Qe3s5C1j6Nm_UVqbppMuHCDLyfWl0TRkWttdsblzfqM"),
    (AuthorizationTests.verifier, AuthorizationTests.challenge),
  ]

  @Test(arguments: digests) func hashesAreThoseOfTheStandard(message: String, digest: String) {
    #expect(Secret.challenge(of: message) == digest)
  }

  static let moments: [(Int64, String)] = [
    (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_785_592_353_097, "2026-08-01T13:52:33.097Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
  ]

  @Test(arguments: moments) func timesAreWrittenAsMastodonWritesThem(milliseconds: Int64, text: String) {
    #expect(Moment(milliseconds: milliseconds).iso == text)
    #expect(Moment(parsing: text)?.milliseconds == milliseconds)
  }

  static let hosts: [(String, Bool)] = [
    ("127.0.0.1:8080", true), ("localhost", true), ("LOCALHOST:1", true), ("[::1]:9", true), ("sandbox.example", true),
    ("evil.example", false), ("127.0.0.1.evil.example", false), ("", false), ("localhost.evil.example:80", false),
    ("[::2]:9", false), ("[::1]", true), ("Sandbox.Example:443", true), ("127.0.0.1:99999", true), ("[::1", false),
    ("::1", false), ("::1:80", false), ("[]:1", false), ("[::1]]:9", false), ("[::1]9", false), ("[[::1]]", false),
    ("localhost:", false), (":80", false), ("localhost:80a", false), ("localhost:-1", false), ("localhost:+1", false),
    ("localhost:80:80", false), ("localhost:80/", false), ("localhost: 80", false), (" localhost", false),
    ("localhost.", false), ("127.0.0.1.", false), ("sandbox.example.:80", false), ("127.1", false), ("0.0.0.0", false),
    ("a.sandbox.example", false), ("user@localhost", false), ("localhost@evil.example", false),
    ("user:1@localhost", false), ("localhost:80@evil.example", false), ("localhost\u{301}", false),
    ("localhost:8\u{301}", false), ("localhost:\u{661}", false), ("LOCALHO\u{17F}T", false), ("localhost\n", false),
  ]

  @Test(arguments: hosts) func onlyLoopbackNamesAreAdmitted(host: String, isAdmitted: Bool) {
    #expect(LoopbackMiddleware.admits(host: host) == isAdmitted)
  }

  @Test func otherOriginsAreRefused() async throws {
    try await withSandbox { alice async throws in
      let origins = [
        "http://localhost": 200, "https://evil.example": 403, "null": 403, "": 403, "http://LOCALHOST": 403,
        "https://localhost": 403, "http://localhost:80": 403, "http://localhost.": 403, "http://localhost/": 403,
        "http://user@localhost": 403, "http://127.0.0.1": 403,
      ]
      for (origin, status) in origins {
        let answer = try await alice.ask(.get, "/api/v1/instance", headers: ["Origin": origin])
        #expect(answer.status == status, "\(origin)")
      }
    }
  }

  static let pieces: [(String, [TextScanner.Piece])] = [
    ("a@b.c", [.words("a@b.c")]), ("@a.", [.mention(username: "a", domain: nil), .words(".")]),
    ("@a@b.example.", [.mention(username: "a", domain: "b.example"), .words(".")]),
    ("#a-b", [.tag("a"), .words("-b")]), ("#1", [.words("#1")]), ("x#y", [.words("x#y")]), ("#日本", [.tag("日本")]),
    ("http://x", [.url("http://x")]), ("https://", [.words("https://")]),
    ("https://a.b/(c), d", [.url("https://a.b/(c)"), .words(", d")]), ("shttp://x", [.words("shttp://x")]),
  ]

  @Test(arguments: pieces) func linksAreFoundInWords(text: String, pieces: [TextScanner.Piece]) {
    #expect(TextScanner.pieces(of: text) == pieces)
  }

  @Test func formsNameTheirPartsAsRailsDoes() throws {
    let form = Form(urlEncoded: "a=1&a=2&b[]=x&b[]=y&c[0][k]=1&c[1][k]=2&d[][k]=3&d[][k]=4&e=%2B+%zz&f=&g=false")
    #expect(form["a"] == "2")
    #expect(form.list("b") == ["x", "y"])
    #expect(form.groups("c") == [["k": "1"], ["k": "2"]])
    #expect(form.groups("d") == [["k": "3"], ["k": "4"]])
    #expect(form["e"] == "+ %zz")
    #expect(form.flag("f") == nil)
    #expect(form.flag("g") == false)
    let json = try Form(
      body: Array(#"{"b":["x","y"],"c":[{"k":1},{"k":2}],"p":{"q":true,"r":null}}"#.utf8), type: "application/json")
    #expect(json.list("b") == ["x", "y"])
    #expect(json.groups("c") == [["k": "1"], ["k": "2"]])
    #expect(json.flag("p[q]") == true)
    #expect(json["p[r]"] == nil)
  }

  @Test func textsAreEscapedAsJSONWants() {
    let entity = Entity.list([.text("a\"b\\c\n\u{1B}\u{7F}é🐘"), .null, .double(1.5), .object([("k", true)])])
    #expect(String(decoding: entity.json, as: UTF8.self) == "[\"a\\\"b\\\\c\\n\\u001b\u{7F}é🐘\",null,1.5,{\"k\":true}]")
  }

  @Test func everyRunBetweenEscapesIsWritten() {
    let escapes = (0..<0x20).map { byte -> (String, String) in
      let hex = String(byte, radix: 16)
      let short: [Int: String] = [9: "\\t", 10: "\\n", 13: "\\r"]
      return (
        String(UnicodeScalar(UInt8(byte))), short[byte] ?? "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      )
    }
    for (text, escaped) in escapes + [("\"", "\\\""), ("\\", "\\\\"), ("é🐘/\u{7F}", "é🐘/\u{7F}"), ("", "")] {
      for frame in ["|", "a|", "|b", "a|b", "||", "é|🐘|", "a||b|c"] {
        let entity = Entity.text(frame.replacing("|", with: text))
        #expect(String(decoding: entity.json, as: UTF8.self) == "\"" + frame.replacing("|", with: escaped) + "\"")
      }
    }
  }

  @Test func limitsAreCountedInWindowsThatBeginWithTheEpoch() {
    let limits = RateLimits(enforced: true)
    let now = Moment(milliseconds: 1_785_592_353_097)
    var input = Call.Input(
      method: "GET", path: "/api/v1/x", host: "", query: Form(), form: Form(), parameters: [:], token: "t")
    let first = limits.count(input, at: now)
    #expect(first.remaining == 299)
    #expect(first.reset == "2026-08-01T13:55:00.000000Z")
    for _ in 1..<300 { _ = limits.count(input, at: now) }
    #expect(limits.count(input, at: now).isExceeded)
    #expect(!limits.count(input, at: now.adding(seconds: 300)).isExceeded)
    input.token = "other"
    #expect(limits.count(input, at: now).remaining == 299)
    input.method = "DELETE"
    input.path = "/api/v1/statuses/1"
    #expect(limits.count(input, at: now).limit == 30)
  }

  @Test func limitsAreEnforcedOnlyWhenAskedFor() async throws {
    for isEnforced in [true, false] {
      try await withSandbox(enforcingRateLimits: isEnforced) { alice async throws in
        var last: Answer?
        for _ in 0...30 { last = try await alice.ask(.delete, "/api/v1/statuses/1") }
        #expect(last?.status == (isEnforced ? 429 : 404))
        #expect(last?["error"] == (isEnforced ? "Too many requests" : "Record not found"))
        #expect(last?.header("X-RateLimit-Remaining") == (isEnforced ? "0" : "15"))
        #expect(last?.header("X-RateLimit-Limit") == "30")
      }
    }
  }
}
