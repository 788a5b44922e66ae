import Testing
import XCallbackURL

/// The points of the contract about the shape of a URL: scheme, host, action and fragment.
struct SyntaxConformanceTests {
  private static let both = [CallbackURL.Mode.strict, .lenient]
  private let shop = BookShopReceiver(books: Books("Emma"))

  /// The code with which the shop refuses a request; `nil` where it carries it out.
  private func refusal(of text: String) async throws -> Failure.Code? {
    guard case .failure(let failure) = await shop.reply(to: try CallbackURL(parsing: text)).response else { return nil }
    return failure.code
  }

  /// What becomes of this path at the shop, which knows the action `arrivals/new`.
  private func refusal(ofPath path: String) async throws -> Failure.Code? {
    try await refusal(of: "book-shop://x-callback-url/\(path)")
  }

  @Test(
    "01 A request is scheme://x-callback-url/action, and our own schemes take no other host",
    arguments: [
      ("book-shop://x-callback-url/arrivals/new", true), ("book-shop://x-callback-url/arrivals/new?a=b", true),
      ("book-shop://elsewhere/arrivals/new", false), ("book-shop:///arrivals/new", false),
      ("book-shop:/arrivals/new", false), ("book-shop:arrivals/new", false), ("book-shop://arrivals/new", false),
      ("book-shop://x-callback-url.example/arrivals/new", false), ("book-shop:x-callback-url/arrivals/new", false),
      ("book-shop://x-callback-url@example/arrivals/new", false), ("reader://x-callback-url/arrivals/new", false),
    ])
  func onlyOurHostIsARequest(text: String, isRequest: Bool) async throws {
    #expect(try await refusal(of: text) == (isRequest ? nil : .unknownAction))
    for scheme in ["tusk", "tusker"] {
      #expect(try CallbackURL(parsing: text.replacing("book-shop", with: scheme)).isOwn == isRequest)
    }
  }

  @Test(
    "02 Scheme and host are read in any case and written in lower case",
    arguments: [
      "book-shop://x-callback-url/arrivals/new", "BOOK-SHOP://X-CALLBACK-URL/arrivals/new",
      "Book-Shop://x-Callback-URL/arrivals/new", "bOOK-sHOP://%58%2DCALLBACK-url/arrivals/new",
    ])
  func caseOfSchemeAndHostDoesNotCount(text: String) async throws {
    let url = try CallbackURL(parsing: text)
    #expect(url.scheme == "book-shop" && url.host == CallbackURL.xCallbackHost)
    #expect(try await refusal(of: text) == nil)
    let scheme = String(text.prefix { $0 != ":" })
    let written = CallbackURL(scheme: scheme, host: "X-CALLBACK-url", action: "Note/Get")
    #expect(written.description == "book-shop://x-callback-url/Note/Get")
  }

  @Test(
    "03 The case of an action counts",
    arguments: [
      ("arrivals/new", true), ("%61rrivals/new", true), ("arrivals%2Fnew", false), ("Arrivals/new", false),
      ("arrivals/New", false),
      ("ARRIVALS/NEW", false), ("%41rrivals/new", false),
    ])
  func caseOfAnActionCounts(path: String, isKnown: Bool) async throws {
    #expect(try await refusal(ofPath: path) == (isKnown ? nil : .unknownAction))
  }

  @Test(
    "04 One slash before the action and one after it do not count",
    arguments: [
      ("googlechrome-x-callback://x-callback-url/open/?url=a", "open"),
      ("fantastical2://x-callback-url/parse/", "parse"),
      ("a://x-callback-url/open/#f", "open"), ("a://x-callback-url/note/get/", "note/get"), ("a:/open/", "open"),
      ("a://x-callback-url/", ""), ("a://x-callback-url", ""), ("a://x-callback-url?/open/", ""),
      ("a://x-callback-url/open//", "open/"), ("a://x-callback-url//open/", "/open"),
    ])
  func oneSlashOnEitherSideIsIgnored(text: String, action: String) async throws {
    #expect(try CallbackURL(parsing: text).action == action)
    for path in ["arrivals/new/", "arrivals/new/?a"] {
      #expect(try await refusal(ofPath: path) == nil)
    }
  }

  @Test(
    "05 The rest of the path is the action, slashes and all",
    arguments: ["note/get", "daily-note/get-current", "a/b/c/d", "open-url", "note/get%20it"])
  func anActionMayContainSlashes(path: String) async throws {
    let url = try CallbackURL(parsing: "obsidian://x-callback-url/\(path)?a=/b")
    #expect(url.action == path.replacing("%20", with: " "))
    #expect(CallbackURL(scheme: "obsidian", action: url.action).description.hasSuffix("-url/\(path)"))
    #expect(try await refusal(ofPath: "arrivals/new") == nil)
    for part in ["arrivals", "new", "arrivals/new/more", path] {
      #expect(try await refusal(ofPath: part) == .unknownAction)
    }
  }

