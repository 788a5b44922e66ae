import Fediverse
import Foundation
import JSONValue
import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// Names that are made of URLs, whatever a server put into them.
struct FileNameTests {
  @Test(arguments: [
    ("https://a.example/media/cat.png", "cat.png"), ("https://a.example/cat.png?x=/etc/passwd", "cat.png"),
    ("https://a.example/cat.png#/etc/passwd", "cat.png"), ("https://a.example/", "a.example"),
    ("https://a.example", "a.example"), ("https://a.example/a/", "a"), ("https://a.example//a//", "a"),
    ("https://a.example/..", "file"), ("https://a.example/.", "file"), ("https://a.example/...", "file"),
    ("https://a.example/.bashrc", "bashrc"), ("https://a.example/-rf", "rf"), ("https://a.example/--to=x", "to_x"),
    ("https://a.example/a%2Fb", "a_2Fb"), ("https://a.example/%2e%2e%2fetc", "2e_2e_2fetc"),
    ("https://a.example/a\\..\\b", "a_.._b"), ("https://a.example/a b;rm", "a_b_rm"), ("https://a.example/$(x)", "x_"),
    ("https://a.example/caf\u{E9}.png", "caf_.png"), ("https://a.example/\u{1F418}", "file"),
    ("https://a.example/a\nb\u{0}c", "a_b_c"), ("https://a.example/\u{202E}gnp.exe", "gnp.exe"), ("", "file"),
    ("/", "file"), ("https://a.example/_._-.x", "x"), ("https://a.example/a\r\n", "a__"),
  ])
  func aNameIsPlainAndLeadsNowhere(url: String, name: String) {
    #expect(FileName.of(url) == name)
  }

  @Test(arguments: [".hidden", "-rf", "_x", "...x"])
  func aLongNameIsCutWithoutHiding(end: String) {
    for length in 0..<6 {
      let name = FileName.of(
        "https://a.example/" + String(repeating: "a", count: 200) + end + String(repeating: "b", count: 115 + length))
      #expect(name.utf8.count <= 120 && name.first.map { !".-_".contains($0) } == true, "\(name)")
    }
  }

  @Test func theEndOfALongNameIsKeptBecauseItSaysWhatItIs() {
    #expect(FileName.of("https://a.example/" + String(repeating: "é", count: 5000) + ".png") == "png")
    #expect(FileName.of("https://a.example/" + String(repeating: "x", count: 5000) + ".png").hasSuffix("x.png"))
  }
}

