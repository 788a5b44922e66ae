import Testing

@testable import Fediverse

/// A call of the client, how it stands on the wire, and an answer that it takes.
struct CallSample: Sendable, CustomTestStringConvertible {
  let request: String
  let body: String?
  let answer: String
  let isRepeatable: Bool
  /// What is known of the server, for calls that are only made where it is known to understand them.
  let flavor: Flavor?
  let perform: @Sendable (Client) async throws -> Void

  var testDescription: String { request }

  init(
    _ request: String, _ body: String? = nil, answer: String = #"{"id":"1"}"#, isRepeatable: Bool = true,
    on flavor: Flavor? = nil, _ perform: @escaping @Sendable (Client) async throws -> Void
  ) {
    self.request = request
    self.body = body
    self.answer = answer
    self.isRepeatable = isRepeatable
    self.flavor = flavor
    self.perform = perform
  }

  /// A read of a list.
  static func list(_ target: String, _ perform: @escaping @Sendable (Client) async throws -> Void) -> CallSample {
    CallSample("GET " + target, answer: "[]", perform)
  }

  /// Whether the call becomes its request, alone, and takes its answer.
  func expectRequest() async throws {
    let transport = ScriptedTransport().on(request, answer)
    try await perform(Client.scripted(transport, profile: flavor.map { try .able($0) }))
    #expect(transport.asked == [request])
    #expect(transport.requests.first?.body.map { String(decoding: $0, as: UTF8.self) } == body)
    #expect(transport.requests.first?.headers["Authorization"] == "Bearer s3cret")
    #expect(transport.requests.first?.headers["Content-Type"] == body.map { _ in "application/json" })
  }

  /// Whether a call whose answer is lost may be made again, as far as it does no harm.
  func expectCaution() async throws {
    let lost = TransportError(.network, "reset", mayHaveArrived: true)
    let profile = try flavor.map { try ServerProfile.able($0) }
    let client = try Client.scripted(ScriptedTransport().on(request, fails: lost), profile: profile)
    let error = await #expect(throws: FediverseError.self) { try await perform(client) }
    #expect(error?.isRetryable == isRepeatable)
    #expect(error?.outcomeUnknown == !request.hasPrefix("GET "))
  }
}
