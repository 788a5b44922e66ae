import Fediverse
import Foundation
import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
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

  /// The names in the folder, without that of the records.
  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != ".tusk-downloads" }.sorted()
    }
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

  /// Neither is there a file called `-` afterwards, nor a directory whose name may be a mistake.
  @Test(arguments: ["downloadMedia?url=https%3A%2F%2Fa.example%2Fx", "export?kind=blocks"])
  func aTargetThatCannotBeWrittenIsRefused(request: String) async throws {
    let engine = try TestEngine()
    for (target, advice) in [("-", "standard%20output"), ("\(folder.path)/new/x", "mkdir%20-p%20")] {
      let answer = try await engine.open("\(request)&to=\(target)")
      #expect(answer?.contains(advice) == true, "\(answer ?? "")")
    }
    #expect(engine.stub.log.isEmpty)
    #expect(try names.isEmpty)
  }

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

  @Test func aNamedFileIsReplacedAsAWholeOrStays() async throws {
    try write("old one", to: "x")
    let kept = try await download(Self.cat, to: folder.path + "/x", skips: true)
    #expect(code(kept) == .unwritableFile)
    #expect(try text("x") == "old one" && names == ["x"])
    #expect(code(try await download(Self.cat, to: folder.path + "/x")) == .unwritableFile)
    #expect(try text("x") == "old one" && names == ["x"])
    try write("new", to: "x")
    for body in ["new", "newer", "new"] {
      #expect(try await download(Self.cat, to: folder.path + "/x", Self.stub(body)).json?["new"] == true)
      #expect(try text("x") == body && names == ["x"])
    }
    #expect(try await download(Self.cat, to: folder.path + "/y", skips: true).json?["new"] == true)
    let stub = Self.stub("newer")
    #expect(try await download(Self.cat, to: folder.path + "/y", skips: true, stub).json?["new"] == false)
    #expect(try stub.log.isEmpty && text("y") == "new")
  }

  /// Several downloads to one name, as in a loop whose folder does not exist.
  @Test func aNamedFileIsOnlyOfOneURL() async throws {
    let other = "https://a.example/media/dog.png"
    #expect(try await download(Self.cat, to: folder.path + "/x").json?["new"] == true)
    for _ in 0..<2 {
      #expect(code(try await download(other, to: folder.path + "/x", Self.stub("dog"))) == .unwritableFile)
      #expect(try text("x") == "new" && names == ["x"])
    }
    try write("mine", to: "x")
    #expect(code(try await download(Self.cat, to: folder.path + "/x")) == .unwritableFile)
    #expect(try text("x") == "mine")
  }

  @Test func addressesThatOnlyLookAlikeAreTwo() async throws {
    let (one, other) = ("https://a.example/media/\u{E9}.png", "https://a.example/media/e\u{301}.png")
    #expect(try await download(one, to: folder.path + "/x").json?["new"] == true)
    #expect(code(try await download(other, to: folder.path + "/x", Self.stub("dog"))) == .unwritableFile)
  }

  @Test func aFileThatIsTheSameIsKept() async throws {
    try write("new", to: "cat.png")
    #expect(try await download(Self.cat, to: folder.path, skips: true).json?["new"] == false)
    let stub = Self.stub("newer")
    #expect(try await download(Self.cat, to: folder.path, skips: true, stub).json?["bytes"] == 3)
    #expect(try stub.log.isEmpty && names == ["cat.png"])
  }

  @Test(arguments: ["Makefile", "main.tsk", "cat.png"])
  func aNameThatTheServerChoseReplacesNothing(name: String) async throws {
    try write("mine", to: name)
    let url = "https://a.example/media/\(name)"
    let first = try await download(url, to: folder.path)
    let path = try #require(first.json?["path"]?.string)
    #expect(path != folder.path + "/" + name && first.json?["new"] == true)
    #expect(try text(name) == "mine" && names.count == 2)
    let skipping = Self.stub("newer")
    #expect(try await download(url, to: folder.path, skips: true, skipping).json?["path"]?.string == path)
    #expect(skipping.log.isEmpty)
    #expect(try await download(url, to: folder.path, Self.stub("newer")).json?["path"]?.string == path)
    #expect(try text(name) == "mine" && names.count == 2)
    try write("mine too", to: String(path.dropFirst(folder.path.utf8.count + 1)))
    for skips in [false, true] {
      #expect(code(try await download(url, to: folder.path, skips: skips)) == .unwritableFile)
    }
    #expect(try names.count == 2)
  }

  /// Made with a umask that let the group write, as those of earlier versions.
  @Test(arguments: [0o775, 0o777] as [mode_t])
  func recordsThatOthersCouldWriteAreRenewed(mode: mode_t) async throws {
    let (records, target) = (folder.path + "/.tusk-downloads", folder.path + "/cat.png")
    _ = try await download(Self.cat, to: target)
    for file in [records, records + "/cat.png"] { chmod(file, mode & (file == records ? 0o777 : 0o666)) }
    for isNew in [true, false] {
      let stub = Self.stub()
      _ = try await download(Self.cat, to: target, skips: true, stub)
      #expect(stub.log.isEmpty == !isNew)
    }
    #expect(try await download(Self.cat, to: folder.path, Self.stub("newer")).json?["path"]?.string == target)
    #expect(try text("cat.png") == "newer" && names == ["cat.png"])
    #expect(!Self.isOpenToOthers(records) && !Self.isOpenToOthers(records + "/cat.png"))
  }

  @Test func aRecordInAFolderThatWasOpenToOthersIsKept() async throws {
    let (records, target) = (folder.path + "/.tusk-downloads", folder.path + "/cat.png")
    _ = try await download(Self.cat, to: target)
    chmod(records, 0o775)
    let stub = Self.stub("newer")
    #expect(try await download(Self.cat, to: target, skips: true, stub).json?["new"] == false)
    #expect(stub.log.isEmpty && !Self.isOpenToOthers(records))
  }

  private static func isOpenToOthers(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) != 0 || facts.st_mode & 0o022 != 0
  }

  /// In a folder that others can write, they may have linked the records to another folder, or have written some.
  @Test(arguments: Forgery.allCases)
  private func recordsOfOthersReplaceNothing(forgery: Forgery) async throws {
    let (elsewhere, forger) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try await download(Self.cat, to: forger.path, Self.stub("mine"))
    let forged = forger.path + "/.tusk-downloads/cat.png"
    let records = forgery == .linkedFolder ? elsewhere.path : folder.path + "/.tusk-downloads"
    if forgery == .linkedFolder { symlink(elsewhere.path, folder.path + "/.tusk-downloads") }
    mkdir(records, 0o700)
    chmod(records, 0o777)
    try forgery.place(forged, at: records + "/cat.png")
    try write("mine", to: "cat.png")
    _ = try await download(Self.cat, to: folder.path)
    _ = try await download(Self.cat, to: folder.path + "/x")
    #expect(try text("cat.png") == "mine" && names.count == 3)
    let kept = try FileManager.default.contentsOfDirectory(atPath: records)
    #expect(kept.count == (forgery == .linkedFolder ? 1 : 3))
  }

  /// What others may leave where they can write.
  private enum Forgery: CaseIterable {
    case linkedFolder, writableByOthers, hardLink, link, pipe

    func place(_ record: String, at path: String) throws {
      switch self {
      case .hardLink: #expect(Glibc.link(record, path) == 0)
      case .link: #expect(symlink(record, path) == 0)
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .linkedFolder, .writableByOthers:
        try FileManager.default.copyItem(atPath: record, toPath: path)
        chmod(path, 0o646)
      }
    }
  }

  /// Random downloads and edits in one folder: no bytes are lost but those that the same URL wrote.
  @Test func nothingIsLostToRandomDownloads() async throws {
    var random = Lehmer(seed: 3_200)
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      var mine: [String: String] = [:]
      var latest: [String: String] = [:]
      for step in 0..<40 {
        let url = "https://a.example/\(random.below(4))/\(["a.png", "b", "Makefile"][random.below(3)])"
        switch random.below(4) {
        case 0:
          let name = ["a.png", "b", "Makefile"][random.below(3)]
          let path = folder.path + "/" + name
          try Data("mine \(step)".utf8).write(to: URL(fileURLWithPath: path))
          mine[path] = "mine \(step)"
        case let way:
          let body = ["one", "two", "body \(step)"][random.below(3)]
          let target = folder.path + ["", "/b", "/Makefile"][random.below(3)]
          let response = try await download(url, to: target, skips: way == 1, Self.stub(body))
          guard let path = response.json?["path"]?.string else { continue }
          let isNew = response.json?["new"] == true
          let there = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
          #expect(there == body || !isNew && there == latest[url + path], "\(url)")
          latest[url + path] = there
        }
        for (path, text) in mine {
          #expect(String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) == text)
        }
      }
    }
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

  @Test func aLinkIsNeitherReplacedNorFollowed() async throws {
    try write("precious", to: "target")
    _ = try await download(Self.cat, to: folder.path + "/mine")
    for (name, target) in [("link", "/target"), ("dangling", "/missing"), ("to-mine", "/mine"), ("loop", "/loop")] {
      symlink(folder.path + target, folder.path + "/" + name)
    }
    for name in ["link", "dangling", "loop", "to-mine"] {
      let response = try await download(Self.cat, to: folder.path + "/" + name)
      #expect(code(response) == .unwritableFile, "\(name): \(response)")
    }
    for name in ["link", "dangling", "loop", "to-mine"] {
      #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/" + name)) != nil, "\(name)")
    }
    #expect(try text("target") == "precious" && access(folder.path + "/nowhere", F_OK) != 0)
    #expect(try names == ["dangling", "link", "loop", "mine", "target", "to-mine"])
  }

  @Test func aFolderOrLinkInTheWayKeepsItsName() async throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/in/cat.png", withIntermediateDirectories: true)
    let response = try await download(Self.cat, to: folder.path + "/in")
    #expect(response.json?["new"] == true && response.json?["path"]?.string != folder.path + "/in/cat.png")
    try FileManager.default.createDirectory(atPath: folder.path + "/on", withIntermediateDirectories: true)
    try write("precious", to: "target")
    symlink(folder.path + "/target", folder.path + "/on/cat.png")
    #expect(try await download(Self.cat, to: folder.path + "/on").json?["new"] == true)
    #expect(try text("on/cat.png") == "precious")
  }

  /// Two URLs may end in one name, and be fetched at the same time.
  @Test func differentURLsOfOneNameBothArrive() async throws {
    let meeting = Meeting(of: 4)
    let stub = StubServer { request throws(TransportError) in
      await meeting.arrive()
      return HTTPResponse(status: 200, body: Array(request.query.utf8))
    }
    let folder = folder
    let paths = try await withThrowingTaskGroup(of: String?.self) { group in
      for letter in ["a", "b", "c", "d"] {
        group.addTask {
          try await self.download("https://a.example/cat.png?\(letter)", to: folder.path, stub).json?["path"]?.string
        }
      }
      return try await group.reduce(into: Set<String>()) { if let path = $1 { $0.insert(path) } }
    }
    #expect(try paths.count == 4 && names.count == 4)
    #expect(Set(try names.map(text)) == ["a", "b", "c", "d"])
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
      var count = 0
      for try await response in group {
        #expect(response.json?["bytes"] == 10_000 || code(response) == .unwritableFile, "\(response)")
        count += code(response) == nil ? 1 : 0
      }
      #expect(count == 1, "the file is of one URL")
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
