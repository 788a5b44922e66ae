import Fediverse
import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What is smuggled to, through and from the server: points 9, 12, 13 and 14 of the contract's table of attacks.
struct ServerAttackTests {
  private static let home = "https://a.example/"

  /// Everything that was asked of somebody else than the account's own server.
  private func strays(_ engine: TestEngine) -> [String] {
    engine.stub.requests.map(\.url.description).filter { !$0.hasPrefix(Self.home) }
  }

  // MARK: Secrets

  @Test("attack 09a an error tells another program where this person's files are")
  func noPathIsToldToStrangers() async throws {
    let folder = try TemporaryFolder()
    for party in [Origin.Party.desktop, .program] {
      for request in ["favoriteStatus?statusID=9", "getCurrentUser"] {
        let engine = try TestEngine(permissionsAt: folder.path, answering: .always)
        let suffix = request.contains("?") ? "&" : "?"
        let wish = "\(suffix)silent=true&x-source=Drafts&access-token=x"
        let callback = try #require(try await engine.open(request + wish, from: party))
        #expect(!callback.contains(folder.path.replacing("/", with: "%2F")), "\(callback)")
      }
    }
  }

  @Test("attack 09b a token that stands in a request is kept in the journal, or repeated in an error")
  func aTokenIsNeitherKeptNorRepeated() async throws {
    let scene = try JournalScene()
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let engine = try TestEngine(isSandbox: true)
    for (number, request) in [
      "favoriteStatus?statusID=9&access-token=s3cr3t&silent=true&x-source=a",
      "favoriteStatus?statusID=9&access-token=s3cr3t&access-token=x", "favoriteStatus?access-token=s3cr3t",
      "favoriteStatus?statusID=9&Access-Token=s3cr3t", "postStatus?token=s3cr3t&text=x", "nothing?access-token=s3cr3t",
      "authorize?x-source=a&actions=postStatus&token=s3cr3t", "getStatus?statusID=404&access-token=s3cr3t",
    ].enumerated() {
      let effect = RecordedChange("e\(number)", in: attempt, of: journal)
      let callback = try #require(try await engine.open(request, recording: effect))
      #expect(!callback.contains("s3cr3t"), "\(callback)")
    }
    for name in try names(inFolder: "\(scene.folder.path)/state") {
      let bytes = try text(ofFile: "\(scene.folder.path)/state/\(name)")
      #expect(!bytes.contains("s3cr3t"), "\(name)")
    }
  }

  @Test("attack 09c what a server repeats of the token reaches another program, in any of its answers")
  func theServersEchoIsNotTold() async throws {
    for status in [400, 401, 403, 422, 500] {
      let stub = StubServer { _ throws(TransportError) in
        HTTPResponse(
          json: ["error": "Bearer secret", "error_description": "token=secret", "details": ["secret"]], status: status)
      }
      for request in ["getNotifications", "postStatus?text=Hi", "getAccount?accountID=2", "showStatus?statusID=9"] {
        let callback = try #require(try await TestEngine(stub, answering: .once).open(request, from: .desktop))
        #expect(callback.hasPrefix("app://x-callback-url/bad?") && !callback.contains("secret"), "\(callback)")
      }
    }
  }

  // MARK: Values

  private static let hostile = [
    "&x-success=https://evil.example/", "#&errorCode=0", "%26id%3D1", "a\r\nX: y", "\u{0}",
    "\u{202E}\u{1B}]52;c;x\u{7}",
    "</p>&amp;id=1", "\"}],\"id\":\"1", "+ +", "?statusID=1", ";id=1",
  ]

