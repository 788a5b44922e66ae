import Fediverse
import FoundationEssentials
import JSONValue
import TuskCommon

/// A store with the JSON gateway of etcd: revisions, transactions and leases.
final class SimulatedStore: Sendable {
  private let state = Confined(State())
  /// By how many seconds its clock is ahead.
  let clock: Int

  private struct State {
    var revision = 1
    var entries: [String: Entry] = [:]
    /// The length of each lease, and its end, in nanoseconds.
    var leases: [String: (length: Int, end: Int)] = [:]
    var lastLease = 7000
  }

  private struct Entry {
    let key: String
    var value: String
    let created: Int
    var changed: Int
    var lease: String?
  }

  init(clock: Int) {
    self.clock = clock
  }

  /// Answers a request.
  func respond(to request: HTTPRequest) -> HTTPResponse {
    endLeases()
    let body = (try? JSON(parsing: request.body ?? [], depth: 1024)) ?? nil
    var answer: JSON
    switch request.url.target {
    case "/v3/kv/txn": answer = transaction(body)
    case "/v3/kv/range": answer = ["kvs": .array(range(body))]
    case "/v3/lease/grant": answer = grant(Int(body["TTL"]?.string ?? "") ?? 0)
    case "/v3/lease/keepalive": answer = ["result": keepAlive(body["ID"]?.string ?? "")]
    case "/v3/maintenance/status": answer = ["dbSizeInUse": "0"]
    case "/v3/lease/revoke":
      end(body["ID"]?.string ?? "")
      answer = [:]
    default: return .missing
    }
    if var object = answer.object {
      object["header"] = ["revision": .string(String(state.value.revision))]
      answer = .object(object)
    }
    let seconds = SimulatedServer.beginning + clock + Loop.shared.now / 1_000_000_000
    return .json(answer.text, answer["error"] == nil ? 200 : 404, ["Date": HTTPDate.text(seconds: seconds)])
  }

  // MARK: Leases

  private func grant(_ seconds: Int) -> JSON {
    state.value.lastLease += 1
    let (id, length) = (String(state.value.lastLease), seconds * 1_000_000_000)
    state.value.leases[id] = (length, Loop.shared.now + length)
    return ["ID": .string(id), "TTL": .string(String(seconds))]
  }

  private func keepAlive(_ id: String) -> JSON {
    guard let lease = state.value.leases[id] else { return ["ID": .string(id)] }
    state.value.leases[id]?.end = Loop.shared.now + lease.length
    return ["ID": .string(id), "TTL": .string(String(lease.length / 1_000_000_000))]
  }

  private func endLeases() {
    let now = Loop.shared.now
    for id in state.value.leases.keys.sorted() where (state.value.leases[id]?.end ?? 0) <= now { end(id) }
  }

  private func end(_ id: String) {
    guard state.value.leases.removeValue(forKey: id) != nil else { return }
    let keys = state.value.entries.values.filter { $0.lease == id }.map(\.key)
    if !keys.isEmpty { state.value.revision += 1 }
    for key in keys { state.value.entries[key] = nil }
  }

  // MARK: Keys

  private func transaction(_ body: JSON) -> JSON {
    let holds = (body["compare"]?.array ?? []).allSatisfy { condition in
      let entry = state.value.entries[condition["key"]?.string ?? ""]
      guard condition["target"]?.string == "MOD" else { return entry?.value == condition["value"]?.string }
      return entry?.changed ?? 0 == Int(condition["mod_revision"]?.string ?? "")
    }
    let steps = body[holds ? "success" : "failure"]?.array ?? []
    let leases = steps.compactMap { $0["request_put"]?["lease"]?.string }
    guard leases.allSatisfy({ state.value.leases[$0] != nil }) else {
      return ["error": "etcdserver: requested lease not found", "code": 5]
    }
    let isChange = steps.contains { $0["request_range"] == nil }
    if isChange { state.value.revision += 1 }
    return ["succeeded": .bool(holds), "responses": .array(steps.map(carryOut))]
  }

  private func carryOut(_ step: JSON) -> JSON {
    if let read = step["request_range"] { return ["response_range": ["kvs": .array(range(read))]] }
    if let put = step["request_put"], let key = put["key"]?.string, let value = put["value"]?.string {
      let revision = state.value.revision
      let created = state.value.entries[key]?.created ?? revision
      state.value.entries[key] = Entry(
        key: key, value: value, created: created, changed: revision, lease: put["lease"]?.string)
      return ["response_put": [:]]
    }
    for entry in entries(of: step["request_delete_range"] ?? nil) { state.value.entries[entry.key] = nil }
    return ["response_delete_range": [:]]
  }

  private func range(_ request: JSON) -> [JSON] {
    var found = entries(of: request)
    switch request["sort_target"]?.string {
    case "MOD": found.sort { $0.changed < $1.changed }
    case "CREATE": found.sort { $0.created < $1.created }
    default: break
    }
    if request["sort_order"]?.string == "DESCEND" { found.reverse() }
    return found.prefix(Int(request["limit"]?.string ?? "") ?? .max).map { entry in
      [
        "key": .string(entry.key), "value": .string(entry.value),
        "create_revision": .string(String(entry.created)), "mod_revision": .string(String(entry.changed)),
      ]
    }
  }

  /// The entries of a key or of a range, in the order of their keys.
  private func entries(of request: JSON) -> [Entry] {
    guard let key = request["key"]?.string else { return [] }
    guard let end = request["range_end"]?.string.map(Self.bytes) else {
      return state.value.entries[key].map { [$0] } ?? []
    }
    let start = Self.bytes(of: key)
    let found = state.value.entries.values.map { (Self.bytes(of: $0.key), $0) }
      .filter { !$0.0.lexicographicallyPrecedes(start) && $0.0.lexicographicallyPrecedes(end) }
    return found.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  private static func bytes(of text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}
