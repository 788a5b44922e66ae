import Testing

@testable import XCallbackURL

/// What strict and lenient mode make of the same text.
struct URLSyntaxTests {
  private static let base = "tusker://x-callback-url/a?b="

  /// Values that RFC 3986 forbids as they stand: where strict mode stops, why, and what lenient mode takes them for.
  @Test(arguments: [
    (" ", 0, "' ' must be escaped with %", " "), ("a b", 1, "' ' must be escaped with %", "a b"),
    ("[", 0, "'[' must be escaped with %", "["), ("]", 0, "']' must be escaped with %", "]"),
    ("{x}", 0, "'{' must be escaped with %", "{x}"), ("x}", 1, "'}' must be escaped with %", "x}"),
    ("\"", 0, "'\"' must be escaped with %", "\""), ("<", 0, "'<' must be escaped with %", "<"),
    (">", 0, "'>' must be escaped with %", ">"), ("|", 0, "'|' must be escaped with %", "|"),
    ("\\", 0, "'\\' must be escaped with %", "\\"), ("^", 0, "'^' must be escaped with %", "^"),
    ("`", 0, "'`' must be escaped with %", "`"), ("é", 0, "characters outside ASCII must be escaped with %", "é"),
    ("a😀", 1, "characters outside ASCII must be escaped with %", "a😀"),
    ("100%", 3, "'%' needs two hexadecimal digits; write %25 for a percent sign", "100%"),
    ("%4", 0, "'%' needs two hexadecimal digits; write %25 for a percent sign", "%4"),
    ("%zz%41", 0, "'%' needs two hexadecimal digits; write %25 for a percent sign", "%zzA"),
    ("%%34", 0, "'%' needs two hexadecimal digits; write %25 for a percent sign", "%4"),
    ("a%20b c%2B", 5, "' ' must be escaped with %", "a b c+"), ("%FF", 0, "the escapes do not spell UTF-8", "\u{FFFD}"),
    ("ab%C3", 2, "the escapes do not spell UTF-8", "ab\u{FFFD}"),
    ("%C3%A9%C3x", 6, "the escapes do not spell UTF-8", "é\u{FFFD}x"),
    ("%E2%82", 0, "the escapes do not spell UTF-8", "\u{FFFD}"),
    ("a%ED%A0%80", 1, "the escapes do not spell UTF-8", "a\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("%C0%80", 0, "the escapes do not spell UTF-8", "\u{FFFD}\u{FFFD}"),
  ])
  func strictModeRefusesWhatLenientModeKeeps(value: String, offset: Int, message: String, kept: String) throws {
    let text = Self.base + value
    let error = #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: text) }
    #expect(error?.offset == Self.base.utf8.count + offset)
    #expect(error?.message == message)
    #expect(error?.description == "\(message) at byte \(Self.base.utf8.count + offset)")
    let url = try CallbackURL(parsing: text, mode: .lenient)
    #expect(url.pairs == [CallbackURL.Pair("b", kept)])
    #expect(url.description == text)
  }

  /// The same forbidden character in every part of a URL.
  @Test(arguments: [
    ("a://h/p q?r", 7), ("a://h/?n m=1", 8), ("a://h/?n=m o", 10), ("a://h/#f g", 8), ("a://h g/", 5), ("a:b c", 3),
    ("a://u v@h/", 5), ("a://h/p?q#r#s", 11), ("a://h/p[", 7), ("a://h/?[=1", 7), ("a://h:8x/", 7), ("a://h:-1", 6),
    ("a://[::1]:x/", 10), ("a://%zz@h/", 4), ("a://h%/", 5), ("a:///%", 5), ("a:?%C3", 3), ("a:#%FF", 3),
  ])
  func strictModeLooksAtEveryPart(text: String, offset: Int) throws {
    let error = #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: text) }
    #expect(error?.offset == offset)
    #expect(try CallbackURL(parsing: text, mode: .lenient).description == text)
  }

  /// What no mode takes, in every part of a URL.
  @Test(arguments: [
    ("a://h/%00", 6), ("a://h/?%00=1", 7), ("a://h/?b=1%00", 10), ("a://h%00/", 5), ("a://h/#%00", 7),
    ("a://%00@h/", 4),
    ("a://h/\u{0}", 6), ("a://h/\n", 6), ("a://h/\t", 6), ("a://h/\u{7F}", 6), ("\ta://h", 0), ("a://h/#\u{1B}", 7),
    ("a\r\n://h", 1), ("tusker://u:p@x-callback-url/a", 9), ("tusker://@x-callback-url/a", 9),
    ("tusker://x-callback-url:/a", 23), ("TUSKER://X-CALLBACK-URL:1/a", 23), ("t://u@x%2Dcallback%2Durl/", 4),
    ("", 0), ("a", 1), ("://x", 0), ("9a:", 0), ("a_b:c", 1), ("a/b:c", 1), ("é:x", 0), ("%61:x", 0), ("?a:b", 0),
    (" a:b", 0), ("-a:b", 0), ("+a:b", 0), (".a:b", 0), ("a\u{301}:b", 1),
  ])
  func neitherModeTakesWhatCannotBeMeant(text: String, offset: Int) {
    for mode in [CallbackURL.Mode.strict, .lenient] {
      let error = #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: text, mode: mode) }
      #expect(error?.offset == offset)
    }
  }

  /// Well-formed URLs: scheme, host, segments.
  @Test(arguments: [
    ("a:", "a", "", []), ("a:b", "a", "", ["b"]), ("a:/b", "a", "", ["b"]), ("a://", "a", "", []),
    ("a:///", "a", "", []),
    ("a:///b", "a", "", ["b"]), ("A+b-c.9://H/", "a+b-c.9", "h", []), ("a://h/b/", "a", "h", ["b"]),
    ("a://h//", "a", "h", []), ("a://h///", "a", "h", ["", ""]), ("a://h/b//", "a", "h", ["b", ""]),
    ("a://h/.", "a", "h", ["."]), ("a://h/%2E%2E", "a", "h", [".."]), ("a://h/b%2Fc/d", "a", "h", ["b/c", "d"]),
    ("a://u:p@h:80/b", "a", "h", ["b"]), ("a://[::1]:80/b", "a", "[::1]", ["b"]), ("a://[::1]", "a", "[::1]", []),
    ("a://u@v@h/", "a", "h", []), ("a://h:/", "a", "h", []), ("a:b:c@d", "a", "", ["b:c@d"]),
    ("a://%48/", "a", "h", []),
    ("a://h?b/c", "a", "h", []), ("a://h#b?c", "a", "h", []),
    ("x-callback-url://h/A/b", "x-callback-url", "h", ["A", "b"]),
  ])
  func aURLFallsIntoSchemeHostAndSegments(text: String, scheme: String, host: String, segments: [String]) throws {
    let url = try CallbackURL(parsing: text)
    #expect(url.scheme == scheme)
    #expect(url.host == host)
    #expect(url.segments == segments)
    #expect(url.action == segments.joined(separator: "/"))
    #expect(url.description == text)
  }

  /// Queries, and their pairs.
  @Test(
    arguments: [
      ("?", []), ("?&&", []), ("?a", [("a", nil)]), ("?a=", [("a", "")]), ("?=", [("", "")]), ("?=b", [("", "b")]),
      ("?a==", [("a", "=")]), ("?a=b=c", [("a", "b=c")]), ("?a&a=&a=1", [("a", nil), ("a", ""), ("a", "1")]),
      ("?&a=1&", [("a", "1")]), ("?a;b=c", [("a;b", "c")]), ("?a?b=c?d", [("a?b", "c?d")]),
      ("?a=%26%3D", [("a", "&=")]),
      ("?%3D=1", [("=", "1")]), ("?a%26b=1", [("a&b", "1")]), ("?a=1+1", [("a", "1+1")]), ("?a+b=1", [("a+b", "1")]),
      ("?a=%2525", [("a", "%25")]), ("?a=1#&b=2", [("a", "1")]), ("?A=1&a=2", [("A", "1"), ("a", "2")]),
      ("?a=%c3%A9", [("a", "é")]), ("?a/b=/", [("a/b", "/")]), ("#?a=1", []),
    ] as [(String, [(String, String?)])])
  func aQueryFallsIntoPairs(query: String, pairs: [(String, String?)]) throws {
    let url = try CallbackURL(parsing: "a://h" + query)
    #expect(url.pairs == pairs.map { CallbackURL.Pair($0.0, $0.1) })
  }

  @Test func theLimitsAreExact() throws {
    let room = CallbackURL.longestText - "a:b?c=".utf8.count
    #expect(throws: Never.self) { try CallbackURL(parsing: "a:b?c=" + String(repeating: "x", count: room)) }
    let long = #expect(throws: CallbackURL.SyntaxError.self) {
      try CallbackURL(parsing: "a:b?c=" + String(repeating: "x", count: room + 1), mode: .lenient)
    }
    #expect(long?.offset == CallbackURL.longestText)
    let most = "a:b?" + Array(repeating: "c", count: CallbackURL.mostPairs).joined(separator: "&&")
    #expect(try CallbackURL(parsing: most).pairs.count == CallbackURL.mostPairs)
    let more = #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: most + "&d", mode: .lenient) }
    #expect(more?.offset == most.utf8.count + 1)
  }

  @Test(arguments: [
    ("a://u@h", true), ("a://u:p@h/", true), ("a://@h", true), ("a://h/@", false), ("a://h?@", false),
    ("a://h#@", false),
    ("a:u@h", false), ("a:/u@h", false), ("a://h%40", false), ("A://u@h", true),
  ])
  func userInformationIsSeenOnlyBeforeTheHost(text: String, has: Bool) throws {
    #expect(try CallbackURL(parsing: text).hasUserInformation == has)
  }
}
