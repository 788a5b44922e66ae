import HTTPTypes
import Testing

@testable import TuskSandbox

/// Bodies in all encodings, whole, broken and far too large.
@Suite struct BodyTests {
  /// A multipart body with `~` for the line ends, and what is read of `status`; nothing where there is none.
  static let multiparts: [(String, String?)] = [
    ("--B~Content-Disposition: form-data; name=\"status\"~~hello~--B--~", "hello"),
    ("--B~content-disposition:form-data;name=status~~hello~--B--", "hello"),
    ("preamble~--B~Content-Disposition: form-data; name=\"status\"~~hello~--B--~epilogue", "hello"),
    ("--B~X-Y: z~Content-Disposition: form-data; name=\"status\"~Content-Type: text/plain~~hello~--B--", "hello"),
    ("--B~Content-Disposition: form-data; name=\"status\"~~a~~--B inside~~--B--~", "a~"),
    ("--B~Content-Disposition: form-data; name=\"status\"~~x--B--Bx~--B--", "x--B--Bx"),
    ("--B~Content-Disposition: form-data; name=\"status\"~~~--B--~", ""),
    ("--B~Content-Disposition: form-data; name=\"status\"~~hello", nil), ("--B--", nil), ("", nil),
    ("--C~~x~--C--", nil),
    ("--B~Content-Disposition: form-data~~x~--B--", nil),
    ("--B~Content-Disposition: form-data; name=\"status\"~--B--", nil),
  ]

  @Test(arguments: multiparts) func partsAreCutAtLinesThatBeginWithTheBoundary(body: String, status: String?) throws {
    let bytes = Array(body.replacing("~", with: "\r\n").utf8)
    let form = try Form(body: bytes, type: "multipart/form-data; boundary=B")
    #expect(form["status"] == status?.replacing("~", with: "\r\n"))
  }

