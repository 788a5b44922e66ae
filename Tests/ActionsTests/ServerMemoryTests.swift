import Fediverse
import Foundation
import JSONValue
import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// What is kept of a server between runs.
struct ServerMemoryTests {
  private static let now = 1_700_000_000
  private let cache = TemporaryFolder.freshPath()

  /// The name of the account as a new process finds it, and how often that asks the server for its domain.
  private func visit(_ domain: String, at time: Int = Self.now) async throws -> String {
    let stub = StubServer([
      "GET /api/v1/accounts/verify_credentials": Bodies.alice, "GET /api/v2/instance": ["domain": .string(domain)],
    ])
    let account = try ActingAccount(label: nil, server: "a.example", token: "t")
    let server = Server(
      account, userAgent: "test", memory: ServerMemory(cache: cache), transport: stub,
      time: ClientTime(clock: { Timestamp(seconds: time) }, waiting: Waiting()))
    let name = try await server.name(of: account)
    return "\(name) \(stub.requests(to: "GET /api/v2/instance").count)"
  }

  /// The file about the server.
  private var file: PrivateFile {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(cache)/servers")
      let name = try #require(names.first)
      return PrivateFile("\(cache)/servers/\(name)")
    }
  }

  @Test func theDomainIsAskedForOnceADay() async throws {
    #expect(try await visit("a.example") == "@alice@a.example 1")
    #expect(try await visit("b.example", at: Self.now + 86_399) == "@alice@a.example 0")
    #expect(try await visit("b.example", at: Self.now + 86_400) == "@alice@b.example 1")
    #expect(try await visit("c.example", at: Self.now) == "@alice@c.example 1", "the clock was put back")
  }

  /// Earlier versions kept profiles without a domain.
  @Test func anOlderProfileGetsTheDomain() async throws {
    _ = try await visit("a.example")
    let old = ServerProfile(assuming: .akkoma, of: try ServerAddress("a.example"), at: Timestamp(seconds: Self.now))
    try file.write(old.json.text)
    #expect(try await visit("b.example") == "@alice@b.example 1")
    #expect(try await visit("c.example") == "@alice@b.example 0")
    let kept = try JSON(parsing: try #require(try file.read()))
    #expect(ServerProfile(json: kept)?.flavor == .akkoma && kept["domain"] == "b.example")
  }

  @Test(arguments: [
    "{", "[]", "{}", #"{"domain":"b.example"}"#, #"{"domain":"b.example","madeAt":-1}"#,
    #"{"domain":"b.example","madeAt":"1700000000"}"#, #"{"domain":7,"madeAt":1700000000}"#,
    #"{"domain":"b example","madeAt":1700000000}"#, #"{"madeAt":1700000000}"#,
  ])
  func aDamagedFileIsReplaced(_ text: String) async throws {
    _ = try await visit("a.example")
    try file.write(text)
    #expect(try await visit("c.example") == "@alice@c.example 1")
    #expect(try await visit("d.example") == "@alice@c.example 0")
  }
}
