package import Fediverse
import JSONValue
import Synchronization
package import XCallbackURL

/// Requests to etcd, by its JSON gateway, at one node after the other until one answers.
package final class EtcdClient: Sendable {
  let address: EtcdAddress
  private let login: Login?
  private let mistake: Failure?
  private let transport: any Transport
  private let patience: Duration
  let waiting: Waiting
  let local: @Sendable () -> Int
  private let state = Mutex(State())

  private struct State {
    /// The node that answered last.
    var node = 0
    var token: String?
    /// By how many seconds the clock of etcd is ahead of the local one.
    var ahead = 0
  }

  /// A user of etcd.
  package struct Login: Sendable {
    package let user: String
    package let password: String

    package init(user: String, password: String) { (self.user, self.password) = (user, password) }
  }

  /// - Parameters:
  ///   - login: the user; `nil` if etcd asks for none.
  ///   - mistake: what every request fails with, without being made.
  ///   - patience: how long a request is tried at nodes that do not answer.
  ///   - waiting: measures time, and waits.
  ///   - local: returns the seconds since 1970 by the clock of this machine.
  package init(
    _ address: EtcdAddress, login: Login? = nil, mistake: Failure? = nil, transport: any Transport = HTTPTransport(),
    patience: Duration = .seconds(20), waiting: Waiting = Waiting(), local: @escaping @Sendable () -> Int
  ) {
    (self.address, self.login, self.mistake, self.transport) = (address, login, mistake, transport)
    (self.patience, self.waiting, self.local) = (patience, waiting, local)
  }

  /// A client of an address as a person wrote it; if it is none, every request fails with what is wrong.
  package convenience init(parsing text: String, login: Login? = nil, local: @escaping @Sendable () -> Int) {
    do throws(Failure) {
      self.init(try EtcdAddress(text), login: login, local: local)
    } catch {
      self.init(.nowhere, mistake: error, local: local)
    }
  }

  /// A client of the same store that does not wait long for nodes which do not answer.
  var hasty: EtcdClient {
    EtcdClient(
      address, login: login, mistake: mistake, transport: transport, patience: .seconds(3), waiting: waiting,
      local: local
    )
  }

  /// By how many seconds the clock of etcd is ahead of the local one, as far as a response showed it.
  var ahead: Int { state.withLock(\.ahead) }

  /// Makes a request, which may arrive more than once.
  ///
  /// - Throws: ``Failure`` if no node carries it out.
  func call(_ path: String, _ body: JSON) async throws(Failure) -> JSON {
    if let mistake { throw mistake }
    let start = waiting.uptime()
    var wait = Duration.milliseconds(50)
    var isShown = false
    defer { if isShown { LockWait.show(nil) } }
    while true {
      var (reason, isTrusted) = ("", false)
      for _ in address.nodes {
        switch try await ask(path, body) {
        case .answered(let answer): return answer
        case .failed(let what): (reason, isTrusted) = (what, true)
        case .untrusted(let what): reason = what
        }
      }
      // Waiting changes no certificate.
      guard isTrusted else { throw .untrusted(address, reason) }
      let passed = waiting.uptime() - start + wait
      guard passed < patience, !Task.isCancelled else { throw .unreachable(address, reason) }
      if !isShown, passed > Self.silence {
        LockWait.show("waiting for the journal \(address): \(reason)")
        isShown = true
      }
      try? await waiting.sleep(wait)
      wait = min(wait * 2, .seconds(2))
    }
  }

  /// The codes of gRPC that etcd uses (grpc.github.io/grpc/core/md_doc_statuscodes.html).
  private enum Status {
    static let invalid = 3
    static let notFound = 5
    static let denied = 7
    /// Its database is full.
    static let exhausted = 8
    static let failed = 9
    static let outOfRange = 11
    static let unauthenticated = 16
  }

  private enum Attempt {
    case answered(JSON)
    /// This node did not carry it out, or it is not known whether it did.
    case failed(String)
    /// The connection to this node would not be safe.
    case untrusted(String)

    init(_ error: TransportError) {
      self = error.kind == .untrusted ? .untrusted(error.description) : .failed(error.description)
    }
  }

  private func ask(_ path: String, _ body: JSON) async throws(Failure) -> Attempt {
    for isFirst in [true, false] {
      if login != nil, state.withLock({ $0.token == nil }) {
        let login = try await authenticate()
        guard case .answered = login else { return login }
      }
      let response: HTTPResponse
      switch await send(path, body, token: state.withLock(\.token)) {
      case .success(let answer): response = answer
      case .failure(let error): return Attempt(error)
      }
      guard let answer = try? JSON(parsing: response.body, depth: 1024) else { return .failed("it sent no JSON") }
      if response.status == 200, answer["error"] == nil { return .answered(answer) }
      let said = Self.error(answer, response)
      let reason = hidingSecrets(in: said)
      switch answer["code"]?.int {
      case Status.unauthenticated? where login != nil && isFirst, Status.invalid? where said.isOldToken && isFirst:
        state.withLock { $0.token = nil }
      case Status.invalid? where said.contains("user name is empty"): throw .refused(address, reason)
      case Status.exhausted? where said.contains("too many requests"): return .failed(reason)
      case Status.denied?: throw .denied(address)
      case Status.unauthenticated?: throw .refused(address, reason)
      case Status.notFound?: return .answered(answer)
      case Status.invalid?, Status.exhausted?, Status.failed?, Status.outOfRange?: throw .rejected(address, reason)
      default: return .failed(reason)
      }
    }
    return .failed("it takes no token")
  }

  private func authenticate() async throws(Failure) -> Attempt {
    guard let login else { return .answered(nil) }
    let body: JSON = ["name": .string(login.user), "password": .string(login.password)]
    switch await send("auth/authenticate", body, token: nil) {
    case .failure(let error): return Attempt(error)
    case .success(let response):
      let answer = (try? JSON(parsing: response.body)) ?? nil
      if let token = answer["token"]?.string {
        state.withLock { $0.token = token }
        return .answered(answer)
      }
      let said = Self.error(answer, response)
      let reason = hidingSecrets(in: said)
      // Without authentication, a user is of no use.
      if said.contains("not enabled") {
        state.withLock { $0.token = "" }
        return .answered(answer)
      }
      guard answer["code"]?.int == Status.invalid else { return .failed(reason) }
      throw .refused(address, reason)
    }
  }

  private static func error(_ answer: JSON, _ response: HTTPResponse) -> String {
    answer["message"]?.string ?? answer["error"]?.string ?? "HTTP status \(response.status)"
  }

  /// What etcd says, for people: without the password and the token, which it or a gateway may repeat.
  private func hidingSecrets(in said: String) -> String {
    said.hiding([login?.password, state.withLock(\.token)].compactMap(\.self).filter { !$0.isEmpty })
  }

  private func send(_ path: String, _ body: JSON, token: String?) async -> Result<HTTPResponse, TransportError> {
    let asked = state.withLock(\.node)
    let node = address.nodes[asked]
    var fields = [Headers.Field(name: "Content-Type", value: "application/json")]
    if let token, !token.isEmpty { fields.append(Headers.Field(name: "Authorization", value: token)) }
    let request = HTTPRequest(
      method: .post, url: WebURL(origin: node, target: "/v3/\(path)"), headers: Headers(fields),
      body: Array(body.text.utf8), timeLimit: Self.limit)
    do throws(TransportError) {
      let before = local()
      let response = try await transport.send(request)
      noteTime(response.headers["Date"].flatMap { Timestamp(httpDate: $0) }, between: before, and: local())
      // A server error is that of this node; what it says decides whether another is asked.
      if response.status >= 500 { leave(asked) }
      return .success(response)
    } catch {
      leave(asked)
      return .failure(error)
    }
  }

  /// Asks the next node from now on, unless another call did so meanwhile.
  private func leave(_ node: Int) {
    state.withLock { state in
      if state.node == node { state.node = (node + 1) % address.nodes.count }
    }
  }

  /// Dates have whole seconds and responses take their time, so that a smaller difference says nothing.
  private func noteTime(_ date: Timestamp?, between before: Int, and after: Int) {
    guard let date, after >= before else { return }
    let least = 2 + after - before
    let difference = date.seconds - after
    state.withLock { state in
      if abs(difference - state.ahead) > least { state.ahead = abs(difference) > least ? difference : 0 }
    }
  }

  /// How long a wait for nodes that do not answer stays silent.
  private static let silence = Duration.seconds(2)
  /// How long a node may take for a request.
  private static let limit = Duration.seconds(5)
}