  @Test func filesKeepEveryByteEvenThoseOfABoundary() async throws {
    var generator = Lottery(seed: 7)
    let files = (0..<20).map { _ in
      let noise = (0..<Int.random(in: 0...2000, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      return Sample.png + noise + Array("--cut--cut\n--cut\r--cut--\r\n".utf8) + noise.reversed()
    }
    try await withSandbox { alice async throws in
      for bytes in files {
        let url = try #require(try await alice.upload(bytes)["url"])
        let file = try await alice.get(url.replacing("https://sandbox.example", with: ""))
        #expect(file.body == bytes)
      }
    }
  }

  /// JSON, and the value of a name in it as a form has it.
  static let jsons: [(String, String, String?)] = [
    (#"{"a":"x"}"#, "a", "x"), (#"{"a":1}"#, "a", "1"), (#"{"a":9007199254740993}"#, "a", "9007199254740993"),
    (#"{"a":true}"#, "a", "true"), (#"{"a":false}"#, "a", "false"), (#"{"a":1.5}"#, "a", "1.5"),
    (#"{"a":null}"#, "a", nil),
    (#"{"a":{"b":{"c":"d"}}}"#, "a[b][c]", "d"), (#"{"a":["x","y"]}"#, "a[]", "y"),
    (#"{"a":[{"b":"c"}]}"#, "a[0][b]", "c"),
    (#"{"a":"\u0000x"}"#, "a", "x"), (#"{"a":"\ud83d\udc18"}"#, "a", "🐘"), (#"{"":"x"}"#, "", "x"), ("\"a\"", "a", nil),
    ("17", "a", nil), ("[]", "a", nil), ("", "a", nil), ("null", "a", nil), (#" {"a" : "x"} "#, "a", "x"),
    (#"{"a":[]}"#, "a[]", ""),
  ]

  @Test(arguments: jsons) func jsonIsReadAsTheFormItStandsFor(json: String, name: String, value: String?) throws {
    #expect(try Form(body: Array(json.utf8), type: "Application/JSON; charset=utf-8")[name] == value)
  }

  /// Bodies that are no JSON.
  static let broken = ["{", "{\"a\":}", "{'a':1}", "nul", "{\"a\":\"\u{1}\"}", "[1,", "{\"a\":1}}", "\u{0}"]

  @Test(arguments: broken) func brokenJSONIsNamed(body: String) async throws {
    try await withSandbox { alice async throws in
      let answer = try await alice.send(.post, "/api/v1/statuses", Array(body.utf8), type: "application/json")
      #expect(answer.status == 400)
      #expect(answer["error"] == "There was an error parsing the JSON payload")
    }
  }

  @Test(arguments: ["[", "{\"a\":"]) func deepJSONIsRefusedAndNotFatal(bracket: String) async throws {
    try await withSandbox { alice async throws in
      let body = Array(String(repeating: bracket, count: 100_000).utf8)
      #expect(try await alice.send(.post, "/api/v1/statuses", body, type: "application/json").status == 400)
      #expect(try await alice.get("/api/v1/statuses/1").status == 200)
    }
  }

  /// Encoded text and what it says.
  static let encodings: [(String, String)] = [
    ("a+b", "a b"), ("a%2Bb", "a+b"), ("%C3%BC", "ü"), ("%c3%bc", "ü"), ("%F0%9F%90%98", "🐘"), ("%", "%"), ("%4", "%4"),
    ("%G1", "%G1"), ("100%25", "100%"), ("%FF", "\u{FFFD}"), ("%00", "\0"), ("%%41", "%A"), ("", ""),
  ]

  @Test(arguments: encodings) func percentsAreDecodedAndMistakesKept(text: String, words: String) {
    #expect(Form.decoded(text) == words)
  }

  @Test func whateverIsEncodedIsDecodedAgain() {
    var generator = Lottery(seed: 99)
    for _ in 0..<300 {
      let scalars = (0..<12).compactMap { _ in UnicodeScalar(UInt32.random(in: 0...0x2FFFF, using: &generator)) }
      let text = String(String.UnicodeScalarView(scalars))
      let encoded = Page.encoded(text)
      #expect(encoded.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: " ") })
      #expect(Form.decoded(encoded) == text)
    }
  }

  /// Names of a form, and the words of the list `a`.
  static let lists: [(String, [String]?)] = [
    ("a[]=1&a[]=2", ["1", "2"]), ("a[1]=x&a[0]=y", ["x", "y"]), ("a=1", ["1"]), ("a[]=", []), ("b[]=1", nil),
    ("a[x]=1", nil),
    ("ab[]=1", nil), ("a[][]=1", nil), ("", nil), ("a[]=1&a=2&a[3]=", ["1", "2"]),
  ]

  @Test(arguments: lists) func listsAreWrittenInSeveralWays(text: String, list: [String]?) {
    #expect(Form(urlEncoded: text).list("a") == list)
  }

  /// A limit as it is asked for, where twenty is the rule and forty the most.
  static let limits: [(String, Int)] = [
    ("", 20), ("limit=", 0), ("limit=7", 7), ("limit=41", 40), ("limit=-3", 3), ("limit=x", 0), ("limit=1e3", 0),
    ("limit=9223372036854775808", 0), ("limit=-9223372036854775808", 40),
  ]

  @Test(arguments: limits) func limitsAreReadAsNumbers(text: String, limit: Int) {
    #expect(Form(urlEncoded: text).limit(standard: 20, most: 40) == limit)
  }

  /// How many bytes go to which path, and what is said of them.
  static let sizes: [(String, Int, Int)] = [
    ("/api/v1/statuses", 1_048_576, 422), ("/api/v1/statuses", 1_048_577, 413), ("/api/v2/media", 1_048_577, 422),
    ("/api/v2/media", 16_777_217, 413), ("/api/v1/accounts/update_credentials", 1_048_577, 200),
  ]

  @Test(arguments: sizes) func bodiesHaveTheirLimits(path: String, count: Int, status: Int) async throws {
    try await withSandbox { alice async throws in
      let method: HTTPRequest.Method = path.hasSuffix("credentials") ? .patch : .post
      let body = Array("x=".utf8) + [UInt8](repeating: UInt8(ascii: "y"), count: count - 2)
      let answer = try await alice.send(method, path, body, type: "application/x-www-form-urlencoded")
      #expect(answer.status == status)
      if status == 413 { #expect(answer["error"] == "The request body is too large") }
    }
  }
}
