import Testing

@testable import Fediverse

/// References as RFC 3986 resolves them, because `Location` and `Link` hold whatever a server likes.
struct ReferenceTests {
  private func resolved(_ reference: String, at base: String) throws -> String? {
    WebURL(reference, at: try #require(WebURL(base)))?.description
  }

  /// The normal examples of section 5.4.1, without fragments, which no request carries.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
    ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"), ("../../g", "http://a/g"),
  ])
  func normalExamplesOfTheStandardHold(_ reference: String, _ result: String) throws {
    #expect(try resolved(reference, at: "http://a/b/c/d;p?q") == result)
  }

  /// The abnormal examples of section 5.4.2.
  @Test(arguments: [
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g"),
  ])
  func abnormalExamplesOfTheStandardHold(_ reference: String, _ result: String) throws {
    #expect(try resolved(reference, at: "http://a/b/c/d;p?q") == result)
  }

  @Test(arguments: [
    "g:h", "http:g", "data:,x", "//", "///x", "//u@h/x", "//h:0/x", "https://u:p@h/", "file:///etc/passwd",
  ])
  func whatIsNoWebAddressLeadsNowhere(_ reference: String) throws {
    #expect(try resolved(reference, at: "https://a.example/b/c") == nil)
  }

  /// What browsers take for another host must not become one by a detour.
  @Test(arguments: [
    #"/\evil.example/x"#, #"\\evil.example/x"#, "/%2F%2Fevil.example/x", "/.//evil.example/x", "/..//evil.example",
    "./@evil.example", "?//evil.example", "/@a.example@evil.example", "/\u{9}/evil.example",
    "\u{2F}\u{301}/evil.example",
  ])
  func disguisedHostsStayPaths(_ reference: String) throws {
    let base = try #require(WebURL("https://a.example/b/c"))
    let url = try #require(WebURL(reference, at: base))
    #expect(url.origin == base.origin)
    #expect(WebURL(url.description) == url)
  }

  @Test func theSchemeOfTheBaseIsKept() throws {
    #expect(try resolved("//b.example:8443/x", at: "http://127.0.0.1/y") == "http://b.example:8443/x")
    #expect(try resolved("//b.example/../x", at: "https://a.example/y") == "https://b.example/x")
  }

  @Test(arguments: [
    "https://a.example/%7Euser", "https://a.example/x?u=%2F&v=a%20b", "https://a.example/%C3%BC?%F0%9F",
  ])
  func escapesAreKeptAsTheyStand(_ text: String) {
    #expect(WebURL(text)?.description == text)
  }

  @Test(arguments: [
    ("/a b?c d", "/a%20b?c%20d"), ("/100%", "/100%25"), ("/%zz%4", "/%25zz%254"),
    ("/<\">`{|}", "/%3C%22%3E%60%7B%7C%7D"),
    ("/a\r\nHost: evil", "/a%0D%0AHost:%20evil"), ("/\u{0}\u{7F}", "/%00%7F"), ("/a\\b^c", "/a%5Cb%5Ec"), ("x", "/x"),
    ("", "/"), ("?q", "/?q"), ("/a#b#c", "/a"),
  ])
  func targetsCannotBreakTheRequestLine(_ target: String, _ written: String) throws {
    let url = WebURL(origin: try ServerAddress("a.example"), target: target)
    #expect(url.target == written)
    #expect(WebURL(origin: url.origin, target: written).target == written, "escaping twice changes nothing")
  }

  @Test(arguments: [
    ("/", []), ("//a///b/", ["a", "b"]), ("/a%2Fb/c", ["a/b", "c"]), ("/%E4%BE%8B?x/y", ["例"]), ("/100%25", ["100%"]),
  ])
  func segmentsAreDecodedOneByOne(_ target: String, _ segments: [String]) throws {
    #expect(WebURL(origin: try ServerAddress("a.example"), target: target).segments == segments)
  }

  @Test(arguments: [
    ("https://a.example/x", "http://A.example/x/", true), ("https://a.example", "https://a.example/", true),
    ("https://a.example/x?y", "https://a.example/x?y#z", true), ("https://a.example/x", "https://a.example/X", false),
    ("https://a.example/x", "https://a.example:8443/x", false), ("https://a.example/x", "https://b.example/x", false),
    ("https://a.example/x?y=1", "https://a.example/x?y=2", false),
    ("https://a.example/x", "https://a.example/x//", false),
  ])
  func samePlacesAreKnown(_ left: String, _ right: String, _ isSame: Bool) throws {
    let (one, other) = (try #require(WebURL(left)), try #require(WebURL(right)))
    #expect(one.isSamePlace(as: other) == isSame)
    #expect(other.isSamePlace(as: one) == isSame)
  }
}
