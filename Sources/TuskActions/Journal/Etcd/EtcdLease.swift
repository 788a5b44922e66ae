import Fediverse
import JSONValue
import TuskCommon
import XCallbackURL

/// The lease of this process: its claims end with it, at the latest some minutes after its last sign of life.
///
/// Its end is measured by a clock that cannot be set, from before each sign of life, so that this process takes its claims
/// for lost before etcd gives them to others.
actor EtcdLease {
  private let client: EtcdClient
  private let seconds: Int
  private var held: Held?
  private var keeper: Task<Void, Never>?

  private struct Held {
    let id: String
    /// By the clock of ``Waiting/uptime``.
    var end: Duration
  }

  private let isKept: Bool

  /// The lease of the claims of a process.
  init(_ client: EtcdClient) {
    (self.client, seconds, isKept) = (client, client.address.lease, true)
  }

  /// - Parameter seconds: for how long what is put under it is kept, without signs of life.
  init(_ client: EtcdClient, seconds: Int) {
    (self.client, self.seconds, isKept) = (client, seconds, false)
  }

  deinit {
    keeper?.cancel()
  }

  /// The identifier of the lease, which is asked for if there is none or it is over.
  func id() async throws(Failure) -> String {
    if let held, held.end > now { return held.id }
    let start = now
    let answer = try await client.call("lease/grant", ["TTL": .string(String(seconds))])
    guard let id = answer["ID"]?.string else { throw .noLease(client.address) }
    // Another call may have got one meanwhile; one that nobody uses ends by itself.
    if let held, held.end > now { return held.id }
    held = Held(id: id, end: start + length)
    if isKept { keep() }
    return id
  }

  /// Makes sure that a lease has so much time left that a request which is sent now ends before others can take its claim.
  ///
  /// - Throws: ``Failure`` if it has not.
  func check(_ id: String) async throws(Failure) {
    if let held, held.id == id, held.end - now >= needed { return }
    try await renew(id)
    guard let held, held.id == id, held.end - now >= needed else { throw .leaseOver(client.address) }
  }

  /// Asks for another lease next time, because etcd may not know this one any more.
  func drop() { held = nil }

  /// Ends the lease, and with it the claims.
  func end() async {
    keeper?.cancel()
    keeper = nil
    guard let held else { return }
    self.held = nil
    _ = try? await client.call("lease/revoke", ["ID": .string(held.id)])
  }

  private var now: Duration { client.waiting.uptime() }

  private var length: Duration { .seconds(seconds) }

  /// Twice the longest time of a request; of a lease that is shorter, most of it.
  private var needed: Duration { min(Self.longestRequest * 2, length * 4 / 5) }
  private static let longestRequest = HTTPTransport.Configuration().totalTimeout

  private func keep() {
    keeper?.cancel()
    let (pause, waiting) = (length / 15, client.waiting)
    keeper = Task { [weak self] in
      while !Task.isCancelled {
        try? await waiting.sleep(pause)
        guard let self, let id = await self.current else { return }
        // A failure is reported by the next change, which checks the lease.
        try? await self.renew(id)
      }
    }
  }

  private var current: String? { held?.id }

  /// Asks whether the lease still is, so that a new one is asked for if it is not.
  func renew(_ id: String) async throws(Failure) {
    let start = now
    let answer = try await client.call("lease/keepalive", ["ID": .string(id)])
    guard held?.id == id else { return }
    guard let left = answer["result"]?["TTL"]?.number, left > 0 else {
      held = nil
      return
    }
    held?.end = start + length
  }
}

extension Failure {
  fileprivate static func noLease(_ address: EtcdAddress) -> Failure {
    Failure(.network, "the journal \(address) gave no lease")
  }

  fileprivate static func leaseOver(_ address: EtcdAddress) -> Failure {
    Failure(
      .locked,
      "the journal \(address) heard nothing of this process for minutes, so that another may do its work; nothing more is "
        + "sent; run it again")
  }
}