extension EtcdClient {
  /// The entries of some keys; `nil` for those that do not exist.
  func entries(_ keys: [EtcdKey]) async throws(Failure) -> [EtcdEntry?] {
    let reads = keys.map { EtcdTransaction.read(whole($0)) }
    let answer = try await call("kv/txn", ["success": .array(reads)])
    return try self.reads(in: answer, keys.count)
  }

  /// What is below a folder.
  ///
  /// - Parameters:
  ///   - options: members of the request, such as `limit`.
  ///   - last: only what comes after this key.
  func list(
    _ folder: EtcdKey, _ options: JSON.Object = [:], after last: EtcdKey? = nil
  ) async throws(Failure) -> [EtcdEntry] {
    var object = EtcdTransaction.range(of: whole(folder)).object ?? [:]
    if let last { object["key"] = .string((whole(last) + "\0").inBase64) }
    for (name, value) in options.members { object[name] = value }
    return try entries(in: try await call("kv/range", .object(object)))
  }

  /// What became of a transaction.
  enum Verdict {
    /// The revision that its changes made.
    case made(Int)
    /// A condition does not hold, perhaps because an earlier request made the changes and its response was lost.
    case refused([EtcdEntry?])
    /// The store does not know the lease of a key.
    case leaseUnknown
  }

