import AccountNames
import Testing

@testable import Fediverse

struct HostNameTests {
  @Test(arguments: [
    ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("BU\u{308}CHER.example", "xn--bcher-kva.example"),
    ("vie\u{302}\u{323}t.example", "xn--vit-5kz.example"), ("vie\u{323}\u{302}t.example", "xn--vit-5kz.example"),
    ("\u{1112}\u{1161}\u{11AB}.example", "xn--6q8b.example"), ("\u{391}\u{301}.example", "xn--hxa.example"),
    ("\u{443}\u{306}.example", "xn--k2a.example"),
  ])
  func accentsTypedApartAreOneLetter(_ text: String, _ host: String) throws {
    #expect(try ServerAddress(text).host == host)
  }

  @Test(arguments: [
    ("\u{915}\u{93C}.example", "xn--11b2f.example"), ("क्षेत्र.example", "xn--11b4axb0a4f8ad.example"),
    ("ก้.example", "xn--12c8l.example"), ("☃.example", "xn--n3h.example"), ("😀.example", "xn--e28h.example"),
    ("STRAßE.example", "xn--strae-oqa.example"), ("a.b.ü.example", "a.b.xn--tda.example"),
  ])
  func marksWithoutAComposedLetterStay(_ text: String, _ host: String) throws {
    #expect(try ServerAddress(text).host == host)
  }

  @Test(arguments: ["例え。テスト", "例え．テスト", "例え｡テスト", "例え.テスト."])
  func everyKindOfFullStopPartsLabels(_ text: String) throws {
    #expect(try ServerAddress(text).host == "xn--r8jz45g.xn--zckzah")
  }

  @Test(arguments: [
    "bücher .example", "bü\u{2028}cher.example", "bü\u{3000}cher.example", "bü\u{FE0F}.example",
    "bü\u{E0041}.example", "bü\u{200B}.example", "bü_cher.example", "bü:cher.example", "\u{AD}.example", "ü..example",
    "。example", "ü%2e.example", "ü@.example", "\u{FFFF}.example", "a\u{202E}\u{301}.example",
  ])
  func charactersThatHideOrPartAreRefused(_ text: String) {
    #expect(throws: AddressError.self) { try ServerAddress("https://\(text)") }
  }

  @Test func theWholeNameHasALimit() throws {
    let label = String(repeating: "a", count: 49) + "."
    let longest = String(repeating: label, count: 5) + "abc"
    #expect(try ServerAddress(longest).host.utf8.count == 253)
    #expect(try ServerAddress(longest + ".").host.utf8.count == 253, "the dot at the end is not part of it")
    #expect(throws: AddressError.self) { try ServerAddress(longest + "d") }
    let wide = String(repeating: "ü", count: 60)
    #expect(throws: AddressError.self) { try ServerAddress(wide + ".example") }
  }

  /// A resolver reads some of these as this machine, but only what is surely this machine gets a token in the clear.
  @Test(arguments: [
    "2130706433", "127.1", "0x7f.0.0.1", "127.0.0.256", "127.0.0.1.2", "0.0.0.0", "localhost.localdomain",
    "notlocalhost", "[::]", "[::ffff:127.0.0.1]", "[::2]", "10.0.0.1", "127.0.0.one", "127..0.1x",
  ])
  func doubtfulAddressesAreNotThisMachine(_ text: String) throws {
    let address = try? ServerAddress(text)
    #expect(address?.isLoopback != true && address?.scheme != .http)
    #expect(address?.baseURL.hasPrefix("https://") != false)
  }

  @Test(arguments: [
    ("[::1]", "http://[::1]", 80), ("[2001:DB8::A]:8443", "https://[2001:db8::a]:8443", 8443),
    ("https://[::ffff:1.2.3.4]/x", "https://[::ffff:1.2.3.4]", 443), ("@anna@[::1]:3000", "http://[::1]:3000", 3000),
    ("http://[::1]:443", "http://[::1]:443", 443), ("https://localhost:80", "https://localhost:80", 80),
  ])
  func addressesOfTheSixthVersionKeepTheirBrackets(_ text: String, _ base: String, _ port: Int) throws {
    let address = try ServerAddress(text)
    #expect(address.baseURL == base && address.effectivePort == port)
    #expect(!address.host.contains("["))
    #expect(try ServerAddress(address.description) == address)
  }

  @Test(arguments: [
    "[]", "[:]x", "[1.2.3.4]", "[fe80::1%25eth0]", "[::1]:", "[::1]80", "[::g]", "::1", "[::1]]", "x[::1]",
    "[2001:db8::1", "https://[::1]@evil.example",
  ])
  func brokenAddressesOfTheSixthVersionAreRefused(_ text: String) {
    #expect(throws: AddressError.self) { try ServerAddress(text) }
  }

  @Test(arguments: [
    "example.social:+80", "example.social:-1", "example.social:80:80", "example.social:８０", "example.social: 80",
    "example.social:0x50", "example.social:99999999999999999999", "example.social:80a", "https:example.social",
  ])
  func portsAreDecimalNumbers(_ text: String) {
    #expect(throws: AddressError.self) { try ServerAddress(text) }
  }

  @Test(arguments: [
    ("example.social:00443", "https://example.social"), ("example.social:065535", "https://example.social:65535"),
    ("http://example.social:80", "http://example.social"), ("http://example.social:443", "http://example.social:443"),
    ("https://example.social:80", "https://example.social:80"),
  ])
  func impliedPortsAreLeftOut(_ text: String, _ base: String) throws {
    #expect(try ServerAddress(text).baseURL == base)
  }

  @Test(arguments: [
    "https://anna:hunter2@example.social/x", "anna:hunter2@example.social", "https://hunter2@example.social",
    "https://:hunter2@example.social", "https://@example.social",
  ])
  func passwordsOfAddressesAreNotRepeated(_ text: String) {
    let error = #expect(throws: AddressError.self) { try ServerAddress(text) }
    #expect(error?.description.contains("hunter2") == false)
    #expect(error?.description.contains("example.social") == true, "the error says what would work")
  }

  @Test func errorsAreShortAndOnOneLine() {
    for text in [String(repeating: "x", count: 100_000) + ".", "a\nb.example", "x\u{202E}y.example", "\u{FEFF}#"] {
      guard let error = #expect(throws: AddressError.self, performing: { try ServerAddress(text) }) else { continue }
      #expect(error.description.count < 200 && !error.description.contains("\n"))
      #expect(error.description.unicodeScalars.allSatisfy { $0.inert == $0 })
    }
  }

  @Test func originsAreComparedByWhatTheyMean() throws {
    let same = try ["example.social", "https://EXAMPLE.social:443/x", "@anna@example.social.", "example.social?x"]
      .map { try ServerAddress($0) }
    #expect(Set(same).count == 1)
    let different = try ["example.social", "http://example.social", "example.social:8443", "www.example.social"]
      .map { try ServerAddress($0) }
    #expect(Set(different).count == different.count)
  }
}
