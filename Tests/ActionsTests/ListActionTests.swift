import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// Lists by their identifiers and titles, and who is put into them.
struct ListActionTests {
  private static func stub(_ titles: [(id: String, title: String)]) -> StubServer {
    var changes: [String: JSON] = [
      "GET /api/v1/lists": .array(titles.map { ["id": .string($0.id), "title": .string($0.title)] })
    ]
    for (id, _) in titles {
      changes["GET /api/v1/lists/\(id)/accounts"] = [Bodies.bob]
      changes["POST /api/v1/lists/\(id)/accounts"] = [:]
    }
    return StubServer(changing: changes)
  }

  private func message(of request: String, _ stub: StubServer) async throws -> String? {
    let callback = try #require(try await TestEngine(stub).open(request))
    return try CallbackURL(parsing: callback).values(of: "errorMessage").first ?? nil
  }

  @Test(arguments: [
    ("3", "3"), ("Friends", "3"), ("Work", "4"), ("4", "4"), ("Caf%C3%A9%20%26%20more", "5"), ("7", "6"),
    // An identifier counts before a title.
    ("6", "6"),
  ])
  func aListIsNamedByItsIdentifierOrTitle(name: String, id: String) async throws {
    let stub = Self.stub([("3", "Friends"), ("4", "Work"), ("5", "Café & more"), ("6", "7"), ("8", "6")])
    #expect(try await TestEngine(stub).failureCode(of: "getListMembers?list=\(name)") == nil)
    #expect(stub.log == ["GET /api/v1/lists", "GET /api/v1/lists/\(id)/accounts"])
  }

  @Test(arguments: ["friends", "Friends%20", "Fri", "404", "..", "3%2F4", "*"])
  func aTitleIsWrittenAsItIs(name: String) async throws {
    let stub = Self.stub([("3", "Friends"), ("4", "Work")])
    #expect(try await TestEngine(stub).failureCode(of: "getListMembers?list=\(name)") == Failure.Code.notFound.rawValue)
    let text = try await message(of: "addToList?list=\(name)&account=2", stub)
    #expect(text?.contains("your lists: Friends, Work") == true)
    #expect(stub.writes.isEmpty)
  }

  @Test func anAmbiguousTitleIsNeverGuessed() async throws {
    let stub = Self.stub([("3", "Friends"), ("4", "Friends")])
    #expect(
      try await message(of: "addToList?list=Friends&account=2", stub)
        == "several lists are called 'Friends': list:3, list:4")
    #expect(stub.writes.isEmpty)
    #expect(try await TestEngine(stub).failureCode(of: "addToList?list=4&account=2") == nil)
  }

  @Test func whoHasNoListsIsToldSo() async throws {
    let text = try await message(of: "getListMembers?list=Friends", Self.stub([]))
    #expect(text == "no list is called 'Friends'; you have no lists")
  }

  @Test func severalAccountsGoInAtOnce() async throws {
    let engine = try TestEngine()
    let request = "addToList?list=Friends&account=2&account=%40bob%40b.example&account=me&account=01HX"
    #expect(try await engine.failureCode(of: request) == nil)
    #expect(engine.stub.writes == ["POST /api/v1/lists/3/accounts"])
    let body = try #require(engine.stub.lastBody)
    #expect(
      body.replacing("%5B%5D", with: "[]") == "account_ids[]=2&account_ids[]=2&account_ids[]=1&account_ids[]=01HX")
  }

  @Test func oneWhoIsNotFoundKeepsAllOthersOut() async throws {
    let stub = StubServer(changing: ["GET /api/v1/accounts/lookup": [:], "GET /api/v2/search": ["accounts": []]])
    let request = "addToList?list=3&account=2&account=%40carol%40c.example"
    #expect(try await TestEngine(stub).failureCode(of: request) != nil)
    #expect(stub.writes.isEmpty)
  }

  @Test func oneWhoIsInItAlreadyIsNoFailure() async throws {
    let stub = StubServer { request throws(TransportError) in
      switch request.route {
      case "GET /api/v1/lists": HTTPResponse(json: Bodies.lists)
      case "GET /api/v1/accounts/2/lists": HTTPResponse(json: [["id": "3", "title": "Friends"]])
      case "GET /api/v1/accounts/7/lists": HTTPResponse(json: [])
      case _ where request.body.map { String(decoding: $0, as: UTF8.self).contains("=2") } ?? false:
        HTTPResponse(json: ["error": "Account has already been taken"], status: 422)
      default: HTTPResponse(json: [:])
      }
    }
    #expect(try await TestEngine(stub, answering: .once).failureCode(of: "addToList?list=3&account=2&account=7") == nil)
    #expect(stub.lastBody?.replacing("%5B%5D", with: "[]") == "account_ids[]=7")
  }

  @Test func whoIsTakenOutIsNamedInTheQuery() async throws {
    let engine = try TestEngine()
    #expect(try await engine.failureCode(of: "removeFromList?list=Friends&account=2&account=7") == nil)
    let query = engine.stub.requests.last?.query.replacing("%5B%5D", with: "[]")
    #expect(query == "account_ids[]=2&account_ids[]=7")
  }

  @Test func aTitleCannotWriteIntoATerminal() async throws {
    let text = try await message(of: "getListMembers?list=x", Self.stub([("3", "a\u{1B}]0;b\u{7}")]))
    #expect(text?.contains("your lists: a") == true)
  }
}
