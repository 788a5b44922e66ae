import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import XCallbackURL

/// What servers that break make of a request: always one x-error with the code of its kind, and for a change never a
/// claim that it was not made when it may have been.
struct ServerFailureTests {
  /// One way in which a server fails, and the codes that a read and a change get for it.
  struct Break: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let read: Failure.Code
    let change: Failure.Code
    let answer: StubServer.Answer

    init(_ name: String, read: Failure.Code, change: Failure.Code, answer: @escaping StubServer.Answer) {
      testDescription = name
      self.read = read
      self.change = change
      self.answer = answer
    }

    /// An answer of this status.
    init(_ status: Int, _ read: Failure.Code, change: Failure.Code? = nil, body: String = #"{"error":"no"}"#) {
      self.init("status \(status)", read: read, change: change ?? read) { _ in
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
      }
    }

    /// An exchange that failed like this.
    init(_ kind: TransportError.Kind, _ read: Failure.Code, change: Failure.Code, mayHaveArrived: Bool) {
      self.init("\(kind), arrived: \(mayHaveArrived)", read: read, change: change) { _ throws(TransportError) in
        throw TransportError(kind, "it broke", mayHaveArrived: mayHaveArrived)
      }
    }

    /// An answer that is a success by its status alone.
    init(body: String, type: String = "application/json") {
      self.init("body \(body.prefix(20))", read: .malformedAnswer, change: .unknownOutcome) { _ in
        HTTPResponse(status: 200, headers: ["Content-Type": type], body: Array(body.utf8))
      }
    }
  }

  static let breaks: [Break] = [
    Break(400, .rejected), Break(401, .unauthorized), Break(403, .forbidden), Break(404, .notFound),
    Break(410, .notFound), Break(422, .rejected), Break(429, .rateLimited), Break(405, .unsupported),
    Break(500, .serverFailure, change: .unknownOutcome), Break(502, .serverFailure, change: .unknownOutcome),
    Break(503, .serverFailure), Break(504, .serverFailure, change: .unknownOutcome),
    Break(599, .serverFailure, change: .unknownOutcome, body: "<html><title>Down</title></html>"),
    Break(.network, .network, change: .network, mayHaveArrived: false),
    Break(.network, .network, change: .unknownOutcome, mayHaveArrived: true),
    Break(.timedOut, .timedOut, change: .timedOut, mayHaveArrived: false),
    Break(.timedOut, .timedOut, change: .unknownOutcome, mayHaveArrived: true),
    Break(.untrusted, .insecure, change: .insecure, mayHaveArrived: false),
    Break(.insecure, .insecure, change: .insecure, mayHaveArrived: false),
    Break(.tooLarge, .malformedAnswer, change: .unknownOutcome, mayHaveArrived: true),
    Break(.malformed, .malformedAnswer, change: .unknownOutcome, mayHaveArrived: true),
    Break(body: ""), Break(body: #"{"id":"9","content":"#), Break(body: "[]"), Break(body: "null"), Break(body: "{}"),
    Break(body: "<!DOCTYPE html><p>hello", type: "text/html"),
    Break(body: String(repeating: "[", count: 10_000)),
  ]

  @Test(arguments: breaks)
  func aReadFailsWithTheCodeOfItsKind(broken: Break) async throws {
    for request in ["getStatus?statusID=9", "getPoll?pollID=5", "getNotification?notificationID=77"] {
      let engine = try TestEngine(StubServer(answering: broken.answer))
      #expect(try await engine.failureCode(of: request) == broken.read.rawValue, "\(request)")
    }
  }

  /// Nothing but the token can be wrong with a request for its account.
  @Test(arguments: [400, 401, 422])
  func aRefusedRequestForTheOwnAccountIsARefusedToken(status: Int) async throws {
    let engine = try TestEngine(StubServer(answering: Break(status, .unauthorized).answer))
    #expect(try await engine.failureCode(of: "getCurrentUser") == Failure.Code.unauthorized.rawValue)
    #expect(engine.stub.log == ["GET /api/v1/accounts/verify_credentials"])
  }

  /// A deletion that is made, or not, and answered with an error page: the text comes with the answer or the error. Only
  /// the server itself says that the status is gone.
  @Test(arguments: [(true, #"{"error":"Record not found"}"#, true), (true, "<p>None", false), (false, "", false)])
  func aRedraftInDoubtKeepsTheText(isMade: Bool, missing: String, isKnown: Bool) async throws {
    let whole = StubServer(changing: [:])
    let isDeleted = Mutex(false)
    let stub = StubServer { request throws(TransportError) in
      if request.method == .delete {
        isDeleted.withLock { $0 = isMade }
        return HTTPResponse(status: 500, body: Array("<html><title>Down</title></html>".utf8))
      }
      if isDeleted.withLock({ $0 }), request.route == "GET /api/v1/statuses/11" {
        return HTTPResponse(status: 404, body: Array(missing.utf8))
      }
      return try await whole.send(request)
    }
    let callback = try #require(try await TestEngine(stub, answering: .once).open("redraftStatus?statusID=11"))
    #expect(callback.hasPrefix("app://x-callback-url/\(isKnown ? "yes" : "bad")"), "\(callback)")
    #expect(callback.contains("One%20two") && !callback.contains("repeated%20safely"), "\(callback)")
  }

  /// As after a renewal whose answer was lost, when no token of the account is valid.
  @Test func aRefusedTokenNamesTheWayOut() async throws {
    let engine = try TestEngine(StubServer(answering: Break(401, .unauthorized).answer))
    let callback = try #require(try await engine.open("getCurrentUser"))
    let message = try CallbackURL(parsing: callback).values(of: "errorMessage").first?.flatMap { $0 } ?? ""
    #expect(message.hasSuffix("sign in again with: tusk login a.example"), "\(message)")
  }

  @Test(arguments: breaks)
  func aChangeNeverClaimsTooMuch(broken: Break) async throws {
    let engine = try TestEngine(StubServer(answering: broken.answer))
    #expect(try await engine.failureCode(of: "postStatus?text=Hi") == broken.change.rawValue)
    #expect(engine.stub.writes.count == 1)
  }

  /// What can be repeated without harm fails as a read does, and says that it may have been made.
  @Test(
    arguments: breaks,
    [
      "favoriteStatus?statusID=9", "unfavoriteStatus?statusID=9", "unreblogStatus?statusID=9",
      "deleteStatus?statusID=9",
    ])
  func aRepeatableChangeIsNeverLeftToThePerson(broken: Break, request: String) async throws {
    let engine = try TestEngine(StubServer(answering: broken.answer), isSandbox: true)
    let callback = try #require(try await engine.open(request))
    let url = try CallbackURL(parsing: callback)
    guard let code = url.values(of: "errorCode").first?.flatMap({ Int($0) }) else {
      // Some requests want nothing of the body.
      return #expect(broken.read == .malformedAnswer)
    }
    #expect(code == broken.read.rawValue)
    let message = url.values(of: "errorMessage").first?.flatMap { $0 } ?? ""
    let isInDoubt = broken.change == .unknownOutcome
    #expect(message.hasSuffix("; the change may have been made; it can be repeated safely") == isInDoubt, "\(message)")
    if broken.testDescription == "network, arrived: true" {
      #expect(Failure.Code(rawValue: code).isTemporary && message.hasPrefix("lost the connection to a.example: "))
    }
  }

  @Test(arguments: breaks)
  func aListIsNeverCutSilently(broken: Break) async throws {
    let stub = StubServer { request throws(TransportError) in
      guard request.url.description.contains("page2") else {
        let next = #"<https://a.example/api/v1/notifications?page2>; rel="next""#
        return HTTPResponse(json: [Bodies.mention, Bodies.follow], link: next)
      }
      return try await broken.answer(request)
    }
    let callback = try #require(try await TestEngine(stub).open("getNotifications?count=40"))
    // An empty page is the end of a list, and the one body here that a list may have.
    let isEnd = broken.testDescription == "body []"
    #expect(callback.hasPrefix("app://x-callback-url/\(isEnd ? "yes" : "bad")?"), "\(callback)")
  }

  @Test(arguments: [
    "postStatus?text=Hi", "favoriteStatus?statusID=9", "reblogStatus?statusID=9", "followUser?acct=carol",
  ])
  func aChangeThatWasMadeIsNotReportedAsFailed(request: String) async throws {
    let carol = Bodies.alice.changing("acct", to: "carol").changing("username", to: "carol")
    let own = Bodies.status.changing("account", to: Bodies.alice)
    let answers = Bodies.everything.merging([
      "POST /api/v1/statuses": own, "POST /api/v1/statuses/9/favourite": own, "POST /api/v1/statuses/9/reblog": own,
      "GET /api/v1/accounts/lookup": carol, "POST /api/v1/accounts/1/follow": ["id": "1", "following": true],
    ]) { $1 }
    let isMade = Mutex(false)
    // Whatever is asked after the change fails.
    let stub = StubServer { request throws(TransportError) in
      if isMade.withLock({ $0 }) { return HTTPResponse(json: ["error": "no"], status: 500) }
      if request.method != .get { isMade.withLock { $0 = true } }
      guard let body = answers[request.route] else { return HTTPResponse(json: ["error": "no"], status: 404) }
      return HTTPResponse(json: body)
    }
    let engine = try TestEngine(stub, domain: nil)
    #expect(try await engine.failureCode(of: request) == nil)
    #expect(engine.stub.writes.count == 1)
    #expect(engine.stub.log.last == engine.stub.writes.first)
  }

  @Test func aRedirectOfAChangeIsNotFollowed() async throws {
    let stub = StubServer { request throws(TransportError) in
      guard !request.url.description.contains("elsewhere") else { return HTTPResponse(json: Bodies.status) }
      return HTTPResponse(status: 307, headers: ["Location": "https://a.example/elsewhere"])
    }
    let engine = try TestEngine(stub)
    #expect(try await engine.failureCode(of: "favoriteStatus?statusID=9") == Failure.Code.insecure.rawValue)
    #expect(engine.stub.log.count == 1)
    #expect(try await engine.failureCode(of: "getStatus?statusID=9") == nil)
  }

  @Test func theServersWordsCannotBreakTheCallback() async throws {
    let stub = StubServer { _ throws(TransportError) in
      HTTPResponse(json: ["error": "a&error=b#c?\u{1B}]52;c;x\u{7}\n\u{202E}%00"], status: 422)
    }
    let callback = try #require(try await TestEngine(stub).open("postStatus?text=Hi"))
    let url = try CallbackURL(parsing: callback)
    #expect(url.pairs.map(\.name) == ["errorCode", "errorMessage", "error"])
    #expect(!callback.contains("#"))
    #expect(url.pairs[1].value?.contains("a&error=b#c?") == true)
  }

  @Test func aTokenIsNeverTold() async throws {
    for broken in Self.breaks {
      for request in ["getCurrentUser", "postStatus?text=Hi"] {
        let callback = try await TestEngine(StubServer(answering: broken.answer)).open(request)
        #expect(callback?.contains("secret") == false)
      }
    }
  }
}
