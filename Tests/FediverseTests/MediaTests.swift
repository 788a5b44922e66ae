import NIOHTTP1
import Testing

@testable import Fediverse

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Uploads: what goes over the wire, and how long the client waits for the server to be done.
struct MediaTests {
  private let transport = ScriptedTransport()
  private let waiting = CountedWaiting()
  private let small = ScratchFile([1])

  private func client() throws -> Client {
    try Client.scripted(transport, waiting: waiting.waiting)
  }

  @Test(arguments: [
    ("a.PNG", "image/png"), ("a.b.jpg", "image/jpeg"), ("x.jpeg", "image/jpeg"), ("f.webm", "video/webm"),
    ("f.mov", "video/quicktime"), ("s.opus", "audio/ogg"), ("png", "application/octet-stream"),
    ("a.", "application/octet-stream"), ("a.exe", "application/octet-stream"), (".gif", "image/gif"),
    ("a.png\u{0}.jpg", "image/jpeg"), ("", "application/octet-stream"),
  ])
  func theEndOfANameSaysTheType(_ name: String, _ type: String) {
    #expect(MediaFile.type(of: name) == type)
  }

  @Test(arguments: [
    ("cat.png", "cat.png"), ("a\"b\\c.png", "a%22b\\c.png"), ("Katze für Ä.png", "Katze für Ä.png"),
    ("x\r\nContent-Type: text/html.png", "x%0D%0AContent-Type: text_html.png"), ("a\u{1B}.png", "a_.png"),
  ])
  func namesStayWithinTheirHeader(_ name: String, _ written: String) throws {
    let safe = name.replacing("/", with: "_")
    let scratch = ScratchFile([1, 2, 3], name: safe)
    let parts = Multipart([("description", "a\r\nb")], file: try MediaFile(scratch.path), boundary: "B")
    #expect(
      String(decoding: parts.opening, as: UTF8.self) == """
        --B\r
        Content-Disposition: form-data; name="description"\r
        \r
        a\r
        b\r
        --B\r
        Content-Disposition: form-data; name="file"; filename="\(written)"\r
        Content-Type: image/png\r
        \r

        """)
    #expect(parts.rest.closing == Array("\r\n--B--\r\n".utf8) && parts.type == "multipart/form-data; boundary=B")
  }

  @Test func boundariesAreNeverTheSame() throws {
    let file = try MediaFile(small.path)
    let boundaries = (0..<100).map { _ in Multipart([], file: file).boundary }
    #expect(Set(boundaries).count == 100 && boundaries.allSatisfy { $0.utf8.count <= 70 })
  }

  @Test func onlyOrdinaryFilesAreOpened() throws {
    let scratch = ScratchFile([1])
    let pipe = scratch.path + ".pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    for (path, why) in [
      (pipe, "is not a regular file"), ("/tmp", "is not a regular file"), ("/dev/null", "is not a regular file"),
      (scratch.path + "x", "cannot read '\(scratch.path)x': no such file or directory"),
      ("", "cannot read '': no such file"),
    ] {
      let error = #expect(throws: FileError.self) { try MediaFile(path) }
      #expect(error?.description.contains(why) == true, "\(path)")
    }
    let empty = ScratchFile()
    #expect(throws: FileError("'\(empty.path)' is empty")) { try MediaFile(empty.path) }
  }

  @Test func filesAreReadFromAnyPlace() throws {
    let scratch = ScratchFile(Array(0..<100))
    let file = try OpenFile(scratch.path)
    #expect(try file.bytes(at: 0, count: 3) == [0, 1, 2] && file.length == 100)
    #expect(try file.bytes(at: 98, count: 30) == [98, 99])
    #expect(try file.bytes(at: 100, count: 1) == [])
    #expect(try file == file && OpenFile(scratch.path) != file)
  }

  @Test func uploadsSayWhatTheyAre() async throws {
    transport.on("POST /api/v2/media", #"{"id":"7","type":"image","url":"https://x/a.png","description":"cat"}"#)
    let scratch = ScratchFile([1, 2, 3], name: "a.png")
    let file = try MediaFile(scratch.path)
    let media = try await client().media.upload(file, description: "cat", focus: .init(x: -0.5, y: 7))
    #expect(media.id == "7" && media.url == "https://x/a.png" && media.description == "cat")
    let request = try #require(transport.requests.first)
    let head = String(decoding: request.body ?? [], as: UTF8.self)
    #expect(head.contains("name=\"description\"\r\n\r\ncat\r\n") && head.contains("name=\"focus\"\r\n\r\n-0.5,1.0\r\n"))
    #expect(request.file?.file == file.file && request.headers["Idempotency-Key"] == nil)
    #expect(waiting.seconds.isEmpty)
  }

  @Test(
    arguments: [
      ("noext", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "image/png"),
      ("cat.bin", [0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), ("a", Array("GIF89a".utf8), "image/gif"),
      ("a", Array("RIFF____WEBPVP8 ".utf8), "image/webp"), ("a", Array("RIFF____WAVEfmt ".utf8), "audio/wav"),
      ("a", Array("____ftypisom".utf8), "video/mp4"), ("a", Array("____ftypavif".utf8), "image/avif"),
      ("a", Array("OggS".utf8), "audio/ogg"), ("a", Array("text".utf8), "application/octet-stream"),
      ("a", [0x89], "application/octet-stream"),
      // The name counts: the server looks at the bytes itself.
      ("cat.png", [0xFF, 0xD8, 0xFF, 0xE0], "image/png"),
    ] as [(String, [UInt8], String)])
  func theFirstBytesTellWhatTheNameDoesNot(_ name: String, _ bytes: [UInt8], _ type: String) throws {
    let scratch = ScratchFile(bytes, name: name)
    #expect(try MediaFile(scratch.path).type == type)
  }

  @Test func whatIsNotSaidIsLeftOut() async throws {
    transport.on("POST /api/v2/media", #"{"id":"7"}"#)
    _ = try await client().media.upload(MediaFile(small.path), description: "")
    let head = String(decoding: transport.requests.first?.body ?? [], as: UTF8.self)
    #expect(!head.contains("description") && !head.contains("focus"))
  }

  @Test(arguments: [404, 405, 410, 501])
  func olderServersHaveAnotherPlace(_ status: Int) async throws {
    transport.on("POST /api/v2/media", status: status).on("POST /api/v1/media", #"{"id":"7","url":"u"}"#)
    #expect(try await client().media.upload(MediaFile(small.path)).id == "7")
  }

  @Test(arguments: [(413, FediverseError.Kind.rejected), (422, .rejected), (401, .unauthorized), (500, .server)])
  func refusalsAreNotTriedElsewhere(_ status: Int, _ kind: FediverseError.Kind) async throws {
    transport.on("POST /api/v2/media", status: status, #"{"error":"Too large"}"#)
    let (client, file) = (try client(), try MediaFile(small.path))
    let error = await #expect(throws: FediverseError.self) { try await client.media.upload(file) }
    #expect(error?.kind == kind && error?.serverText == "Too large" && transport.askedOfCall.count == 1)
  }

  private func slow(_ statuses: Int...) -> ScriptedTransport {
    transport.on("POST /api/v2/media", status: 202, #"{"id":"7","type":"video","url":null}"#)
    for status in statuses {
      let body =
        status == 200 ? #"{"id":"7","url":"https://x/7.mp4"}"# : #"{"id":"7","url":null,"error":"Broken film"}"#
      transport.on("GET /api/v1/media/7", status: status, body)
    }
    return transport
  }

  @Test func whatTakesTimeIsWaitedFor() async throws {
    _ = slow(206, 206, 206, 206, 206, 206, 200)
    let media = try await client().media.upload(MediaFile(small.path))
    #expect(media.url == "https://x/7.mp4")
    #expect(waiting.seconds == [0.5, 1, 2, 4, 8, 10, 10])
  }

  @Test func aFilmThatBreaksIsAnError() async throws {
    _ = slow(206, 422)
    let (client, file) = (try client(), try MediaFile(small.path))
    let error = await #expect(throws: FediverseError.self) { try await client.media.upload(file) }
    #expect(error?.kind == .rejected && error?.serverText == "Broken film")
  }

  @Test func nobodyWaitsForEver() async throws {
    _ = slow(206)
    let (client, file) = (try client(), try MediaFile(small.path))
    let error = await #expect(throws: FediverseError.self) { try await client.media.upload(file) }
    #expect(error?.kind == .timedOut && error?.detail?.contains("upload '7' is complete") == true)
    #expect((900...910).contains(waiting.seconds.reduce(0, +)))
  }

  @Test func waitingCanBeGivenUp() async throws {
    _ = slow(206)
    let client = try Client.scripted(transport, waiting: CountedWaiting(most: 3).waiting)
    let file = try MediaFile(small.path)
    let error = await #expect(throws: FediverseError.self) { try await client.media.upload(file) }
    #expect(error?.kind == .canceled && transport.asked.count == 3)
  }

  private static let contents = (0..<300_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) & 0x7F }

  @Test func everyByteArrives() async throws {
    let scratch = ScratchFile(Self.contents, name: "f.mp3")
    let file = try MediaFile(scratch.path)
    let exchange = try await Exchange(
      { _ in .answer(body: #"{"id":"7"}"#) },
      within: { limits in
        limits.connectTimeout = .seconds(600)
        limits.idleTimeout = .seconds(600)
        limits.totalTimeout = .seconds(600)
      },
      call: { client throws(FediverseError) in
        try await client.media.upload(file, description: "ä").id ?? ""
      })
    let question = try #require(exchange.questions.first)
    let type = try #require(question.headers["Content-Type"].first)
    let boundary = String(type.dropFirst("multipart/form-data; boundary=".count))
    let start = try #require(question.body.firstRange(of: "Content-Type: audio/mpeg\r\n\r\n")?.upperBound)
    let contents = String(decoding: Self.contents, as: UTF8.self)
    #expect(question.body[start...] == contents + "\r\n--\(boundary)--\r\n" && exchange.id == "7")
    #expect(question.headers["Content-Length"] == ["\(question.body.utf8.count)"])
  }

  @Test func aFileThatShrinksIsNotSentAsIfItWereWhole() async throws {
    let scratch = ScratchFile(Self.contents)
    let file = try MediaFile(scratch.path)
    scratch.cut(to: 100_000)
    let exchange = try await Exchange(
      { _ in .answer(body: #"{"id":"7"}"#) },
      call: { client throws(FediverseError) in try await client.media.upload(file).id ?? "" })
    #expect(exchange.error?.detail == "the file became shorter while it was being sent" && exchange.questions.isEmpty)
    #expect(exchange.error?.kind == .rejected && exchange.error?.outcomeUnknown == false)
  }
}
