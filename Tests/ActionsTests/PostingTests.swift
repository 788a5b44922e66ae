import Fediverse
import Foundation
import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What is attached to a new status: media with their descriptions, and polls.
struct PostingTests {
  private let folder: TemporaryFolder
  private var cat: String { folder.path + "/cat.png" }
  private var dog: String { folder.path + "/a dog & more.jpg" }

  init() throws {
    folder = try TemporaryFolder()
    for path in [cat, dog] { try Data("bytes of \(path)".utf8).write(to: URL(fileURLWithPath: path)) }
  }

  /// A server that numbers what is uploaded to it, and has a picture at `/cat.png`.
  private static func stub() -> StubServer {
    let count = Mutex(0)
    return StubServer { request throws(TransportError) in
      switch request.route {
      case "POST /api/v2/media":
        let number = count.withLock { count in
          count += 1
          return count
        }
        return HTTPResponse(json: Bodies.media.changing("id", to: .string("u\(number)")))
      case "GET /cat.png": return HTTPResponse(status: 200, headers: ["Content-Type": "image/png"], body: [1, 2, 3])
      default:
        return HTTPResponse(
          json: Bodies.everything[request.route] ?? ["error": "no"],
          status: Bodies.everything[request.route] == nil ? 404 : 200)
      }
    }
  }

  private func post(_ pairs: [(String, String)], _ stub: StubServer, from party: Origin.Party = .person) async throws
    -> Response
  {
    let url = CallbackURL(
      scheme: "tusker", action: "postStatus", pairs: [.init("text", "Hi")] + pairs.map { .init($0, $1) })
    return await (try TestEngine(stub, isSandbox: true)).open(url, from: party).response
  }

  private func code(_ response: Response) -> Failure.Code? {
    guard case .failure(let failure) = response else { return nil }
    return failure.code
  }

  /// What each upload says of itself and of its file.
  private func uploads(_ stub: StubServer) -> [(description: String?, name: String?)] {
    stub.requests(to: "POST /api/v2/media").map { request in
      let text = String(decoding: request.body ?? [], as: UTF8.self)
      let description = text.split(separator: "name=\"description\"\r\n\r\n").dropFirst().first?.prefix { $0 != "\r\n" }
      let name = text.split(separator: "filename=\"").dropFirst().first?.prefix { $0 != "\"" }
      return (description.map(String.init), name.map(String.init))
    }
  }

