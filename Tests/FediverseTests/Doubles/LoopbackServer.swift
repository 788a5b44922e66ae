import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A real HTTP server on this machine that answers by a function.
final class LoopbackServer: Sendable {
  /// What it is asked.
  struct Question: Sendable {
    let target: String
    let headers: HTTPHeaders
    let body: String
    /// The port at the other end, by which connections are told apart.
    let connection: Int?
  }

  /// What it does about it.
  enum Reply: Sendable {
    case answer(status: Int = 200, headers: [(String, String)] = [], body: String = "{}")
    /// A head that promises more than follows before the connection closes.
    case cutShort(after: String)
    /// Bytes that are sent as they are, before the connection closes.
    case bytes([UInt8])
    /// Bytes that are sent as they are, after which the connection stays open and silent.
    case beginning([UInt8])
    /// Nothing at all.
    case silence
  }

  let port: Int
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let questionsSoFar: Questions

  /// What was asked so far.
  var questions: [Question] { questionsSoFar.list.withLock { $0 } }

  fileprivate final class Questions: Sendable {
    let list = Mutex<[Question]>([])
  }

  private init(group: MultiThreadedEventLoopGroup, channel: any Channel, questions: Questions) {
    self.group = group
    self.channel = channel
    questionsSoFar = questions
    port = channel.localAddress?.port ?? 0
  }

  /// Runs a server as long as the work with it takes, inside TLS where it has an identity.
  ///
  /// - Parameter newest: the newest version of TLS that it has.
  static func run<Result: Sendable>(
    as identity: TestCertificates.Identity? = nil, newest: TLSVersion? = nil,
    _ reply: @escaping @Sendable (Question) -> Reply,
    during work: (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    let tls = try identity.map { try Self.tls($0, newest) }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let questions = Questions()
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(Answering(reply: reply, questions: questions))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let server = LoopbackServer(group: group, channel: channel, questions: questions)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await work(server)) } catch { result = .failure(error) }
    try await channel.close()
    try await group.shutdownGracefully()
    return try result.get()
  }

  private static func tls(_ identity: TestCertificates.Identity, _ newest: TLSVersion?) throws -> NIOSSLContext {
    let certificate = try NIOSSLCertificate(bytes: Array(identity.certificate.utf8), format: .pem)
    let key = try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv1
    configuration.maximumTLSVersion = newest
    return try NIOSSLContext(configuration: configuration)
  }

  /// One connection's side of the conversation.
  private final class Answering: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let reply: @Sendable (Question) -> Reply
    private let questions: Questions
    private var head: HTTPRequestHead?
    private var body = ""

    init(reply: @escaping @Sendable (Question) -> Reply, questions: Questions) {
      self.reply = reply
      self.questions = questions
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        self.head = head
        body = ""
      case .body(let buffer): body += String(buffer: buffer)
      case .end:
        guard let head else { return }
        let question = Question(
          target: "\(head.method.rawValue) \(head.uri)", headers: head.headers, body: body,
          connection: context.remoteAddress?.port)
        questions.list.withLock { $0.append(question) }
        write(reply(question), context: context)
      }
    }

    private func write(_ reply: Reply, context: ChannelHandlerContext) {
      switch reply {
      case .answer(let status, let headers, let body):
        let fields = HTTPHeaders(headers + [("Content-Length", String(body.utf8.count))])
        start(HTTPResponseStatus(statusCode: status), fields, body, context: context)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      case .cutShort(let part):
        start(.ok, ["Content-Length": "\(part.utf8.count + 100)"], part, context: context)
        context.flush()
        context.close(promise: nil)
      case .bytes(let bytes):
        underEncoder(context).whenSuccess { encoder in
          encoder.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
          encoder.close(promise: nil)
        }
      case .beginning(let bytes):
        underEncoder(context).whenSuccess { $0.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil) }
      case .silence: break
      }
    }

    /// The place in the pipeline from which bytes go out as they are.
    private func underEncoder(_ context: ChannelHandlerContext) -> EventLoopFuture<ChannelHandlerContext> {
      context.channel.pipeline.context(handlerType: HTTPResponseEncoder.self)
    }

    private func start(
      _ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ body: String, context: ChannelHandlerContext
    ) {
      let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
    }
  }
}
