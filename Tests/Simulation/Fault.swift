import Fediverse

/// What goes wrong with some requests.
struct Fault {
  let name: String
  var route = Route.change
  var act = Act.done
  /// What is answered in place of the server.
  var answer: HTTPResponse?
  var loss = Loss.none
  var times = 1
  /// How many requests it spares before.
  var skips = 0

  /// The requests that it strikes.
  enum Route {
    case change, search, any
  }

  /// Whether the server carries out the request.
  enum Act {
    case never, done
    /// So many nanoseconds after it has answered.
    case late(Int)
    /// Twice, because a proxy repeats it.
    case twice
  }

  /// What becomes of the answer.
  enum Loss {
    case none, reset, unreachable, silence, cut, malformed
    /// It takes so many nanoseconds.
    case slow(Int)
  }

  private static func proxy(_ status: Int, _ headers: Headers = [:]) -> HTTPResponse {
    .json("{\"error\":\"a proxy says no\"}", status, headers)
  }

  private static let retry: Headers = ["Retry-After": "1"]

  private static func refused(_ status: Int, _ headers: Headers = [:]) -> Fault {
    Fault(name: "\(status) before", act: .never, answer: proxy(status, headers))
  }

  private static func answered(_ status: Int, _ headers: Headers = [:]) -> Fault {
    Fault(name: "\(status) after", answer: proxy(status, headers))
  }

  /// Faults that strike before the server acts.
  static let before = [
    Fault(name: "unreachable", act: .never, loss: .unreachable),
    Fault(name: "reset before", act: .never, loss: .reset), Fault(name: "silence before", act: .never, loss: .silence),
    refused(500), refused(502), refused(503), refused(503, retry), refused(429), refused(429, retry), refused(408),
  ]

  /// Faults that strike after it has acted.
  static let after = [
    Fault(name: "reset", loss: .reset), Fault(name: "cut", loss: .cut), Fault(name: "malformed", loss: .malformed),
    Fault(name: "silence", loss: .silence), Fault(name: "slow", loss: .slow(20_000_000_000)),
    Fault(name: "very slow", loss: .slow(200_000_000_000)), answered(500), answered(502), answered(503),
    answered(504), answered(408), answered(429), answered(500, retry), answered(503, retry), answered(429, retry),
    answered(301, ["Location": "/elsewhere"]), answered(302, ["Location": "/"]),
    answered(303, ["Location": "/api/v1/instance"]), answered(307, ["Location": "/api/v1/statuses"]),
    answered(308, ["Location": "/api/v1/statuses"]), answered(302, ["Location": "https://other.example/login"]),
    Fault(name: "half a JSON", answer: .json("{\"id\":\"1")), Fault(name: "a list", answer: .json("[]")),
    Fault(name: "an empty object", answer: .json("{}")), Fault(name: "an empty body", answer: .json("")),
    Fault(
      name: "a web page",
      answer: HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array("<p>Welcome</p>".utf8))),
    Fault(name: "repeated by a proxy", act: .twice), Fault(name: "repeated and lost", act: .twice, loss: .reset),
  ]

  /// Faults after whose answer the server acts.
  static let late = [700, 1400, 6000, 20_000].flatMap { milliseconds in
    [
      Fault(
        name: "504, made \(milliseconds) ms later", act: .late(milliseconds * 1_000_000), answer: proxy(504)),
      Fault(name: "reset, made \(milliseconds) ms later", act: .late(milliseconds * 1_000_000), loss: .reset),
    ]
  }

  /// Some faults for a run.
  static func chosen(by dice: inout Dice) -> [Fault] {
    var faults: [Fault] = []
    for _ in 0..<dice.pick([0, 1, 1, 1, 2, 3]) {
      var fault = dice.pick(dice.pick([before, after, after, late]))
      fault.skips = dice.pick([0, 0, 0, 1, 2, 4])
      fault.times = dice.pick([1, 1, 1, 2, 6])
      faults.append(fault)
    }
    if dice.chance(0.25) {
      var fault = dice.pick(before + after)
      if case .twice = fault.act { fault.act = .done }
      // A list that is empty for no reason cannot be told from an account without statuses.
      if fault.name == "a list" { fault.answer = .json("{}") }
      fault.route = dice.pick([.search, .search, .any])
      fault.times = dice.pick([1, 2, 5, 12])
      fault.skips = dice.below(4)
      faults.append(fault)
    }
    return faults
  }

  /// Whether the fault strikes a request; counts it.
  mutating func strikes(_ request: HTTPRequest) -> Bool {
    let isChange = request.method != .get
    guard times > 0, route == .any || (route == .change) == isChange else { return false }
    guard skips == 0 else {
      skips -= 1
      return false
    }
    times -= 1
    return true
  }
}