  @Test("attack 13c a name, a text or an identifier of the server's becomes a value of its own", arguments: hostile)
  func whatAServerSaysStaysOneValue(text: String) async throws {
    let bob = Bodies.bob.changing("display_name", to: .string(text)).changing("url", to: .string(text))
    let status = Bodies.status.changing("uri", to: .string(text)).changing("url", to: .string(text))
      .changing("account", to: bob).changing("content", to: .string("<p>\(text)</p>"))
    let changes: [String: JSON] = [
      "GET /api/v1/statuses/9": status, "GET /api/v1/accounts/2": bob,
      "GET /api/v1/notifications": [Bodies.mention.changing("id", to: .string(text))],
    ]
    for (request, names) in [
      ("getStatus?statusID=9", ["url", "uri", "id", "account", "inReplyTo", "posted", "content"]),
      (
        "getAccount?accountID=2",
        ["username", "displayName", "locked", "followers", "following", "url", "avatarURL", "headerURL"]
      ),
      ("getNotifications", ["notifications", "unreadable", "unreadableReason"]),
      ("getStatus?statusID=9&json=true&item=true", ["response"]),
    ] {
      let callback = try #require(try await TestEngine(StubServer(changing: changes)).open(request))
      guard callback.hasPrefix("app://x-callback-url/yes?") else { continue }
      // A NUL cannot be read back, and is no second value either.
      guard let url = try? CallbackURL(parsing: callback) else {
        #expect(text.contains("\u{0}"), "\(callback)")
        continue
      }
      #expect(Set(url.pairs.map(\.name)).isSubset(of: names) && Set(url.pairs.map(\.name)).count == url.pairs.count)
    }
  }

  @Test("attack 12k a server answers with a body that is deep, or has a hundred thousand members")
  func aMonstrousAnswerIsOneError() async throws {
    let deep = String(repeating: "{\"reblog\":", count: 50_000)
    let wide = "{" + (0..<100_000).map { "\"k\($0)\":[]," }.joined() + "\"id\":[]}"
    for body in [deep, wide, "[" + deep, "\"" + String(repeating: "\\ud800", count: 50_000) + "\""] {
      let stub = StubServer { _ throws(TransportError) in
        HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
      }
      let code = try await TestEngine(stub).failureCode(of: "getStatus?statusID=9")
      #expect(code == Failure.Code.malformedAnswer.rawValue)
    }
  }

  // MARK: Requests

  private static let inner = [
    "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:22/", "http://localhost/", "https://[::1]/",
    "http://[::ffff:169.254.169.254]/", "http://2852039166/", "http://0xA9FEA9FE/", "http://0251.0376.0251.0376/",
    "http://127.1/", "http://0/", "https://localhost./", "https://user:password@router/", "https://evil.example/a",
    "https://a.example@evil.example/", "https://a.example%40evil.example/", "https://evil.example\\@a.example/",
    "https://evil.example#@a.example/", "https://evil.example?@a.example/", "http://a.example:22/",
    "HTTP://EVIL.example/",
    "file:///etc/passwd", "gopher://127.0.0.1:6379/_FLUSHALL", "//evil.example/", "http:evil", "http:///etc/passwd",
    "https://a.example/\r\nX-Evil: 1", "https://a.example/%0d%0aX-Evil:%201", "unix:/run/x.sock",
    " https://evil.example/",
  ]

  @Test("attack 14a an address of the inner network is fetched from this machine", arguments: inner)
  func onlyTheOwnServerIsAsked(address: String) async throws {
    for (action, name) in [("getStatus", "statusURL"), ("getAccount", "accountURL"), ("favoriteStatus", "statusURL")] {
      let engine = try TestEngine(answering: .always)
      let pairs = [CallbackURL.Pair(name, address), CallbackURL.Pair("x-success", "app://x-callback-url/yes")]
      _ = await engine.open(CallbackURL(scheme: "tusker", action: action, pairs: pairs), from: .desktop)
      #expect(strays(engine).isEmpty, "\(strays(engine))")
      #expect(engine.stub.requests.allSatisfy { !$0.url.description.contains("\n") })
    }
  }

