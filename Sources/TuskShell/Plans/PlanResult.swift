import JSONValue

/// What came of a line of a plan: a line of the output of `tusk plan run`.
struct PlanResult: Sendable {
  let line: Int
  let json: JSON
  var hasFailed: Bool { json["error"] != nil }

  init(line: Int, part: Int, results: [JSON], error: JSON?) {
    self.line = line
    var object: JSON.Object = ["line": .int(line), "part": .int(part), "results": .array(results)]
    object["error"] = error
    json = .object(object)
  }

  /// Reads a line of the output; `nil` if it is none, such as one that was cut off by a kill.
  init?(_ text: some StringProtocol) {
    guard let json = try? JSON(parsing: String(text)), let line = json["line"]?.int, json["results"]?.array != nil
    else {
      return nil
    }
    (self.line, self.json) = (line, json)
  }

  /// The results of several runs in the order of the plan, one of each line: the first that is no error and has
  /// results, because a line that was done before has none; else the last.
  static func merged(_ results: some Sequence<PlanResult>) -> [PlanResult] {
    var best: [Int: PlanResult] = [:]
    for result in results where best[result.line].map({ $0.rank <= result.rank && $0.rank < 2 }) ?? true {
      best[result.line] = result
    }
    return best.values.sorted { $0.line < $1.line }
  }

  /// How much a result says: an error, a line that was done before, or what the line gave.
  private var rank: Int { hasFailed ? 0 : json["results"]?.array?.isEmpty == true ? 1 : 2 }
}