  @Test(
    "06 The path is split at raw slashes before it is decoded",
    arguments: [
      ("task%2Fid", ["task/id"]), ("task/task%2fid", ["task", "task/id"]), ("%2F", ["/"]),
      ("a/%2F/b", ["a", "/", "b"]), ("a%252Fb/c", ["a%2Fb", "c"]), ("a%2F/", ["a/"]), ("%2Fa", ["/a"]),
    ])
  func anEscapedSlashDoesNotSplit(path: String, segments: [String]) throws {
    for mode in Self.both {
      #expect(try CallbackURL(parsing: "tusk://x-callback-url/\(path)?/", mode: mode).segments == segments)
    }
    let inbox = CallbackInbox(scheme: "tusk")
    let call = inbox.expectAnswer(until: .now + .seconds(60))
    let address = "tusk://x-callback-url/callback/\(call.token)"
    #expect(inbox.deliver(try CallbackURL(parsing: address + "%2Fsuccess")) == .malformed)
    #expect(inbox.deliver(try CallbackURL(parsing: address + "/success")) != .unknown)
  }

  @Test(
    "07 Dots are not resolved: they stand in an unknown action",
    arguments: [
      "./arrivals/new", "arrivals/./new", "x/../arrivals/new", "arrivals/new/.", "arrivals/new/../new",
      "../arrivals/new", "%2E/arrivals/new", "x/%2e%2E/arrivals/new", "arrivals/new/%2e/", ".", "..",
    ])
  func dotsAreKept(path: String) async throws {
    let url = try CallbackURL(parsing: "book-shop://x-callback-url/\(path)")
    #expect(url.description.hasSuffix("-url/\(path)"))
    #expect(url.segments.contains(".") || url.segments.contains(".."))
    #expect(CallbackURL(scheme: "a", action: url.action).segments == url.segments)
    #expect(try await refusal(ofPath: path) == .unknownAction)
  }

  @Test(
    "08 Two slashes hold an empty segment, which no action has",
    arguments: [
      ("/arrivals/new", ["", "arrivals", "new"]), ("//arrivals/new", ["", "", "arrivals", "new"]),
      ("arrivals//new", ["arrivals", "", "new"]), ("arrivals/new//", ["arrivals", "new", ""]),
    ])
  func anEmptySegmentIsASegment(path: String, segments: [String]) async throws {
    #expect(try CallbackURL(parsing: "book-shop://x-callback-url/\(path)").segments == segments)
    #expect(try await refusal(ofPath: path) == .unknownAction)
  }

  @Test(
    "24 What stands behind a raw # is no query, and refused in a request",
    arguments: [
      ("?a=1#&b=2", [CallbackURL.Pair("a", "1")]), ("?a=1#?b=2", [CallbackURL.Pair("a", "1")]), ("#?a=1", []),
      ("?#a=1", []), ("?a=%23b#c", [CallbackURL.Pair("a", "#b")]), ("?a#=1", [CallbackURL.Pair("a", nil)]),
      ("?a=1#x-success=javascript:1#&x-source=b", [CallbackURL.Pair("a", "1")]),
    ])
  func aFragmentIsNoQuery(rest: String, pairs: [CallbackURL.Pair]) throws {
    let url = try CallbackURL(parsing: "tusk://x-callback-url/act\(rest)", mode: .lenient)
    #expect(url.pairs == pairs)
    #expect(url.action == "act")
    #expect(throws: Failure.self) { try Request(url, policy: CallbackPolicy()) }
  }

  @Test(
    "25 User information and a port are refused beside x-callback-url",
    arguments: [
      ("tusk://me@x-callback-url/a", "user information"), ("tusk://me:pw@x-callback-url/a", "user information"),
      ("tusk://@x-callback-url/a", "user information"), ("TUSK://M@X-CALLBACK-URL", "user information"),
      ("foreign://me@x%2Dcallback%2Durl/a", "user information"), ("tusk://a@b@x-callback-url/", "user information"),
      ("tusk://x-callback-url:80/a", "port"), ("tusk://x-callback-url:/a", "port"),
      ("bear://X-Callback-URL:1?a", "port"),
    ])
  func nothingStandsBesideTheHost(text: String, word: String) throws {
    for mode in Self.both {
      let error = #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: text, mode: mode) }
      #expect(error?.message == "an x-callback URL has no \(word)")
    }
    #expect(throws: Failure.self) { try CallbackPolicy(allowing: ["tusk", "foreign"]).target(text, of: "x-success") }
    #expect(throws: Never.self) { try CallbackURL(parsing: "tusk://x-callback-url/me@a:80?b=c@x-callback-url:80") }
  }

  @Test("38 The version of an interface is its scheme, and no part of the path")
  func aVersionIsAScheme() async throws {
    struct Edition: CallbackReceiver {
      let scheme: String
      let books: Books
      var actions: [any AnsweringAction] { [BookShopReceiver.Arrivals(books: books)] }
    }
    let recorder = RecordingOpener()
    let editions = InProcessOpener(
      Edition(scheme: "shop", books: Books("Old")), Edition(scheme: "shop2", books: Books("New")), beyond: recorder)
    for scheme in ["shop", "shop2", "shop2"] {
      try await editions.open(CallbackURL(parsing: "\(scheme)://x-callback-url/arrivals/new?x-success=bear%3Adone"))
    }
    #expect(recorder.opened.map(\.description) == ["Old", "New", "New"].map { "bear:done?titles=\($0)" })
    for path in ["v1/arrivals/new", "1.0/arrivals/new", "arrivals/new/v2", "x-callback-url/arrivals/new"] {
      #expect(try await refusal(ofPath: path) == .unknownAction)
    }
    #expect(try Reader().shop.url(for: BookShop.NewArrivals.self).segments == ["arrivals", "new"])
  }
}
