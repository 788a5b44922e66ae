import JSONValue
import Testing
import XCallbackURL

/// The points of the contract about characters: what is escaped, what is decoded, and what neither can hold.
struct EncodingConformanceTests {
  private static let base = "bear://x-callback-url/a?b="

  /// What a value is read as.
  private func value(_ text: String, _ mode: CallbackURL.Mode = .strict) throws(CallbackURL.SyntaxError) -> String? {
    try CallbackURL(parsing: Self.base + text, mode: mode).values(of: "b").first ?? nil
  }

  /// Expects that a value is refused at this byte of it, for this reason.
  private func expectFault(
    in text: String, _ mode: CallbackURL.Mode = .strict, at offset: Int, _ message: String? = nil
  ) {
    let error = #expect(throws: CallbackURL.SyntaxError.self) { try value(text, mode) }
    #expect(error?.offset == Self.base.utf8.count + offset)
    if let message { #expect(error?.message == message) }
  }

  @Test(
    "17 %20 is a blank, and a raw + is a plus",
    arguments: [
      ("%20", " "), ("+", "+"), ("1+1%20%2B", "1+1 +"), ("a+b%20c", "a+b c"), ("%2520+", "%20+"), ("++", "++"),
    ])
  func aPlusIsNoBlank(text: String, value: String) throws {
    for mode in [CallbackURL.Mode.strict, .lenient] {
      let url = try CallbackURL(parsing: "a://x-callback-url/b?\(text)=\(text)&x-source=\(text)", mode: mode)
      #expect(url.parameters == [CallbackURL.Pair(value, value)])
      #expect(try Request(url, policy: CallbackPolicy()).source == value)
    }
  }

  @Test(
    "18 A blank is written %20 and a plus %2B, so that decoders of both schools read the same",
    arguments: [(" ", "%20"), ("+", "%2B"), ("a b+c", "a%20b%2Bc"), (" + +", "%20%2B%20%2B"), ("%20+", "%2520%2B")])
  func noRawPlusIsWritten(text: String, written: String) throws {
    let pair = CallbackURL.Pair(text, text)
    let url = CallbackURL(scheme: "a", action: text, pairs: [pair])
    #expect(url.description == "a://x-callback-url/\(written)?\(written)=\(written)")
    let callback = try CallbackURL(parsing: "bear:s").appending([pair])
    #expect(callback.description == "bear:s?\(written)=\(written)")
    for opened in [url, callback] {
      let readAsForm = try CallbackURL(parsing: opened.description.replacing("+", with: "%20"))
      #expect(readAsForm.pairs == [pair])
    }
  }

  @Test(
    "19 Base64 in response is written escaped, and read with blanks, in the other alphabet and without padding",
    arguments: [
      "eyJhIjoifn5+Pj4+Pz8/In0=", "eyJhIjoifn5 Pj4 Pz8/In0=", "eyJhIjoifn5-Pj4-Pz8_In0=", "eyJhIjoifn5-Pj4-Pz8_In0",
      "eyJhIjoifn5+Pj4+Pz8/In0", "eyJhIjoifn5 Pj4 Pz8/In0", "eyJhIjoifn5 Pj4+Pz8_In0",
    ])
  func everyDialectOfBase64IsRead(text: String) throws {
    let json: JSON = ["a": "~~~>>>???"]
    #expect(Response.success([CallbackURL.Pair("response", text)]).json == json)
    let written = try CallbackURL(parsing: "bear:s").appending(Response.success(json: json).pairs)
    #expect(written.description == "bear:s?response=eyJhIjoifn5%2BPj4%2BPz8%2FIn0%3D")
    for opened in ["bear:s?response=\(text.replacing(" ", with: "+"))", written.description] {
      #expect(Response.success(try CallbackURL(parsing: opened).pairs).json == json)
    }
  }

  @Test("20 All but A-Za-z0-9-._~ is escaped, from UTF-8 and in upper case; both cases are read")
  func everythingButTheUnreservedIsEscaped() throws {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    var rows = [
      ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("漢", "%E6%BC%A2"), ("😀", "%F0%9F%98%80"), ("\r\n", "%0D%0A"),
    ]
    for byte in 1..<0x80 as Range<UInt8> {
      let hex = String(byte, radix: 16, uppercase: true)
      let text = String(Unicode.Scalar(byte))
      rows.append((text, unreserved.contains(text) ? text : "%" + (hex.count < 2 ? "0" : "") + hex))
    }
    for (text, written) in rows {
      let pair = CallbackURL.Pair(text, text)
      let url = CallbackURL(scheme: "a", action: "b", pairs: [pair])
      #expect(url.description == "a://x-callback-url/b?\(written)=\(written)")
      for spelled in [written, written.hasPrefix("%") ? written.lowercased() : written] {
        #expect(try CallbackURL(parsing: "a:b?\(spelled)=\(spelled)").pairs == [pair])
      }
    }
  }

  @Test(
    "21 A bad escape is refused with its place, or keeps its % and spoils no other",
    arguments: [
      ("100%", 3, "100%"), ("%zz", 0, "%zz"), ("%4", 0, "%4"), ("%", 0, "%"), ("%%41", 0, "%A"),
      ("%41%G1%42", 3, "A%G1B"), ("%2", 0, "%2"), ("a%20%4gb%2B", 4, "a %4gb+"), ("%%%20", 0, "%% "),
      ("%C3%A9%x", 6, "é%x"),
    ])
  func aBadEscapeIsFoundOrKept(text: String, offset: Int, kept: String) throws {
    expectFault(in: text, at: offset, "'%' needs two hexadecimal digits; write %25 for a percent sign")
    #expect(try value(text, .lenient) == kept)
    #expect(
      try CallbackURL(parsing: "a:b?\(text)=%41&c=%2B", mode: .lenient).pairs == [.init(kept, "A"), .init("c", "+")])
  }

