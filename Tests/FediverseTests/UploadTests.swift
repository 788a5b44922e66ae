import JSONValue
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing

@testable import Fediverse

/// Uploads beyond the bytes: progress, thumbnails, limits, and what can be done to them later.
struct UploadTests {
  private let transport = ScriptedTransport()

  private func limits(_ media: String) throws -> Instance.Limits {
    try Instance(json: JSON(parsing: #"{"uri":"a.example","configuration":{"media_attachments":\#(media)}}"#)).limits
  }

  private func body(_ request: HTTPRequest?) -> String { String(decoding: request?.body ?? [], as: UTF8.self) }

  @Test func aThumbnailHasItsOwnNameAndType() async throws {
    transport.on("POST /api/v2/media", #"{"id":"7","url":"u"}"#)
    let (film, picture) = (ScratchFile([1], name: "film.mp4"), ScratchFile(Array("PIC".utf8), name: "still.webp"))
    let media = try Client.scripted(transport).media
    _ = try await media.upload(MediaFile(film.path), description: "a film", thumbnail: MediaFile(picture.path))
    let text = body(transport.requests.first)
    #expect(text.contains("name=\"thumbnail\"; filename=\"still.webp\"\r\nContent-Type: image/webp\r\n\r\nPIC\r\n--"))
    #expect(text.hasSuffix("name=\"file\"; filename=\"film.mp4\"\r\nContent-Type: video/mp4\r\n\r\n"))
  }

  @Test(arguments: [
    ("a.png", #"{"supported_mime_types":["image/png"],"image_size_limit":4}"#, nil),
    ("a.png", #"{"supported_mime_types":["IMAGE/PNG"],"image_size_limit":0}"#, nil), ("a.png", "{}", nil),
    (
      "a.heic", #"{"supported_mime_types":["image/png"]}"#,
      "'a.heic' has the type 'image/heic', which the server does not accept"
    ),
    ("a.png", #"{"image_size_limit":3}"#, "'a.png' has 4 bytes; the limit is 3"),
    ("a.mp4", #"{"image_size_limit":3,"video_size_limit":4}"#, nil),
    ("a.mp3", #"{"video_size_limit":3}"#, "'a.mp3' has 4 bytes; the limit is 3"),
    // A name that does not say the type is left to the server.
    ("a", #"{"supported_mime_types":["image/png"]}"#, nil),
  ])
  func whatTheServerWouldRefuseIsNotSent(_ name: String, _ media: String, _ reason: String?) async throws {
    transport.on("POST /api/v2/media", #"{"id":"7","url":"u"}"#)
    let scratch = ScratchFile([1, 2, 3, 4], name: name)
    let (client, file, limits) = (try Client.scripted(transport), try MediaFile(scratch.path), try limits(media))
    guard let reason else {
      #expect(try await client.media.upload(file, limits: limits).id == "7")
      return
    }
    let error = await #expect(throws: FediverseError.self) { try await client.media.upload(file, limits: limits) }
    #expect(error?.description == "example.social refused the upload: \(reason)" && transport.asked.isEmpty)
  }

  @Test func uploadsAreEditedInJSONAndRemoved() async throws {
    transport.on("PUT /api/v1/media/7", #"{"id":"7","description":"new"}"#).on("DELETE /api/v1/media/7")
    let picture = ScratchFile([1], name: "still.png")
    let media = try Client.scripted(transport).media
    #expect(try await media.edit("7", description: "new", focus: .init(x: 0, y: 1)).description == "new")
    _ = try await media.edit("7", description: "")
    _ = try await media.edit("7", thumbnail: MediaFile(picture.path))
    try await media.delete("7")
    #expect(body(transport.requests[0]) == #"{"description":"new","focus":"0.0,1.0"}"#)
    #expect(body(transport.requests[1]) == #"{"description":""}"#)
    #expect(transport.requests[0].headers["Content-Type"] == "application/json")
    #expect(body(transport.requests[2]).contains("name=\"thumbnail\"; filename=\"still.png\""))
    #expect(transport.asked.last == "DELETE /api/v1/media/7")
  }

  /// What the reports of one upload showed.
  private struct Reports {
    var count = 0
    var last = UploadProgress(sent: 0, total: 1)
    var isRising = true
    /// The most bytes that were read and had not arrived.
    var mostUnderway = 0

    mutating func add(_ progress: UploadProgress, arrived: Int) {
      isRising = isRising && progress.sent >= last.sent
      (count, last) = (count + 1, progress)
      mostUnderway = max(mostUnderway, progress.sent - arrived)
    }
  }

  /// What is measured: how far the reading of 200 MiB is ahead of what has arrived, which is all that can be in memory:
  /// one or two chunks, and the system's buffers of the connection.
  @Test func aLargeFileIsNeverInMemory() async throws {
    let size = 200 << 20
    let scratch = ScratchFile([1], name: "film.mp4")
    scratch.cut(to: size)
    let file = try MediaFile(scratch.path)
    let reports = try await reports(of: file)
    #expect(reports.last.sent == reports.last.total && reports.last.total > size && reports.last.fraction == 1)
    #expect(reports.isRising && reports.count > 3000)
    #expect(reports.mostUnderway < 8 << 20)
  }

  private func reports(of file: MediaFile) async throws -> Reports {
    let reports = Mutex(Reports())
    let received = try await CountingServer.run { port, arrived in
      let transport = HTTPTransport(HTTPTransport.Configuration { _ in nil })
      let client = Client(server: try ServerAddress("127.0.0.1:\(port)"), transport: transport)
      let observer = UploadObserver { progress in reports.withLock { $0.add(progress, arrived: arrived()) } }
      #expect(try await client.media.upload(file, progress: observer).id == "7")
      await transport.close()
    }
    let seen = reports.withLock { $0 }
    #expect(received == seen.last.total)
    return seen
  }
}

/// A server that counts the bytes of bodies, answers with an upload, and keeps nothing.
private enum CountingServer {
  /// - Parameter work: is given the port, and what tells how many bytes have arrived.
  static func run(_ work: (Int, @escaping @Sendable () -> Int) async throws -> Void) async throws -> Int {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let count = Count()
    let channel = try await ServerBootstrap(group: group)
      // Otherwise the system's buffers of the connection may grow to tens of megabytes.
      .serverChannelOption(.socketOption(.so_rcvbuf), value: 1 << 20)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Counting(count: count))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    try await work(channel.localAddress?.port ?? 0) { count.bytes.withLock { $0 } }
    try await channel.close()
    try await group.shutdownGracefully()
    return count.bytes.withLock { $0 }
  }

  final class Count: Sendable {
    let bytes = Mutex(0)
  }

  private final class Counting: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let count: Count

    init(count: Count) {
      self.count = count
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head: break
      case .body(let buffer): count.bytes.withLock { $0 += buffer.readableBytes }
      case .end:
        let body = #"{"id":"7","url":"u"}"#
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "\(body.utf8.count)"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
    }
  }
}
