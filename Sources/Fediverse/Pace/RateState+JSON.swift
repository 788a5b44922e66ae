import JSONValue

extension RateState {
  /// The state as it is stored between processes; it does not contain the requests themselves.
  var json: JSON {
    var counts = JSON.Object()
    for name in RateBucket.Name.allCases {
      guard let usage = usages[name] else { continue }
      counts[name.rawValue] = [
        "limit": .int(usage.limit), "end": .int(usage.end), "used": .int(usage.used), "seen": .bool(usage.isConfirmed),
      ]
    }
    return [
      "counts": .object(counts), "closed": .int(blockedUntil), "refusals": .int(refusals),
      "skew": knownSkew.map(JSON.int) ?? .null,
      "turn": .int(lastTurn), "told": .bool(hasHeaders),
    ]
  }

  /// Reads a stored state; members that cannot be read count as unknown.
  init(json: JSON) {
    self.init()
    func number(_ json: JSON?) -> Int? { json?.int.map { min(max($0, -Self.largest), Self.largest) } }
    for name in RateBucket.Name.allCases {
      guard let usage = json["counts"]?[name.rawValue], let limit = number(usage["limit"]),
        let end = number(usage["end"]), let used = number(usage["used"]), let isConfirmed = usage["seen"]?.bool
      else { continue }
      usages[name] = Usage(limit: limit, end: end, used: used, isConfirmed: isConfirmed)
    }
    blockedUntil = number(json["closed"]) ?? 0
    refusals = min(max(json["refusals"]?.int ?? 0, 0), 16)
    knownSkew = number(json["skew"])
    lastTurn = number(json["turn"]) ?? 0
    hasHeaders = json["told"]?.bool ?? false
  }
}
