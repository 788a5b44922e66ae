import JSONValue
import Testing

@testable import XCallbackURL

/// What hostile callers put where a callback, a parameter or an answer should be: points 2, 3, 6, 8, 9, 12 and 13 of
/// the contract's table of attacks, as far as the library itself withstands them.
struct CallbackAttackTests {
  private static let secret = "s3cr3t"
  private let books = Books("Emma")
  private var shop: BookShopReceiver { BookShopReceiver(books: books) }

  private func request(_ pairs: [(String, String)]) -> CallbackURL {
    let own = [("title", "Emma"), ("in-stock", "yes")]
    return CallbackURL(
      scheme: "book-shop", action: "find-book", pairs: (own + pairs).map { CallbackURL.Pair($0.0, $0.1) })
  }

  // MARK: Targets

  @Test(
    "attack 02a a target that runs or reads something comes in disguise",
    arguments: [
      "JaVaScRiPt://x-callback-url/%0aalert(1)", "java%73cript:alert(1)", "javascript%3Aalert(1)", "\tjavascript:x",
      "\u{A0}javascript:x", "\u{FEFF}javascript:x", "\u{2028}javascript:x", "java\tscript:x", "java\nscript:x",
      "javascript\u{FF1A}x", "\u{FF4A}avascript:x", "java\u{17F}cript://x-callback-url/",
      "boo\u{212A}://x-callback-url/",
      "\u{202E}tpircsavaj:x", "vbscript://x-callback-url/x", "data:;base64,AAAA", "DATA://x-callback-url/,x",
      "file:/etc/passwd", "FILE://x-callback-url/etc/passwd", "file:////host/share", "smb://x-callback-url/share",
      "ms-msdt:/id%20PCWDiagnostic", "Ms-Anything://x-callback-url/", "search-ms:query=x", "shell:startup",
      "x-man-page://x-callback-url/ls", "ssh://-oProxyCommand=id/", "TELNET://x-callback-url/", "view-source:file:///",
      "blob:null/x", "jar:https://h!/", "https:evil.example", "hTTps://x-callback-url/", "http:\\\\evil.example",
      "wss://x-callback-url/", "//evil.example/", "\\\\evil.example\\share", "?x-success=a:b", "#a:b", ":x", "://x/",
      "1app://x-callback-url/", "+app://x-callback-url/", ".app://x-callback-url/", "-app://x-callback-url/",
      " app://x-callback-url/", "\n app://x-callback-url/", "app ://x-callback-url/", "ap%70://x-callback-url/",
    ])
  func aDisguisedSchemeIsFoundBeforeTheActionRuns(target: String) async throws {
    for name in ["x-success", "x-cancel"] {
      let reply = await shop.reply(to: request([(name, target), ("x-error", "bear://x-callback-url/e")]))
      #expect(books.log.isEmpty)
      #expect(reply.callback?.action == "e" && reply.callback?.values(of: "errorCode") == ["5"], "it is reported")
    }
    #expect(await shop.handle(request([("x-error", target)])) == nil)
    #expect(books.log.isEmpty)
  }

  @Test(
    "attack 02b a stranger's host is made to look like the host of a program that is called back",
    arguments: [
      "app://x-callback-url@evil.example/", "app://x-callback-url:x@evil.example/", "app://@x-callback-url/",
      "app://:@x-callback-url/", "app://evil.example@x-callback-url/", "app://x-callback-url:/a",
      "app://x-callback-url:0/", "app://x-callback-url%3A80/", "app://evil.example\\@x-callback-url/",
      "app://evil.example\\.x-callback-url/", "app://evil.example?@x-callback-url/",
      "app://evil.example#@x-callback-url/",
      "app://evil.example/@x-callback-url/", "app://x-callback-url%40evil.example/", "app://x-callback-url%2Fevil/",
      "app://x-callback-url%23@evil/", "app://x-callback-url.evil.example/", "app://x-callback-url./",
      "app://.x-callback-url/", "app://[x-callback-url]/", "app:////x-callback-url/", "app:///x-callback-url/",
      "app:/x-callback-url/", "app:x-callback-url/", "app://\u{445}-callback-url/", "app://x-callback\u{2010}url/",
      "app://x\u{AD}-callback-url/", "app://%E2%80%8Bx-callback-url/", "app:// x-callback-url/",
      "app://x-callback-url\u{3000}/", "app://x-callback-url%20/", "app://x-callback-url,evil.example/",
    ])
  func aHostIsComparedWhole(target: String) async {
    let reply = await shop.reply(to: request([("x-success", target)]))
    #expect(books.log.isEmpty)
    #expect(reply.callback == nil)
    guard case .failure(let failure) = reply.response else {
      Issue.record("\(target) was taken")
      return
    }
    #expect(failure.code == .refusedCallback)
  }

  /// The next of kin of schemes that are refused whatever their host.
  @Test(
    "attack 02c the sibling of a dangerous scheme calls itself an app",
    arguments: [
      ("ldaps", "ldap"), ("dav", "sftp"), ("davs", "sftp"), ("cifs", "smb"), ("admin", "file"), ("svn+ssh", "ssh"),
      ("git+ssh", "ssh"), ("rdp", "vnc"), ("sip", "tel"), ("callto", "tel"), ("facetime", "tel"), ("webcals", "webcal"),
      ("feed", "webcal"), ("microsoft-edge", "https"), ("chrome-extension", "chrome"), ("filesystem", "blob"),
    ])
  func aSiblingIsNoBetter(sibling: String, refused: String) throws {
    let policy = CallbackPolicy()
    #expect(throws: Failure.self) { try policy.target("\(refused)://x-callback-url/a", of: "x-success") }
    #expect(throws: Failure.self) { try policy.target("\(sibling)://x-callback-url/a", of: "x-success") }
  }