  private func mediaIDs(_ stub: StubServer) throws -> [String?]? {
    try JSON(parsing: try #require(stub.lastBody))["media_ids"]?.array?.map(\.string)
  }

  @Test func eachFileHasTheDescriptionThatFollowsIt() async throws {
    let stub = Self.stub()
    let response = try await post(
      [("media", "file:" + dog), ("alt", ""), ("media", "file:" + cat), ("alt", "A \"cat\""), ("media", "77")], stub)
    #expect(code(response) == nil, "\(response)")
    #expect(uploads(stub).map(\.name) == ["a dog & more.jpg", "cat.png"])
    #expect(uploads(stub).map(\.description) == [nil, "A \"cat\""])
    #expect(try mediaIDs(stub) == ["u1", "u2", "77"])
    #expect(stub.log.last == "POST /api/v1/statuses")
  }

  @Test(arguments: [
    [("alt", "x")], [("alt", "x"), ("media", "7")], [("media", "7"), ("alt", "x"), ("alt", "y")], [("media", "")],
    [("media", "a/b")], [("media", "..")], [("media", "ftp://a.example/x")], [("media", "FILE:/etc/passwd")],
    [("media", " file:/etc/passwd")], [("media", "/etc/passwd")], [("media", "status:7")],
  ])
  func whatBelongsToNoMediumIsRefused(pairs: [(String, String)]) async throws {
    let stub = Self.stub()
    #expect(code(try await post(pairs, stub)) == .invalidParameter)
    #expect(stub.log.isEmpty)
  }

  @Test func anEmptyDescriptionIsNone() async throws {
    let stub = Self.stub()
    #expect(code(try await post([("media", "file:" + cat), ("alt", "")], stub)) == nil)
    #expect(uploads(stub).map(\.description) == [nil])
  }

  @Test(arguments: ["none.png", "", "empty.png"])
  func aFileThatCannotBeReadLeavesNoStatus(name: String) async throws {
    try Data().write(to: URL(fileURLWithPath: folder.path + "/empty.png"))
    let stub = Self.stub()
    #expect(code(try await post([("media", "file:\(folder.path)/\(name)")], stub)) == .unreadableFile)
    #expect(stub.log.isEmpty)
  }

  /// As many texts as files before them are theirs in order.
  @Test(arguments: 0..<40)
  func eachFileHasTheTextThatIsMeantForIt(_ seed: Int) async throws {
    var random = Lehmer(seed: UInt64(seed))
    var pairs: [(String, String)] = []
    var expected: [String?] = []
    for group in 0..<Int.random(in: 1...3, using: &random) {
      let count = Int.random(in: 1...4, using: &random)
      pairs += (0..<count).map { _ in ("media", "file:" + cat) }
      let texts = (0..<count).map { "text \(group).\($0)" }
      switch Bool.random(using: &random) {
      case true:
        pairs += texts.map { ("alt", $0) }
        expected += texts
      case false:
        // An empty text is none.
        pairs += texts.dropFirst().map { ("alt", $0) } + [("alt", "")]
        expected += Array(texts.dropFirst()) + [String?.none]
      }
    }
    let stub = Self.stub()
    let response = try await post(pairs, stub)
    #expect(code(response) == nil, "\(response)")
    #expect(uploads(stub).map(\.description) == expected, "\(pairs)")
  }

  @Test(arguments: [(2, 3), (3, 2), (1, 2), (2, 1), (4, 1)])
  func otherNumbersOfTextsAreRefused(files: Int, texts: Int) async throws {
    let stub = Self.stub()
    let pairs = (0..<files).map { _ in ("media", "file:" + cat) } + (0..<texts).map { ("alt", "text \($0)") }
    #expect(code(try await post(pairs, stub)) == .invalidParameter)
    #expect(stub.log.isEmpty)
  }

  @Test func anUploadThatFailsLeavesNoStatus() async throws {
    for status in [422, 500, 413] {
      let stub = StubServer { request throws(TransportError) in
        HTTPResponse(json: ["error": "no"], status: request.route == "POST /api/v2/media" ? status : 200)
      }
      #expect(code(try await post([("media", "file:" + cat)], stub)) != nil)
      #expect(stub.requests(to: "POST /api/v1/statuses").isEmpty)
    }
  }

  @Test func whatIsOnTheWebIsFetchedAndUploaded() async throws {
    let stub = Self.stub()
    let response = try await post([("media", "https://a.example/cat.png?v=1"), ("alt", "A cat")], stub)
    #expect(code(response) == nil, "\(response)")
    #expect(stub.log == ["GET /cat.png", "POST /api/v2/media", "POST /api/v1/statuses"])
    #expect(uploads(stub).map(\.name) == ["cat.png"] && uploads(stub).map(\.description) == ["A cat"])
    #expect(try mediaIDs(stub) == ["u1"])
  }

  @Test(arguments: [
    "http://127.0.0.1/cat.png", "https://192.168.0.1/x", "https://[::1]/x", "http://b.example/cat.png",
    "https://169.254.169.254/latest/meta-data/",
  ])
  func nothingIsFetchedFromTheHouseOrOverAnOpenLine(url: String) async throws {
    let stub = Self.stub()
    #expect(code(try await post([("media", url)], stub)) == .insecure)
    #expect(stub.log.isEmpty)
  }

  @Test func aPictureThatIsNotThereLeavesNoStatus() async throws {
    let stub = Self.stub()
    #expect(code(try await post([("media", "https://a.example/none.png")], stub)) == .notFound)
    #expect(stub.writes.isEmpty)
  }

  @Test(
    arguments: [
      ([], 86_400, false), ([("expires", "30m")], 1800, false),
      ([("expires", "2d"), ("multiple", "true")], 172_800, true),
      ([("multiple", "")], 86_400, true), ([("expires", "1ms")], 1, false),
    ] as [([(String, String)], Int, Bool)])
  func aPollHasItsAnswersInOrder(pairs: [(String, String)], seconds: Int, isMultiple: Bool) async throws {
    let stub = Self.stub()
    let response = try await post(
      [("poll", "Yes, a lot"), ("poll", "No"), ("poll", "No")] + pairs.filter { !$0.1.isEmpty }
        + pairs.filter(\.1.isEmpty).map { ($0.0, "true") }, stub)
    #expect(code(response) == nil, "\(response)")
    let poll = try JSON(parsing: try #require(stub.lastBody))["poll"]
    #expect(poll?["options"] == ["Yes, a lot", "No", "No"])
    #expect(poll?["expires_in"] == .int(seconds) && poll?["multiple"] == .bool(isMultiple))
  }

  @Test(arguments: [
    [("poll", "Yes")], [("poll", "Yes"), ("poll", "")], [("expires", "1d")], [("multiple", "true")],
    [("poll", "Yes"), ("poll", "No"), ("expires", "0s")], [("poll", "Yes"), ("poll", "No"), ("expires", "soon")],
    [("poll", "Yes"), ("poll", "No"), ("expires", "")], [("poll", "Yes"), ("poll", "No"), ("multiple", "some")],
    [("poll", "Yes"), ("poll", "No"), ("expires", "99999999999999999999d")],
    [("poll", "Yes"), ("poll", "No"), ("expires", "9223372036854775808ms")],
  ])
  func whatIsNoPollIsRefused(pairs: [(String, String)]) async throws {
    let stub = Self.stub()
    #expect(code(try await post(pairs, stub)) == .invalidParameter)
    #expect(stub.log.isEmpty)
  }

  @Test func aStatusWithAPollAnswersWhichOne() async throws {
    let stub = StubServer(changing: ["POST /api/v1/statuses": Bodies.status.changing("poll", to: Bodies.poll)])
    let data = try await TestEngine(stub).data(of: "postStatus?text=Hi&poll=a&poll=b&json=true&item=true")
    #expect(data["item"]?["poll"] == "5")
  }
}

/// Files of this machine, which only a person and their scripts may have read or written.
struct ForeignFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data("secret".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.png"))
  }

  @Test(arguments: [
    "postStatus?text=Hi&media=file%3A$", "postStatus?text=Hi&media=7&media=%66ile:$", "uploadMedia?file=$",
    "postStatus?media=file:$&text=Hi&silent=true&x-source=Drafts", "uploadMedia?file=$&silent=true&x-source=Drafts",
    "downloadMedia?url=https%3A%2F%2Fa.example%2Fcat.png&to=$", "postStatus?text=Hi&media=file:",
    "downloadMedia?to=$&url=https%3A%2F%2Fa.example%2Fcat.png&skip-existing",
  ])
  func anotherProgramNamesNoFile(request: String) async throws {
    let path = folder.path + "/a.png"
    for assumesYes in [false, true] {
      let engine = try TestEngine(answering: .always)
      try await engine.permissions.decide(.allow, source: "Drafts", account: "@alice@a.example")
      let callback = try await engine.open(request.replacing("$", with: path), from: .program, assumesYes: assumesYes)
      #expect(callback?.contains("errorCode=13&") == true, "\(callback ?? "")")
      #expect(callback?.contains("secret") == false)
      #expect(engine.stub.log.isEmpty && engine.kindsOfQuestions.isEmpty)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("secret".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.png"])
  }

  @Test(arguments: ["", "x-source=tusk", "x-source=tusk&silent=true"])
  func theSandboxIsNoExcuse(extra: String) async throws {
    let engine = try TestEngine(isSandbox: true)
    let callback = try await engine.open("uploadMedia?file=\(folder.path)/a.png&\(extra)", from: .program)
    #expect(callback?.contains("errorCode=13&") == true && engine.stub.log.isEmpty)
  }

  @Test func aTextThatOnlySaysSoIsText() async throws {
    let engine = try TestEngine(answering: .once)
    _ = try await engine.open("postStatus?text=file:\(folder.path)/a.png&cw=file:x", from: .program)
    let body = try JSON(parsing: try #require(engine.stub.lastBody))
    #expect(body["status"]?.string == "file:\(folder.path)/a.png")
  }

  @Test func aScriptMayHaveItsFilesUploaded() async throws {
    let script = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d1", effects: []))
    for party in [Origin.Party.person, script] {
      let engine = try TestEngine(answering: .once)
      #expect(
        try await engine.open("uploadMedia?file=\(folder.path)/a.png&alt=A%20cat", from: party)
          == "app://x-callback-url/yes?mediaID=21&url=https%3A%2F%2Fa.example%2Fcat.png")
      #expect(engine.kindsOfQuestions == (party == .person ? [] : ["script"]))
    }
  }

  @Test func whoWritesAFileChangesNoAccountAndIsNotAsked() async throws {
    let script = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d1", effects: []))
    let stub = StubServer { _ throws(TransportError) in HTTPResponse(status: 200, body: [1, 2, 3]) }
    for (index, party) in [Origin.Party.person, script].enumerated() {
      let engine = try TestEngine(stub, answering: .nobody(.unattended))
      let request = "downloadMedia?url=https%3A%2F%2Fa.example%2Fcat.png&to=\(folder.path)/new\(index)"
      #expect(try await engine.open(request, from: party)?.hasPrefix("app://x-callback-url/yes") == true)
      #expect(engine.kindsOfQuestions.isEmpty)
    }
  }
}
