import Fediverse
import Foundation
import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// Lists of an account that are imported from files.
struct ImportTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/list.csv" }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A server with accounts `a1`, `a2`, …, of which some are muted, and that fails to mute others.
  private func server(
    version: String = "4.5.0", muted: [Int] = [], requested: [Int] = [], failing: [Int: Int] = [:],
    lacking: [String] = []
  ) -> StubServer {
    StubServer { request throws(TransportError) in
      if lacking.contains(request.route) { return HTTPResponse(json: ["error": "no"], status: 404) }
      func account(_ number: Int) -> JSON {
        Bodies.alice.changing("id", to: .string("\(number)")).changing("acct", to: .string("a\(number)"))
          .changing("username", to: .string("a\(number)"))
      }
      let number = Int(request.route.split(separator: "/").dropLast().last ?? "") ?? 0
      switch request.route {
      case "GET /api/v2/instance": return HTTPResponse(json: ["domain": "a.example", "version": .string(version)])
      case "GET /api/v1/mutes": return HTTPResponse(json: .array(muted.map(account)))
      case "GET /api/v1/accounts/relationships":
        let relations = muted.map { number in
          JSON.object(["id": .string("\(number)"), "muting": true, "muting_notifications": .bool(number != 2)])
        }
        let requests = requested.map { JSON.object(["id": .string("\($0)"), "requested": true]) }
        return HTTPResponse(json: .array(relations + requests))
      case let route where route.hasSuffix("/following"): return HTTPResponse(json: .array([]))
      case "GET /api/v1/accounts/lookup":
        let name = request.query.split(separator: "=").last?.split(separator: "%").first ?? ""
        return HTTPResponse(json: account(Int(name.dropFirst()) ?? 0))
      case "GET /api/v1/domain_blocks": return HTTPResponse(json: .array([]))
      case "POST /api/v1/import": return HTTPResponse(json: [:])
      case let route where route.hasSuffix("mute"):
        if let status = failing[number] { return HTTPResponse(json: ["error": "no"], status: status) }
        return HTTPResponse(json: ["id": .string("\(number)"), "muting": true])
      default: return HTTPResponse(json: Bodies.everything[request.route] ?? ["error": "no"])
      }
    }
  }

  private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

  private func open(_ stub: StubServer, _ query: String = "", kind: String = "mutes") async throws -> CallbackURL {
    let engine = try TestEngine(stub, isSandbox: true)
    return try CallbackURL(
      parsing: try #require(try await engine.open("import?kind=\(kind)&from=\(path)&json=true\(query)")))
  }

  @Test(arguments: [
    // What is there is not requested again; what differs is.
    ("a1\na2,true\na3,false\n", "", ["1": "missing", "2": "setting", "3": "missing"]),
    ("Account address,Hide notifications\na2@a.example,false\n@a4@a.example,true\n", "", [:]),
    ("a2@a.example\n", "&replace=true", ["4": "unmute"]),
    // A name without a host is one of this server; case and the spelling of hosts make no difference.
    ("A2\n", "&replace=true", ["4": "unmute"]), ("@A2@A.EXAMPLE\na4\n", "&replace=true", [:]),
  ])
  func onlyTheDifferenceIsChanged(_ text: String, _ query: String, _ changes: [String: String]) async throws {
    try write(text)
    let stub = server(muted: [2, 4])
    _ = try await open(stub, query)
    let ids = stub.writes.compactMap { $0.split(separator: "/").dropLast().last.map(String.init) }
    #expect(ids.sorted() == changes.keys.sorted())
    #expect(stub.writes.allSatisfy { $0.hasSuffix(changes.values.contains("unmute") ? "/unmute" : "/mute") })
  }

  @Test(arguments: [
    ("mutes", "a1\ntwo words\n"), ("mutes", "a1\n\"open\n"), ("blocks", ",\n"), ("bookmarks", "hello\n"),
    ("domain-blocks", "bob@spam.example\n"), ("domain-blocks", "https://x.example/\n"),
    ("domain-blocks", "*.bad.example\n"), ("mutes", "Account address,Show boosts\na1,true\n"), ("mutes", "a1,maybe\n"),
    ("blocks", "Account address,Hide notifications\na1,true\n"), ("blocks", "Friends,a1@a.example\n"),
    ("following", "https://a.example/1\n"), ("mutes", "acct,note\n"), ("lists", "Friends\n"), ("lists", ",a1\n"),
  ])
  func aRowOfAnotherKindChangesNothing(_ kind: String, _ text: String) async throws {
    try write(text)
    let stub = server()
    let answer = try await open(stub, kind: kind)
    #expect(answer.values(of: "errorCode") == ["\(Failure.Code.invalidParameter.rawValue)"])
    #expect(stub.writes.isEmpty)
  }

  @Test(arguments: [
    ("mutes", "Account address,Active\na1,false\n", "'Active'"),
    ("domain-blocks", "#domain,#severity,#obfuscate\na.b.example,silence,false\n", "'#severity', '#obfuscate'"),
  ])
  func unknownColumnsAreNamedOrIgnored(_ kind: String, _ text: String, _ names: String) async throws {
    try write(text)
    let stub = server()
    let answer = try await open(stub, kind: kind)
    #expect(answer.values(of: "errorMessage").first??.contains("do not have: \(names);") == true)
    #expect(stub.writes.isEmpty)
    _ = try await open(stub, "&ignore-columns=true", kind: kind)
    #expect(stub.writes.count == 1)
  }

  @Test func aFileInLatin1NamesItsLine() async throws {
    try Data(Array("Friends,a1\n\nK".utf8) + [0xF6] + Array("ln,a2\n".utf8)).write(to: URL(fileURLWithPath: path))
    let stub = server()
    let answer = try await open(stub, kind: "lists")
    #expect(answer.values(of: "errorMessage").first??.hasPrefix("line 3 of '\(path)' is not UTF-8;") == true)
    #expect(stub.writes.isEmpty)
  }

  @Test func aRequestedFollowIsNotRequestedAgain() async throws {
    try write("a2\na3\n")
    let stub = server(requested: [3])
    #expect(try await open(stub, kind: "following").description.contains("yes?"))
    #expect(stub.writes == ["POST /api/v1/accounts/2/follow"])
  }

  @Test func aRowThatFailsIsLeftOut() async throws {
    try write("a1\na2\na3\n")
    let stub = server(failing: [2: 404])
    let answer = try await open(stub)
    #expect(answer.description.contains("yes?"))
    #expect(stub.writes.count == 3)
  }

  @Test(arguments: [(429, 2), (503, 2)])
  func whatEveryRowWouldMeetStopsTheImport(_ status: Int, _ writes: Int) async throws {
    try write("a1\na2\na3\n")
    let stub = server(failing: [2: status])
    let answer = try await open(stub)
    #expect(answer.values(of: "errorMessage").first??.hasPrefix("1 of 3 changes are made: ") == true)
    #expect(stub.writes.count == writes)
  }

  @Test(arguments: [("a1\na2\n", ["POST /api/v1/accounts/1/mute", "POST /api/v1/accounts/2/mute"]), ("\n", [])])
  func nothingIsRemovedIfARowFails(_ text: String, _ writes: [String]) async throws {
    try write(text)
    let stub = server(muted: [4], failing: [2: 404])
    _ = try await open(stub, "&replace=true")
    #expect(stub.writes == writes)
  }

  @Test func tenFailuresInARowStopTheImport() async throws {
    try write((1...20).map { "a\($0)\n" }.joined())
    let stub = server(failing: Dictionary(uniqueKeysWithValues: (3...20).map { ($0, 403) }))
    let answer = try await open(stub)
    #expect(answer.values(of: "errorMessage").first??.hasPrefix("2 of 20 changes are made: ") == true)
    #expect(stub.writes.count == 12)
  }

  @Test func aServerWithImportsGetsTheFile() async throws {
    try write("a1\n")
    let stub = server(version: "2.7.2 (compatible; GoToSocial 0.17.0)")
    _ = try await open(stub, "&replace=true")
    #expect(stub.writes == ["POST /api/v1/import"])
    #expect(stub.lastBody?.contains("overwrite") == true)
  }

  /// Some software is not known to have the calls, and not known to lack them.
  @Test func aServerWithoutTheCallsGetsTheChanges() async throws {
    try write("a1\n")
    let lacking = ["POST /api/v1/import", "GET /api/v1/exports/mutes.csv"]
    let stub = server(version: "takahe/0.11.0", muted: [2], lacking: lacking)
    _ = try await open(stub)
    #expect(stub.writes == ["POST /api/v1/import", "POST /api/v1/accounts/1/mute"])
    let exported = folder.path + "/mutes.csv"
    _ = try await TestEngine(stub, isSandbox: true).open("export?kind=mutes&to=\(exported)")
    #expect(stub.log.contains("GET /api/v1/exports/mutes.csv"))
    #expect(try text(ofFile: exported).contains("a2@a.example"))
  }

  @Test(arguments: ["", "\n", "Account address\n"], ["4.5.0", "2.7.2 (compatible; GoToSocial 0.17.0)"])
  func anEmptyFileIsNotSent(_ text: String, _ version: String) async throws {
    try write(text)
    for query in ["", "&replace=true"] {
      let stub = server(version: version)
      let answer = try await open(stub, query, kind: "blocks")
      #expect(answer.description.contains("yes?") == query.isEmpty)
      #expect(stub.writes.isEmpty)
    }
  }

  @Test(arguments: [(Consent.Reply.once, 3), (.no, 0)])
  func aPersonIsAskedFirst(reply: Consent.Reply, writes: Int) async throws {
    try write("a1\na2\na3\n")
    let stub = server()
    let engine = try TestEngine(stub, answering: reply)
    _ = try await engine.open("import?kind=mutes&from=\(path)")
    #expect(engine.kindsOfQuestions == ["confirmation"] && stub.writes.count == writes)
  }
}
