import Fediverse
import JSONValue

/// A server of some flavor with one account, which knows what really happened.
final class SimulatedServer: Sendable {
  let flavor: Flavor
  let settings: Settings
  private let state: Confined<State>

  /// What differs between servers of a flavor.
  struct Settings: Sendable {
    var putsPinnedFirst = false
    /// For how many nanoseconds a new status is not in lists yet.
    var lag = 0
    /// How many changes it takes in five minutes; `nil` for any number.
    var limit: Int?
    /// By how many seconds its clock is ahead at the beginning.
    var clock = 0
    /// Whether strangers have written statuses.
    var hasStrangers = false
  }

  struct State {
    var statuses: [KeptStatus] = []
    /// The status of each key, and when it was made.
    var keys: [String: (id: Int, time: Int)] = [:]
    var favorites: Set<Int> = []
    var count = 10_000
    /// By how many seconds its clock is ahead, and by how many more its Date header.
    var clock = 0
    var header = 0
    var hasDate = true
    /// When the changes of the current window were made.
    var changes: [Int] = []
  }

  init(_ flavor: Flavor, _ settings: Settings) {
    self.flavor = flavor
    self.settings = settings
    state = Confined(State())
    state.value.clock = settings.clock
    for author in ["bob", "carol"] { add("of \(author)'s", by: author) }
    add("pinned", by: "drill", age: 86_400 * 400)
    for number in 1...Self.most where settings.hasStrangers { add("stranger's \(number)", by: "dan", age: 86_400) }
  }

  static let bobs = 10_001
  static let carols = 10_002
  static let pinned = 10_003
  /// How many statuses of strangers there are.
  static let most = 30
  static let strangers = 10_004..<10_004 + most
  /// When simulations begin, in seconds since 1970.
  static let beginning = 1_800_000_000

  var world: State {
    get { state.value }
    set { state.value = newValue }
  }

  /// The time by the server's clock, in nanoseconds since 1970.
  private var now: Int { (Self.beginning + state.value.clock) * 1_000_000_000 + Loop.shared.now }

  /// The `Date` header.
  private var date: String? {
    guard flavor.hasDate, state.value.hasDate else { return nil }
    return HTTPDate.text(seconds: now / 1_000_000_000 + state.value.header)
  }

  @discardableResult
  private func add(
    _ text: String, by author: String = "drill", age: Int = 0, boosting boosted: Int? = nil, process: Int? = nil
  ) -> KeptStatus {
    state.value.count += 1
    let (id, created) = (state.value.count, now - age * 1_000_000_000)
    let json = Self.json(
      of: id, text, created: created, by: author, flavor, boosted: boosted.flatMap { self.status($0)?.json })
    let status = KeptStatus(
      id: id, text: text, created: created, born: age > 0 ? -1 : Loop.shared.now, boosted: boosted,
      isAsked: process != nil, author: author, process: process ?? 0, json: json)
    state.value.statuses.append(status)
    return status
  }

  func status(_ id: Int) -> KeptStatus? {
    let index = id - Self.bobs
    return state.value.statuses.indices.contains(index) ? state.value.statuses[index] : nil
  }

  /// Adds newer statuses of the account, by another client.
  func crowd(_ count: Int, by dice: inout Dice) {
    for number in 0..<count {
      add("Newer \(number) of \(count)", boosting: dice.chance(0.1) ? Self.carols : nil)
    }
  }