  // MARK: Deputies

  @Test(
    "attack 03a a callback makes the receiver itself act, on its own or through a second call",
    arguments: [
      "book-shop://x-callback-url/find-book?title=x&in-stock=1", "BOOK-SHOP://X-CALLBACK-URL/close-up",
      "book-shop:close-up", "book-shop:/x-callback-url/close-up", "book-shop://x-callback-url/Callback/1/success",
      "book-shop://x-callback-url//callback/1", "book-shop://x-callback-url/callback%2F1/success",
      "tusker://x-callback-url/postStatus?text=x", "TUSK://x%2Dcallback-url/postStatus?text=x", "tusk:postStatus",
      "book-shop://x-callback-url/callback/../find-book?title=x&in-stock=1",
    ])
  func noCallbackStartsAnotherAction(target: String) async throws {
    let beyond = RecordingOpener()
    let opener = InProcessOpener(shop, inboxes: [CallbackInbox(scheme: "book-shop")], beyond: beyond)
    for depth in 0..<3 {
      var nested = target
      for _ in 0..<depth { nested = request([("x-success", nested)]).description }
      try await opener.open(request([("x-success", nested)]))
    }
    #expect(beyond.opened.isEmpty)
    #expect(books.log.count <= 3, "each request ran once at most, and none of its callbacks")
  }

  // MARK: Values

  private static let hostile = [
    "&x-success=https://evil.example/", "=", "#", "#&x-error=a:b", "%", "%26x-success%3Da%3Ab", "%2526", "+", ";x=y",
    "a\r\nX-Evil: 1", "\n\n", "\t", "?x-success=a:b", "/../../x", "\u{202E}x", "\u{1B}]52;c;x\u{7}", "\u{FFFD}\u{FFFF}",
    "é\u{301}", "\u{1F468}\u{200D}\u{1F469}", "x-success", "'\"`$(id)&;|<>\\ ",
  ]

  @Test("attack 08 a parameter, a name or an action grows into parameters of its own", arguments: hostile)
  func aTextStaysWhereItWasPut(text: String) throws {
    var url = CallbackURL(
      scheme: "app", action: "a\(text)b", pairs: [CallbackURL.Pair("n\(text)", text), CallbackURL.Pair("last", "1")])
    for _ in 0..<3 {
      let read = try CallbackURL(parsing: url.description)
      #expect(read == url && read.pairs.count == 2 && read.host == CallbackURL.xCallbackHost)
      #expect(read.pairs.last == CallbackURL.Pair("last", "1"))
      #expect(!url.description.utf8.contains { $0 <= 0x20 || $0 >= 0x7F })
      #expect(!url.description.contains("#") && !read.hasUserInformation)
      url = CallbackURL(
        scheme: "app", action: "wrap", pairs: [CallbackURL.Pair(text, url.description), CallbackURL.Pair("last", "1")])
    }
    let innermost = try CallbackURL(parsing: url.pairs[0].value ?? "")
    #expect(innermost.pairs[0].name == text)
  }

  @Test("attack 13a a value that a server chose becomes a second value of the answer", arguments: hostile)
  func aValueOfTheAnswerStaysOne(text: String) throws {
    let target = try CallbackURL(parsing: "app://x-callback-url/ok?id=1#part")
    for response in [Response.success([.init("content", text)]), .failure(Failure(.notFound, text))] {
      let callbacks = Request.Callbacks(success: target, error: target)
      let opened = try #require(callbacks.url(for: response))
      let read = try CallbackURL(parsing: opened.description)
      #expect(read.pairs == [CallbackURL.Pair("id", "1")] + response.pairs)
      #expect(read.extensions.isEmpty && opened.description.hasSuffix("#part"))
    }
  }

  @Test("attack 13b a value in the answer's JSON stands for the whole answer", arguments: hostile)
  func aValueOfTheJSONStaysOne(text: String) throws {
    let json: JSON = ["content": .string(text), "z": 1]
    let target = try CallbackURL(parsing: "app://x-callback-url/ok")
    let opened = try #require(Request.Callbacks(success: target).url(for: .success(json: json)))
    let read = try CallbackURL(parsing: opened.description)
    #expect(read.pairs.map(\.name) == ["response"])
    #expect(Response.success(read.pairs).json == json)
  }

  // MARK: Secrets

  @Test(
    "attack 09d a token is spelled so that it is not known for one and is shown",
    arguments: [
      "a://x-callback-url/b?%74oken=s3cr3t", "a://x-callback-url/b?ToK%45n=s3cr3t",
      "a://x-callback-url/b?access%2Dtoken=s3cr3t", "a://x-callback-url/b?token=a&token=s3cr3t",
      "a://x-callback-url/b?token=s3cr3t&x-success=c%3A%2F%2Fd%3Fkey%3Ds3cr3t",
      "a://x-callback-url/b?x-success=c%3Ae%3Fx-error%3Df%253Ag%253Ftoken%253Ds3cr3t",
      "a://x-callback-url/b?x-success=c:d?x-success=e:f?x-success=g:h?password=s3cr3t",
      "a://x-callback-url/b?token=%0As3cr3t", "a://x-callback-url/b?token=%22%22s3cr3t",
      "a://x-callback-url/b?token=x%26s3cr3t",
      "a://x-callback-url/b?token==s3cr3t", "a://x-callback-url/b?API_KEY=s3cr3t#token=x",
    ])
  func aTokenIsKnownHoweverItIsSpelled(text: String) throws {
    let url = try CallbackURL(parsing: text, mode: .lenient)
    #expect(!url.redacted.description.contains(Self.secret), "\(url.redacted)")
    #expect(!SecretText.masked(text).contains(Self.secret), "\(SecretText.masked(text))")
  }
}
