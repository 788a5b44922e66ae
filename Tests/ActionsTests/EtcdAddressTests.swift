import Fediverse
import JSONValue
import Synchronization
import Testing
import XCallbackURL

@testable import TuskActions

/// How the place of a shared journal is written.
struct EtcdAddressTests {
  @Test(arguments: [
    ("etcd://127.0.0.1", ["http://127.0.0.1:2379"], "tusk", 300),
    ("etcd://127.0.0.1:4000/", ["http://127.0.0.1:4000"], "tusk", 300),
    (
      "etcd://a.example,b.example:1234/team/bots/", ["https://a.example:2379", "https://b.example:1234"], "team/bots",
      300
    ),
    ("etcd://[::1]:2379/x?lease=60", ["http://[::1]:2379"], "x", 60),
    ("etcd://[::1]:2379/x?quota=8&lease=60", ["http://[::1]:2379"], "x", 60),
  ])
  func addressesName(text: String, nodes: [String], prefix: String, lease: Int) throws {
    let address = try EtcdAddress(text)
    #expect(address.nodes.map(\.urlWithPort) == nodes)
    #expect(address.prefix == prefix)
    #expect(address.lease == lease)
    #expect(try EtcdAddress("\(address)?lease=\(lease)&quota=\(address.quota)") == address)
  }

  @Test(arguments: [
    "", "etcd:", "etcd://", "http://a.example", "etcd://user:secret@a.example", "etcd://user:secret@",
    "etcd://a.example,,b.example",
    "etcd://a.example:0", "etcd://a.example/ä", "etcd://a.example?lease=1", "etcd://a.example?lease=x",
    "etcd://a.example?user=me", "etcd://a.example?quota=0", "etcd://a.example?", "/var/lib/journal.db",
  ])
  func otherTextsAreRefused(text: String) {
    let failure = #expect(throws: Failure.self) { try EtcdAddress(text) }
    #expect(failure?.code == .badSettings)
    #expect(failure?.message.contains("secret") == false)
  }

  /// A gateway that repeats what it was sent, as some do in errors.
  private struct Echo: Transport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      let sent = String(decoding: request.body ?? [], as: UTF8.self)
      let answer: JSON = ["code": 3, "message": .string("cannot read \(sent)")]
      return HTTPResponse(status: 400, body: Array(answer.text.utf8))
    }

    func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError) {}
  }

  @Test func errorsDoNotRepeatThePassword() async throws {
    let client = EtcdClient(
      try EtcdAddress("etcd://one.example/drill"), login: EtcdClient.Login(user: "ann", password: "s3cret"),
      transport: Echo(), local: { 1000 })
    let failure = await #expect(throws: Failure.self) { try await client.entries([.rates(of: "account")]) }
    #expect(failure?.message.contains("cannot read") == true && failure?.message.contains("s3cret") == false)
  }

  /// A network without any of the nodes.
  private struct Nowhere: Transport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      throw TransportError(.network, "the network is down", mayHaveArrived: false)
    }

    func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError) {}
  }

  @Test func aWaitForTheStoreIsShown() async throws {
    let clock = Mutex(Duration.zero)
    let shown = Mutex<[String]>([])
    let client = EtcdClient(
      try EtcdAddress("etcd://one.example/drill"), transport: Nowhere(),
      waiting: Waiting(sleep: { wait in clock.withLock { $0 += wait } }, uptime: { clock.withLock(\.self) }),
      local: { 1000 })
    let notice = LockWait.Notice { text in
      let time = clock.withLock { $0.components.seconds }
      shown.withLock { $0.append("\(time) \(text ?? "over")") }
    }
    let failure = await LockWait.$notice.withValue(notice) {
      await #expect(throws: Failure.self) { try await client.entries([.rates(of: "account")]) }
    }
    #expect(failure?.code == .network)
    let texts = shown.withLock(\.self)
    #expect(texts.count == 2 && texts.first?.hasPrefix("1 waiting for the journal ") == true, "\(texts)")
    #expect(texts.last?.hasSuffix(" over") == true)
  }
}