  /// Forgets the keys, as a server does after an hour.
  func forgetKeys() {
    if flavor.keys == .forgotten { state.value.keys = [:] }
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - isAnswered: whether the answer is sent.
  ///   - isNew: whether the key of the request was unknown when it arrived, and is not looked up again.
  func respond(to request: HTTPRequest, of process: Int, isAnswered: Bool, isNew: Bool = false) -> HTTPResponse {
    if isNew { state.value.keys[request.key] = nil }
    return dated(route(request, process, isAnswered))
  }

  /// Whether it would recognize the key of a request.
  func knowsKey(of request: HTTPRequest) -> Bool { status(ofKey: request.key) != nil }

  private func status(ofKey key: String) -> KeptStatus? {
    guard let known = state.value.keys[key], Loop.shared.now - known.time < 3600 * 1_000_000_000 else { return nil }
    return status(known.id)
  }

  /// A response with the `Date` header, if the server has one.
  func dated(_ response: HTTPResponse) -> HTTPResponse {
    guard let date else { return response }
    let field = Headers.Field(name: "Date", value: date)
    return HTTPResponse(
      status: response.status, headers: Headers(response.headers.fields + [field]), body: response.body)
  }

  private func route(_ request: HTTPRequest, _ process: Int, _ isAnswered: Bool) -> HTTPResponse {
    let target = request.url.target
    let path = target.prefix { $0 != "?" }
    let parts = path.split(separator: "/").map(String.init)
    switch (request.method, parts.count) {
    case (.post, _) where parts.starts(with: ["api", "v1", "statuses"]):
      if let refusal = limited() { return refusal }
      return change(parts, request, process, isAnswered)
    case (.get, 4) where parts[3] == "verify_credentials": return .json(Self.account("drill"))
    case (.get, 5) where parts[2] == "accounts" && parts[4] == "statuses": return page(target, path)
    case (.get, 5) where parts[2] == "statuses" && parts[4] == "source": return source(of: parts[3])
    case (.get, 4) where parts[2] == "statuses": return status(Int(parts[3]) ?? 0).map { .json(shown($0)) } ?? .missing
    case (.get, _): return document(String(path))
    default: return .missing
    }
  }

  /// The refusal of a change because there were too many.
  private func limited() -> HTTPResponse? {
    guard let limit = settings.limit else { return nil }
    state.value.changes.removeAll { Loop.shared.now - $0 > 300 * 1_000_000_000 }
    guard state.value.changes.count >= limit, let first = state.value.changes.first else {
      state.value.changes.append(Loop.shared.now)
      return nil
    }
    let wait = 300 - (Loop.shared.now - first) / 1_000_000_000 + 1
    return .json("{\"error\":\"Too many requests\"}", 429, ["Retry-After": String(wait)])
  }

  private func change(
    _ parts: [String], _ request: HTTPRequest, _ process: Int, _ isAnswered: Bool
  ) -> HTTPResponse {
    guard parts.count == 5, let id = Int(parts[3]), let status = status(id) else {
      return parts.count == 3 ? publish(request, process, isAnswered) : .missing
    }
    guard parts[4] == "reblog" else {
      if parts[4] == "favourite" { state.value.favorites.insert(id) } else { state.value.favorites.remove(id) }
      return .json(shown(status))
    }
    if !flavor.boostsAgain, let earlier = state.value.statuses.first(where: { $0.isAsked && $0.boosted == id }) {
      return .json(earlier.json)
    }
    return .json(add("", boosting: id, process: process).json)
  }

  /// The JSON of a status, with what the account has done with it.
  private func shown(_ status: KeptStatus) -> String {
    var text = status.json
    if state.value.favorites.contains(status.id) {
      text = text.replacing("\"favourited\":false", with: "\"favourited\":true")
    }
    if state.value.statuses.contains(where: { $0.isAsked && $0.boosted == status.id }) {
      text = text.replacing("\"reblogged\":false", with: "\"reblogged\":true")
    }
    return text
  }

  private func publish(_ request: HTTPRequest, _ process: Int, _ isAnswered: Bool) -> HTTPResponse {
    let key = request.key
    if let status = status(ofKey: key) { return .json(status.json) }
    guard let text = (try? JSON(parsing: request.body ?? []))?["status"]?.string else { return .invalid }
    let status = add(text, process: process)
    switch flavor.keys {
    case .honored, .made, .forgotten: state.value.keys[key] = (status.id, Loop.shared.now)
    case .answered where isAnswered: state.value.keys[key] = (status.id, Loop.shared.now)
    case .answered, .ignored: break
    }
    return .json(status.json)
  }
}

extension HTTPRequest {
  fileprivate var key: String { headers["Idempotency-Key"] ?? "" }
}

extension HTTPResponse {
  static func json(_ text: String, _ status: Int = 200, _ headers: Headers = [:]) -> HTTPResponse {
    let type = Headers.Field(name: "Content-Type", value: "application/json; charset=utf-8")
    return HTTPResponse(status: status, headers: Headers([type] + headers.fields), body: Array(text.utf8))
  }

  static var missing: HTTPResponse { .json("{\"error\":\"Record not found\"}", 404) }
  static var invalid: HTTPResponse { .json("{\"error\":\"Validation failed\"}", 422) }
}
