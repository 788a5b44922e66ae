import AccountNames
import Testing

@testable import Fediverse

struct ServerAddressTests {
  @Test(arguments: [
    ("example.social", "https://example.social"),
    (" Example.Social\n", "https://example.social"),
    ("https://example.social/x?y=1", "https://example.social"),
    ("HTTPS://EXAMPLE.social:443/", "https://example.social"),
    ("@anna@example.social", "https://example.social"),
    ("anna@example.social", "https://example.social"),
    ("@example.social", "https://example.social"),
    ("example.social/@anna", "https://example.social"),
    ("example.social:8443", "https://example.social:8443"),
    ("example.social.", "https://example.social"),
    ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
    ("127.0.0.1:3000", "http://127.0.0.1:3000"),
    ("localhost", "http://localhost"),
    ("https://localhost", "https://localhost"),
    ("a.localhost:80", "http://a.localhost"),
    ("[::1]:3000", "http://[::1]:3000"),
    ("http://example.social", "http://example.social"),
    ("bücher.example", "https://xn--bcher-kva.example"),
    ("BÜCHER.example", "https://xn--bcher-kva.example"),
    ("例え。テスト", "https://xn--r8jz45g.xn--zckzah"),
    ("faß.de", "https://xn--fa-hia.de"),
    ("xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ("my_host.example", "https://my_host.example"),
  ])
  func addressesBecomeOrigins(_ text: String, _ base: String) throws {
    #expect(try ServerAddress(text).baseURL == base)
  }

  @Test(arguments: [
    "", "  ", "https://", "ftp://example.social", "javascript:alert(1)", "https://user:secret@example.social",
    "https://user@example.social", "user:secret@example.social", "a@b@example.social", "@@example.social",
    "example.social#x", "example.social:0", "example.social:65536", "example.social:", "example.social:8x", "[::1",
    "[::1]x", "[zz]", "exa mple.social", "example\u{7}.social", "example.social\\x", "exam%70le.social", "a..b", ".a",
    "a\u{202E}b.social", "a\u{200D}b.social", "exämple.so\u{AD}cial", "<script>", "\u{E000}.social",
  ])
  func strangeAddressesAreRefused(_ text: String) {
    #expect(throws: AddressError.self) { try ServerAddress(text) }
  }

  @Test func longLabelsAreRefused() {
    let label = String(repeating: "a", count: 63)
    #expect(throws: Never.self) { try ServerAddress(label + ".example") }
    #expect(throws: AddressError.self) { try ServerAddress(label + "a.example") }
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.9.9.9", true), ("localhost", true), ("x.localhost", true), ("[::1]", true),
    ("127.0.0.1.example", false), ("128.0.0.1", false), ("localhost.example", false), ("127.0.0", false),
  ])
  func onlyThisMachineIsLoopback(_ text: String, _ isLoopback: Bool) throws {
    #expect(try ServerAddress("https://\(text)").isLoopback == isLoopback)
  }

  @Test(arguments: ["example.social", "example.social:8443", "http://example.social", "127.0.0.1:3000", "[::1]:9"])
  func descriptionsCanBeReadAgain(_ text: String) throws {
    let address = try ServerAddress(text)
    #expect(address.description == text)
    #expect(try ServerAddress(address.description) == address)
  }

  @Test func errorsNeverShowControlCharacters() {
    let error = #expect(throws: AddressError.self) { try ServerAddress("a\u{1B}[31mb") }
    #expect(error?.description.unicodeScalars.contains("\u{1B}") == false)
  }
}

struct PunycodeTests {
  /// The samples of RFC 3492 section 7.1 that are of one case.
  @Test(arguments: [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
    ("-> $1.00 <-", "-> $1.00 <--"),
    ("bücher", "bcher-kva"),
    ("ü", "tda"),
    ("😀", "e28h"),
  ])
  func labelsAreWrittenInASCII(_ label: String, _ encoded: String) {
    #expect(Punycode.encode(label) == encoded)
  }
}

struct WebURLTests {
  @Test(arguments: [
    ("https://a.example/x?y=1#z", "https://a.example/x?y=1"),
    ("https://a.example", "https://a.example/"),
    ("https://a.example?q", "https://a.example/?q"),
    ("HTTP://A.example:80/%7e?x[]=1 2", "http://a.example/%7e?x%5B%5D=1%202"),
    ("https://a.example/100%", "https://a.example/100%25"),
    ("https://a.example/ü", "https://a.example/%C3%BC"),
  ])
  func urlsAreWrittenSafely(_ text: String, _ written: String) {
    #expect(WebURL(text)?.description == written)
  }

  @Test(arguments: ["", "/x", "ftp://a.example", "mailto:a@b", "https://u@a.example/", "https:///x"])
  func otherTextsAreNone(_ text: String) {
    #expect(WebURL(text) == nil)
  }

  @Test(arguments: [
    ("/n?x=1", "https://a.example/n?x=1"), ("n", "https://a.example/b/n"), ("?p=2", "https://a.example/b/c?p=2"),
    ("//b.example/n", "https://b.example/n"), ("https://c.example/d", "https://c.example/d"),
    ("/x?u=https://d.example", "https://a.example/x?u=https://d.example"),
  ])
  func referencesAreResolved(_ reference: String, _ result: String) throws {
    let base = try #require(WebURL("https://a.example/b/c?q=1"))
    #expect(WebURL(reference, at: base)?.description == result)
  }

  @Test(arguments: ["javascript:alert(1)", "mailto:a@b", "https://"])
  func otherSchemesAreNotFollowed(_ reference: String) throws {
    let base = try #require(WebURL("https://a.example/b/c"))
    #expect(WebURL(reference, at: base) == nil)
  }
}

struct AccessTokenTests {
  @Test func secretsNeverShow() {
    let token = AccessToken(" tok3n\n")
    var dumped = ""
    dump(["token": token], to: &dumped)
    let shown = ["\(token)", String(reflecting: token), "\([token])", "\(Mirror(reflecting: token).children)", dumped]
    #expect(shown.allSatisfy { !$0.contains("tok3n") })
    #expect(token.authorization == "Bearer tok3n")
  }
}