  @Test("attack 14b a program that may post has an address fetched from this machine and posted", arguments: inner)
  func noAddressIsFetchedForAnotherProgram(address: String) async throws {
    let engine = try TestEngine(answering: .once)
    let pairs = [CallbackURL.Pair("text", "x"), CallbackURL.Pair("media", address)]
    _ = await engine.open(CallbackURL(scheme: "tusker", action: "postStatus", pairs: pairs), from: .desktop)
    #expect(strays(engine).isEmpty, "\(strays(engine))")
  }

  @Test("attack 14c the next page of a list stands at somebody else's, and the token goes there")
  func theNextPageIsOnTheSameServer() async throws {
    for next in [
      "https://evil.example/api/v1/notifications?max_id=1", "//evil.example/x", "http://a.example/api/v1/notifications",
      "https://a.example@evil.example/x", "https://a.example:8443/x", "https://a.example.evil.example/x",
      "http://169.254.169.254/", "file:///etc/passwd", "https://evil.example\\@a.example/",
    ] {
      let stub = StubServer { _ throws(TransportError) in
        HTTPResponse(json: [Bodies.mention, Bodies.follow], link: "<\(next)>; rel=\"next\"")
      }
      let engine = try TestEngine(stub)
      _ = try await engine.open("getNotifications?count=40")
      #expect(!engine.stub.log.isEmpty && strays(engine).isEmpty, "\(strays(engine))")
      let page = try await engine.open(
        "getNotifications?page="
          + next.map { "%\(String($0.asciiValue ?? 63, radix: 16))" }
          .joined())
      #expect(strays(engine).isEmpty, "\(page ?? "")")
    }
  }

  @Test(
    "attack 14d an identifier or a name leads to another place of the server, or into the head of the request",
    arguments: [
      "../../oauth/revoke", "9/../../../admin", "..", ".", "9%2F..", "9/favourite", "9?x=y", "9#x", "9\\..\\x", "9;x",
      "9\r\nX-Evil: 1", "9 HTTP/1.1\r\nHost: evil", "%39", "9%00", "\u{FF19}", "\u{662}", "9\u{301}", "", " ", "9 ",
      "-",
      "*", "@", "null", String(repeating: "9", count: 129),
    ])
  func anIdentifierIsOne(id: String) async throws {
    for (action, name) in [
      ("getStatus", "statusID"), ("getAccount", "accountID"), ("getNotification", "notificationID"),
      ("getPoll", "pollID"),
      ("dismissNotification", "notification"), ("deleteStatus", "statusID"),
    ] {
      let engine = try TestEngine(answering: .always)
      let url = CallbackURL(scheme: "tusker", action: action, pairs: [CallbackURL.Pair(name, id)])
      let outcome = await engine.open(url, from: .desktop)
      let isPlain = ["-", "null"].contains(id)
      #expect(engine.stub.requests.isEmpty || isPlain, "\(engine.stub.log)")
      guard case .failure = outcome.response else {
        Issue.record("\(action) of \(id) was carried out")
        continue
      }
    }
  }

  @Test(
    "attack 14e a qualified name leads to a place of its own",
    arguments: [
      "a@b/../../x", "a@b?x", "a@b#x", "a@b\\x", "a@b\r\nX: y", "a@", "@", "@@", "a@b@c", "../x", "a/b", "a@b%2Fx",
      "a b@c", "a@b c", "a@\u{2028}b", "\u{202E}a@b", "a\u{0}@b", "<a>@b", "a@\"b\"",
    ])
  func aNameIsOne(name: String) async throws {
    let engine = try TestEngine(answering: .always)
    for (action, key) in [("getAccount", "acct"), ("followUser", "acct"), ("postStatus", "mentioning")] {
      let url = CallbackURL(scheme: "tusker", action: action, pairs: [CallbackURL.Pair(key, name)])
      _ = await engine.open(url, from: .desktop)
    }
    #expect(engine.stub.log.isEmpty && engine.kindsOfQuestions.isEmpty)
  }
}