  /// Makes changes if their conditions hold, and otherwise reads the keys that the transaction names for that.
  ///
  /// The request goes on if the caller is canceled, because a record of what happened matters more than haste.
  func carryOut(_ transaction: EtcdTransaction) async throws(Failure) -> Verdict {
    let request = Task { () async -> Result<JSON, Failure> in
      do throws(Failure) { return .success(try await self.call("kv/txn", transaction.body)) } catch {
        return .failure(error)
      }
    }
    let answer = try await request.value.get()
    guard answer["error"] == nil else { return .leaseUnknown }
    guard answer["succeeded"]?.bool == true else { return .refused(try reads(in: answer, transaction.reads.count)) }
    guard let revision = answer["header"]?["revision"]?.number else { throw .rejected(address, "it names no revision") }
    return .made(revision)
  }

  /// Makes changes if their conditions hold.
  ///
  /// - Returns: the revision that they made; `nil` if they were not made, or by an earlier request.
  func commit(_ transaction: EtcdTransaction) async throws(Failure) -> Int? {
    if case .made(let revision) = try await carryOut(transaction) { return revision }
    return nil
  }

  /// What the reads of a transaction found.
  private func reads(in answer: JSON, _ count: Int) throws(Failure) -> [EtcdEntry?] {
    var found: [EtcdEntry?] = []
    for response in answer["responses"]?.array ?? [] {
      found.append(try entries(in: response["response_range"]).first)
    }
    guard found.count == count else { throw .rejected(address, "it answered \(found.count) reads") }
    return found
  }

  private func entries(in answer: JSON?) throws(Failure) -> [EtcdEntry] {
    var found: [EtcdEntry] = []
    for one in answer?["kvs"]?.array ?? [] {
      guard let key = one["key"]?.string.flatMap({ String(inBase64: $0) }),
        let text = (one["value"]?.string ?? "").isEmpty
          ? "null" : one["value"]?.string.flatMap({ String(inBase64: $0) }),
        let value = try? JSON(parsing: text, depth: 1024), let created = one["create_revision"]?.number,
        let changed = one["mod_revision"]?.number
      else { throw .damaged(address, one["key"]?.string ?? "") }
      let name = EtcdKey(text: String(key.dropFirst(address.prefix.count + 1)))
      found.append(EtcdEntry(key: name, value: value, created: created, changed: changed))
    }
    return found
  }

  private func whole(_ key: EtcdKey) -> String { "\(address.prefix)/\(key.text)" }
}

extension String {
  /// Whether etcd says that users changed since the token was given.
  fileprivate var isOldToken: Bool { contains("revision of auth store is old") }
}

extension JSON {
  /// A number as the gateway writes those of 64 bits: as a text.
  var number: Int? { string.flatMap { Int($0) } ?? int }
}

extension Failure {
  fileprivate static func unreachable(_ address: EtcdAddress, _ reason: String) -> Failure {
    Failure(
      .network,
      "the journal \(address) cannot be reached: \(reason); what needs 'once' or a record of its changes does not run "
        + "until most of its nodes are back; reads do")
  }

  fileprivate static func untrusted(_ address: EtcdAddress, _ reason: String) -> Failure {
    Failure(
      .insecure,
      "the connection to the journal \(address) is not safe: \(reason); correct the certificate of its nodes, or name the "
        + "file of its certificate authority in SSL_CERT_FILE")
  }

  fileprivate static func denied(_ address: EtcdAddress) -> Failure {
    Failure(
      .forbidden,
      "the journal \(address) does not let the user in; let its role change these keys: etcdctl role grant-permission "
        + "ROLE --prefix=true readwrite \(address.prefix)/")
  }

  fileprivate static func refused(_ address: EtcdAddress, _ reason: String) -> Failure {
    Failure(
      .unauthorized,
      "the journal \(address) refuses the user: \(reason); set TUSK_JOURNAL_USER and TUSK_JOURNAL_PASSWORD")
  }

  fileprivate static func rejected(_ address: EtcdAddress, _ reason: String) -> Failure {
    Failure(.badSettings, "the journal \(address) cannot store it: \(reason)")
  }

  fileprivate static func damaged(_ address: EtcdAddress, _ key: String) -> Failure {
    Failure(.badSettings, "the journal \(address) is damaged: '\(key.prefix(80))' has a value that tusk did not write")
  }
}
