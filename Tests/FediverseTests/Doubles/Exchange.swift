import Fediverse
import Testing

/// One call over a real connection on this machine, and what came of it.
struct Exchange: Sendable {
  /// What the client made of the answer.
  let result: Result<String, FediverseError>
  /// What the server was asked.
  let questions: [LoopbackServer.Question]

  var id: String? { try? result.get() }

  var error: FediverseError? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  /// Asks for a status, or makes another call, of a server that replies so.
  init(
    _ reply: @escaping @Sendable (LoopbackServer.Question) -> LoopbackServer.Reply,
    within limits: (inout HTTPTransport.Configuration) -> Void = { _ in },
    call: @Sendable (Client) async throws(FediverseError) -> String = Self.reading
  ) async throws {
    var configuration = HTTPTransport.Configuration { _ in nil }
    limits(&configuration)
    let transport = HTTPTransport(configuration)
    self = try await LoopbackServer.run(reply) { server in
      let client = Client(
        server: try ServerAddress("127.0.0.1:\(server.port)"), token: AccessToken("s3cret"), transport: transport,
        policy: .none)
      let result: Result<String, FediverseError>
      do throws(FediverseError) { result = .success(try await call(client)) } catch { result = .failure(error) }
      await transport.close()
      return Exchange(result: result, questions: server.questions)
    }
  }

  private init(result: Result<String, FediverseError>, questions: [LoopbackServer.Question]) {
    self.result = result
    self.questions = questions
  }

  static func reading(_ client: Client) async throws(FediverseError) -> String {
    try await client.statuses.status("1").id
  }

  static func publishing(_ client: Client) async throws(FediverseError) -> String {
    try await client.statuses.publish(NewStatus("hi"), idempotencyKey: "k").id
  }
}