/// Files that are downloaded: where they come, what stays, and that nothing half done is left.
struct FileDownloadTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)), as: UTF8.self)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
  }

  private static func stub(_ body: String = "new", status: Int = 200, length: Int? = nil) -> StubServer {
    StubServer { _ throws(TransportError) in
      var headers: Headers = [:]
      if let length { headers.add("Content-Length", String(length)) }
      return HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
    }
  }

  private func download(
    _ url: String, to target: String, skips: Bool = false, _ stub: StubServer = stub()
  ) async throws -> Response {
    let pairs = [("url", url), ("to", target)] + (skips ? [("skip-existing", "true")] : [])
    let request = CallbackURL(
      scheme: "tusker", action: "downloadMedia", pairs: [.init("json", "true")] + pairs.map { .init($0, $1) })
    return try await TestEngine(stub).open(request).response
  }

  private func code(_ response: Response) -> Failure.Code? {
    guard case .failure(let failure) = response else { return nil }
    return failure.code
  }

  private static let cat = "https://a.example/media/cat.png"

  @Test func aFileComesUnderTheNameThatIsGiven() async throws {
    let response = try await download(Self.cat, to: folder.path + "/x.jpg")
    let path: JSON = .string(folder.path + "/x.jpg")
    #expect(response.json == ["path": path, "bytes": 3, "new": true])
    #expect(try names == ["x.jpg"] && text("x.jpg") == "new")
  }

  @Test(arguments: ["", "/", "/in", "/in/"])
  func aFolderGetsTheNameOfTheURL(end: String) async throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: false)
    let response = try await download(Self.cat, to: folder.path + end)
    let name = end.hasPrefix("/in") ? "/in/cat.png" : "/cat.png"
    #expect(response.json?["path"]?.string == folder.path + name, "\(response)")
    #expect(try text(String(name.dropFirst())) == "new")
  }

  @Test func aFolderThatIsNamedSoIsMade() async throws {
    #expect(try await download(Self.cat, to: folder.path + "/made/").json?["new"] == true)
    #expect(try text("made/cat.png") == "new")
    #expect(code(try await download(Self.cat, to: folder.path + "/a/b/")) == .invalidParameter)
    #expect(code(try await download(Self.cat, to: folder.path + "/none/x.png")) == .invalidParameter)
    #expect(try names == ["made"])
  }

  @Test func aFileThatIsThereIsReplacedAsAWholeOrStays() async throws {
    try write("old one", to: "x")
    let stub = Self.stub()
    let kept = try await download(Self.cat, to: folder.path + "/x", skips: true, stub)
    #expect(kept.json?["new"] == false && kept.json?["bytes"] == 7)
    #expect(try stub.log.isEmpty && text("x") == "old one")
    #expect(try await download(Self.cat, to: folder.path + "/x").json?["new"] == true)
    #expect(try text("x") == "new" && names == ["x"])
    #expect(try await download(Self.cat, to: folder.path + "/y", skips: true).json?["new"] == true)
  }

  @Test(
    arguments: [
      (404, nil, Failure.Code.notFound), (403, nil, .forbidden), (500, nil, .serverFailure), (200, 99, .network),
      (200, 1 << 40, .malformedAnswer),
    ] as [(Int, Int?, Failure.Code)])
  func whatFailsLeavesWhatWasThere(status: Int, length: Int?, failure: Failure.Code) async throws {
    try write("old", to: "x")
    let response = try await download(Self.cat, to: folder.path + "/x", Self.stub(status: status, length: length))
    #expect(code(response) == failure, "\(response)")
    #expect(try names == ["x"] && text("x") == "old")
  }

  @Test func whatIsWithdrawnLeavesNothing() async throws {
    let folder = folder
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let stub = StubServer { _ throws(TransportError) in
      beginning.yield()
      try? await Task.sleep(for: .seconds(3600))
      throw TransportError(.canceled, "the task was canceled", mayHaveArrived: true)
    }
    let work = Task { try await self.download(Self.cat, to: folder.path + "/x", stub) }
    for await _ in begun { break }
    #expect(try names.count == 1, "what has come so far")
    work.cancel()
    _ = try await work.value
    #expect(try names.isEmpty)
  }

  @Test func aLinkThatIsThereIsReplacedAndNotFollowed() async throws {
    try write("precious", to: "target")
    symlink(folder.path + "/target", folder.path + "/link")
    #expect(try await download(Self.cat, to: folder.path + "/link").json?["new"] == true)
    #expect(try text("target") == "precious" && text("link") == "new")
    symlink(folder.path + "/nowhere", folder.path + "/dangling")
    #expect(try await download(Self.cat, to: folder.path + "/dangling").json?["new"] == true)
    #expect(try names == ["dangling", "link", "target"])
  }

  @Test func aFolderInTheWayIsNoFile() async throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/in/cat.png", withIntermediateDirectories: true)
    let response = try await download(Self.cat, to: folder.path + "/in")
    #expect(code(response) == .invalidParameter)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/in") == ["cat.png"])
  }

  @Test func downloadsOfOneNameAtOnceAreNotMixed() async throws {
    let meeting = Meeting(of: 4)
    let stub = StubServer { request throws(TransportError) in
      await meeting.arrive()
      return HTTPResponse(status: 200, body: Array(String(repeating: request.query, count: 10_000).utf8))
    }
    let folder = folder
    try await withThrowingTaskGroup(of: Response.self) { group in
      for letter in ["a", "b", "c", "d"] {
        group.addTask { try await self.download("https://a.example/cat.png?\(letter)", to: folder.path + "/x", stub) }
      }
      for try await response in group { #expect(response.json?["bytes"] == 10_000, "\(response)") }
    }
    #expect(try names == ["x"])
    #expect(Set(try text("x")).count == 1)
  }

  @Test(arguments: [
    "file:///etc/passwd", "javascript:alert(1)", "cat.png", "ftp://a.example/x", "https://", "//a.example/x", "data:,x",
  ])
  func whatIsNoWebAddressIsNotFetched(url: String) async throws {
    let stub = Self.stub()
    #expect(code(try await download(url, to: folder.path + "/x", stub)) == .invalidParameter)
    #expect(try stub.log.isEmpty && names.isEmpty)
  }

  @Test(arguments: ["http://127.0.0.1/x", "https://10.0.0.1/x", "https://localhost/x", "http://b.example/x"])
  func nothingIsFetchedFromTheHouseOrOverAnOpenLine(url: String) async throws {
    let stub = Self.stub()
    #expect(code(try await download(url, to: folder.path + "/x", stub)) == .insecure)
    #expect(try stub.log.isEmpty && names.isEmpty)
  }

  @Test func theTokenGoesToNobodyElse() async throws {
    let stub = Self.stub()
    _ = try await download("https://cdn.example/cat.png", to: folder.path + "/x", stub)
    _ = try await download(Self.cat, to: folder.path + "/x", stub)
    #expect(stub.requests.map { $0.headers["Authorization"] != nil } == [false, true])
  }

  @Test func anEmptyFileIsAFile() async throws {
    #expect(try await download(Self.cat, to: folder.path + "/x", Self.stub("")).json?["bytes"] == 0)
    #expect(try names == ["x"])
  }
}

/// A place where tasks wait for one another.
private actor Meeting {
  private let count: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) {
    self.count = count
  }

  /// Returns when everybody has come.
  func arrive() async {
    guard waiting.count + 1 < count else {
      for continuation in waiting { continuation.resume() }
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }
}
