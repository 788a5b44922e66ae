import Testing

@testable import Fediverse

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Downloads: from where, with which secrets, how much, and what becomes of it.
struct DownloadTests {
  private let transport = ScriptedTransport()

  /// A URL as a test writes it.
  private func url(_ text: String) throws -> WebURL { try #require(WebURL(text)) }

  private func failure(_ text: String, limit: Int = 1000) async throws -> FediverseError? {
    let (client, url) = (try Client.scripted(transport), try url(text))
    return await #expect(throws: FediverseError.self) { try await client.download(url, limit: limit) { _ in } }
  }

  /// What is taken of a file, whole.
  private func contents(_ text: String, limit: Int = 1000) async throws -> (text: String, Download) {
    var bytes: [UInt8] = []
    let download = try await Client.scripted(transport).download(try url(text), limit: limit) { bytes += $0 }
    return (String(decoding: bytes, as: UTF8.self), download)
  }

  @Test func filesComeInPieces() async throws {
    transport.on(
      "GET https://files.example/a.png?x=1", headers: ["Content-Type": "image/png; x=y", "Content-Length": "6"],
      pieces: ["abc", "", "def"])
    let (text, download) = try await contents("https://files.example/a.png?x=1#y")
    #expect(text == "abcdef" && download.length == 6 && download.type == "image/png")
    #expect(download.url.description == "https://files.example/a.png?x=1")
    #expect(transport.requests.first?.headers["Accept"] == "*/*")
  }

  @Test func onlyTheOwnServerGetsTheToken() async throws {
    transport.on("GET /media/1", status: 302, headers: ["Location": "https://bucket.example/1"])
      .on("GET https://bucket.example/1", pieces: ["x"])
    #expect(try await contents("https://example.social/media/1").text == "x")
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer s3cret", nil])
    transport.on("GET https://files.example/2", status: 302, headers: ["Location": "https://example.social:444/x"])
      .on("GET /x", pieces: ["y"])
    #expect(try await contents("https://files.example/2").text == "y")
    #expect(transport.requests.suffix(2).allSatisfy { $0.headers["Authorization"] == nil })
  }

  /// Hosts that a stranger may not make the client ask.
  @Test(arguments: [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "10.1.2.3", "172.16.0.1", "172.31.255.255",
    "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.8", "198.19.0.1", "224.0.0.1", "255.255.255.255",
    "localhost", "a.localhost", "LOCALHOST", "localhost.", "[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[ff02::1]",
    "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[::7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fec0::1]",
  ])
  func addressesAtHomeAreRefused(_ host: String) async throws {
    let error = try await failure("https://\(host)/x")
    #expect(error?.kind == .insecure && transport.asked.isEmpty, "\(host)")
    transport.on("GET https://files.example/r", status: 302, headers: ["Location": "https://\(host)/x"])
    #expect(try await failure("https://files.example/r")?.kind == .insecure)
    #expect(transport.asked == ["GET https://files.example/r"], "no redirect leads there either")
  }

  @Test(arguments: [
    "8.8.8.8", "172.32.0.1", "11.0.0.1", "100.128.0.1", "[2001:db8::1]", "[64:ff9b::808:808]", "files.example",
    "10.example", "127.0.0.1.example", "[::ffff:8.8.8.8]", "198.20.0.1",
  ])
  func otherHostsAreAsked(_ host: String) async throws {
    transport.on("GET https://\(host)/x", pieces: ["x"])
    #expect(try await contents("https://\(host)/x").text == "x")
  }

  @Test func theServersOwnAddressIsAllowedWhereverItIs() async throws {
    transport.on("GET http://127.0.0.1:3000/x", pieces: ["x"])
    let client = Client(server: try ServerAddress("127.0.0.1:3000"), transport: transport, policy: .none)
    #expect(try await client.download(url("http://127.0.0.1:3000/x")) { _ in }.length == 1)
    await #expect(throws: FediverseError.self) { try await client.download(url("http://127.0.0.1:3001/x")) { _ in } }
    await #expect(throws: FediverseError.self) { try await client.download(url("https://127.0.0.1:3000/x")) { _ in } }
    #expect(transport.asked.count == 1)
  }

  @Test func aServerOnThisMachineIsItsDomain() async throws {
    transport.on("GET http://127.0.0.1:3000/x?y", pieces: ["own"]).on("GET https://files.example/x", pieces: ["other"])
      .on("GET http://127.0.0.1:3000/api/v2/instance", #"{"domain":"sandbox.example"}"#)
    let client = Client(
      server: try ServerAddress("127.0.0.1:3000"), token: AccessToken("t"), transport: transport, policy: .none)
    #expect(try await client.download(url("https://sandbox.example/x?y")) { _ in }.length == 3)
    #expect(transport.requests.last?.headers["Authorization"] == "Bearer t")
    #expect(try await client.download(url("https://files.example/x")) { _ in }.length == 5)
    #expect(transport.requests.last?.headers["Authorization"] == nil)
  }

  @Test func aServerElsewhereIsNotItsDomain() async throws {
    transport.on("GET https://accounts.example/x", pieces: ["x"])
    let client = try Client.scripted(transport, domain: "accounts.example")
    #expect(try await client.download(url("https://accounts.example/x")) { _ in }.length == 1)
    #expect(transport.requests.last?.headers["Authorization"] == nil)
  }

  @Test(arguments: ["http://files.example/x", "http://example.social/x"])
  func openLinesAreRefused(_ text: String) async throws {
    #expect(try await failure(text)?.kind == .insecure && transport.asked.isEmpty)
  }

  @Test func redirectsDoNotLeadToOpenLinesOrOnForEver() async throws {
    transport.on("GET https://a.example/1", status: 301, headers: ["Location": "http://a.example/2"])
      .on("GET https://a.example/3", status: 301, headers: ["Location": "/3"])
    #expect(try await failure("https://a.example/1")?.kind == .insecure)
    #expect(try await failure("https://a.example/3")?.kind == .malformed)
  }

  @Test(arguments: [(0, 10), (9, 10), (5, 6)])
  func whatIsTooLargeIsNotTaken(_ limit: Int, _ length: Int) async throws {
    let text = String(repeating: "x", count: length)
    transport.on("GET https://a.example/1", headers: [:], pieces: text.map(String.init))
      .on("GET https://a.example/2", headers: ["Content-Length": "\(length)"], pieces: [], then: .hangs)
    #expect(try await failure("https://a.example/1", limit: limit)?.kind == .tooLarge)
    #expect(try await failure("https://a.example/2", limit: limit)?.kind == .tooLarge)
    #expect(try await contents("https://a.example/1", limit: length).text == text)
  }

  @Test func whatIsNotWholeIsNotTakenForIt() async throws {
    transport.on("GET https://a.example/1", headers: ["Content-Length": "4"], pieces: ["abc"])
      .on("GET https://a.example/2", headers: ["Content-Encoding": "gzip"], pieces: ["abc"])
      .on(
        "GET https://a.example/3", headers: [:], pieces: ["abc"],
        then: .fails(TransportError(.network, "reset", mayHaveArrived: true)))
    #expect(try await failure("https://a.example/1")?.kind == .network)
    #expect(try await failure("https://a.example/2")?.kind == .malformed)
    #expect(try await failure("https://a.example/3")?.kind == .network)
  }

  @Test func errorsNameTheServerThatMadeThem() async throws {
    let body = #"{"error":"s3cret is gone"}"# + String(repeating: " ", count: 100_000)
    transport.on("GET https://files.example/x", status: 410, headers: [:], pieces: [body, body])
    let error = try await failure("https://files.example/x")
    #expect(error?.kind == .notFound && error?.server == "files.example" && error?.request == "GET /x")
    transport.on("GET /x", status: 403, #"{"error":"s3cret is not enough"}"#)
    #expect(try await failure("https://example.social/x")?.serverText == "… is not enough")
  }

  /// What a taker throws.
  private struct Full: Error {}

  @Test func whoeverTakesCanStop() async throws {
    transport.on("GET https://a.example/1", headers: [:], pieces: ["abc", "def"], then: .hangs)
    let (client, url) = (try Client.scripted(transport), try url("https://a.example/1"))
    await #expect(throws: Full.self) { try await client.download(url) { _ in throw Full() } }
  }

  @Test func filesAreWritten() async throws {
    let scratch = ScratchFile()
    transport.on("GET https://a.example/1", headers: [:], pieces: ["abc", "def"])
    let (client, url) = (try Client.scripted(transport), try url("https://a.example/1"))
    #expect(try await client.download(url, to: scratch.descriptor).length == 6)
    #expect(scratch.bytes == Array("abcdef".utf8))
    let error = await #expect(throws: FileError.self) { try await client.download(url, to: -1) }
    #expect(error?.description == "cannot write the download: bad file descriptor")
  }

  @Test func downloadsEndWithTheirTask() async throws {
    transport.on("GET https://a.example/1", headers: [:], pieces: ["abc"], then: .hangs)
    let (client, url) = (try Client.scripted(transport), try url("https://a.example/1"))
    let task = Task { () -> FediverseError? in
      do {
        _ = try await client.download(url) { _ in withUnsafeCurrentTask { $0?.cancel() } }
      } catch { return error as? FediverseError }
      return nil
    }
    #expect(await task.value?.kind == .canceled)
  }
}