  @Test(
    "22 What is not UTF-8 is refused or becomes U+FFFD, and NUL is always refused",
    arguments: [
      ("%FF", 0, "\u{FFFD}"), ("ab%C3", 2, "ab\u{FFFD}"), ("%C3x%41", 0, "\u{FFFD}xA"), ("%E2%82", 0, "\u{FFFD}"),
      ("%C0%80", 0, "\u{FFFD}\u{FFFD}"), ("%ED%A0%80", 0, "\u{FFFD}\u{FFFD}\u{FFFD}"), ("%C3%A9%80", 6, "é\u{FFFD}"),
      ("%00", 0, nil), ("a%00b", 1, nil), ("%41%00", 3, nil), ("%FF%00", 3, nil),
    ] as [(String, Int, String?)])
  func whatIsNotTextIsNotTakenForText(text: String, offset: Int, kept: String?) throws {
    guard let kept else {
      expectFault(in: text, .lenient, at: offset, "%00 is not text")
      for other in ["a://h/\(text)", "a://\(text)/", "a:b?\(text)=c", "a:b#\(text)"] {
        #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: other) }
        #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: other, mode: .lenient) }
      }
      return
    }
    expectFault(in: text, at: offset, "the escapes do not spell UTF-8")
    #expect(try value(text, .lenient) == kept)
  }

  @Test(
    "23 A raw character that RFC 3986 forbids is refused, or stands for itself and changes nothing else",
    arguments: [
      " ", "[", "]", "{", "}", "\"", "<", ">", "|", "\\", "^", "`", "é", "漢", "😀", "My Group", "{\"a\": [1]}",
    ])
  func aForbiddenCharacterChangesNothingElse(text: String) throws {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    expectFault(in: "%5B\(text)%20", at: 3 + letters.utf8.count)
    let url = try CallbackURL(parsing: "a:b?n=%5B\(text)%2525&\(text)=a%20b+%2b", mode: .lenient)
    #expect(url.pairs == [CallbackURL.Pair("n", "[\(text)%25"), CallbackURL.Pair(text, "a b++")])
    #expect(url.appending([CallbackURL.Pair("k", "v")]).description == url.description + "&k=v")
  }

  @Test("30 Callbacks within callbacks come back as they were, whatever their characters, four deep")
  func nestedCallbacksComeBack() throws {
    var random = URLGenerator(seed: 30)
    let telling = ["&", "#", "%", "+", "=", "?", "&x-success=javascript:1", "%26%2526", "a&b=c#d%+e", "é\r\n", " 😀"]
    for text in telling + (0..<500).map({ _ in random.text() }) {
      let innermost = CallbackURL(scheme: "app", action: "done", pairs: [.init("a" + text, text), .init("b", nil)])
      var url = innermost
      for depth in 0..<4 {
        let name = ["x-success", "x-error", "x-cancel"][depth % 3]
        url = CallbackURL(scheme: "app", action: "go", pairs: [.init("t", text), .init(name, url.description)])
      }
      for _ in 0..<4 {
        let request = try Request(CallbackURL(parsing: url.description), policy: CallbackPolicy())
        #expect(request.parameters == [CallbackURL.Pair("t", text)])
        let callbacks = request.callbacks
        url = try #require(callbacks.success ?? callbacks.error ?? callbacks.cancel)
      }
      #expect(url == innermost && url.pairs == innermost.pairs, "\(text.debugDescription)")
    }
  }

  @Test("41 A text has a stated limit, and what stays within the process has none")
  func onlyTextsHaveALimit() async throws {
    #expect(CallbackURL.longestText == 65_536)
    for (piece, mode) in [("x", CallbackURL.Mode.strict), ("%41", .strict), ("é", .lenient), ("%zz", .lenient)] {
      let count = (CallbackURL.longestText - "a:b?".utf8.count) / piece.utf8.count
      let most = "a:b?" + String(repeating: piece, count: count)
      let longest = most + String(repeating: "y", count: CallbackURL.longestText - most.utf8.count)
      #expect(try CallbackURL(parsing: longest, mode: mode).description == longest)
      let error = #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: longest + "y", mode: mode) }
      #expect(error?.message == "the URL is longer than 65536 bytes")
    }
    let long = String(repeating: "long & é+", count: 20_000)
    let reader = Reader()
    guard case .success = try await reader.shop.run(BookShop.FindBook.self, with: .init(title: long, inStock: true))
    else {
      throw Failure(.defect, "it was not carried out")
    }
    #expect(reader.books.log == ["Reader asked for \(long)"])
  }
}
