import JSONValue

extension RateState {
  /// The state as it is kept between processes; it says nothing of what was asked.
  var json: JSON {
    var counts = JSON.Object()
    for name in RateBucket.Name.allCases {
      guard let usage = usages[name] else { continue }
      counts[name.rawValue] = [
        "limit": .int(usage.limit), "end": .int(usage.end), "used": .int(usage.used), "seen": .bool(usage.isSeen),
      ]
    }
    return [
      "counts": .object(counts), "closed": .int(closedUntil), "refusals": .int(refusals),
      "skew": knownSkew.map(JSON.int) ?? .null,
      "turn": .int(lastTurn), "told": .bool(isTold),
    ]
  }

  /// Reads a state that was kept; what cannot be read counts as not known.
  init(json: JSON) {
    self.init()
    func number(_ json: JSON?) -> Int? { json?.int.map { min(max($0, -Self.largest), Self.largest) } }
    for name in RateBucket.Name.allCases {
      guard let usage = json["counts"]?[name.rawValue], let limit = number(usage["limit"]),
        let end = number(usage["end"]), let used = number(usage["used"]), let isSeen = usage["seen"]?.bool
      else { continue }
      usages[name] = Usage(limit: limit, end: end, used: used, isSeen: isSeen)
    }
    closedUntil = number(json["closed"]) ?? 0
    refusals = min(max(json["refusals"]?.int ?? 0, 0), 16)
    knownSkew = number(json["skew"])
    lastTurn = number(json["turn"]) ?? 0
    isTold = json["told"]?.bool ?? false
  }
}
