import Fediverse
import JSONValue
import TuskCommon

extension SimulatedServer {
  /// A page of the account's statuses, newest first.
  func page(_ target: String, _ path: Substring) -> HTTPResponse {
    let query = target.dropFirst(path.count + 1).split(separator: "&")
    func value(_ name: String) -> String? {
      query.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    let size = min(value("limit").flatMap { Int($0) } ?? 20, flavor.page)
    let (older, excludes) = (value("max_id").flatMap { Int($0) } ?? .max, value("exclude_reblogs") == "true")
    var rows: [KeptStatus] = []
    for status in world.statuses.reversed() where status.id < older && rows.count <= size {
      if isListed(status, excludes) { rows.append(status) }
    }
    if let pinned = status(Self.pinned), rows.count <= size, older > Self.pinned { rows.append(pinned) }
    let isLast = rows.count <= size
    rows = Array(rows.prefix(size))
    let next = rows.last.map { last in
      Headers.Field(name: "Link", value: "<https://\(Self.host)\(path)?max_id=\(last.id)>; rel=\"next\"")
    }
    if settings.putsPinnedFirst, older == .max, let pinned = status(Self.pinned) {
      rows = [pinned] + rows.filter { $0.id != Self.pinned }
    }
    let text = "[" + rows.map(\.json).joined(separator: ",") + "]"
    return .json(text, 200, Headers(isLast ? [] : [next].compactMap(\.self)))
  }

  private func isListed(_ status: KeptStatus, _ excludesBoosts: Bool) -> Bool {
    guard status.author == "drill", status.id != Self.pinned else { return false }
    guard !excludesBoosts || status.boosted == nil else { return false }
    return !status.isAsked || status.born <= Loop.shared.now - settings.lag
  }

  func source(of id: String) -> HTTPResponse {
    guard flavor.hasSource, let status = Int(id).flatMap({ status($0) }) else { return .missing }
    return .json(JSON.object(["id": .string(id), "text": .string(status.text), "spoiler_text": ""]).text)
  }

  /// The documents that describe the server.
  func document(_ path: String) -> HTTPResponse {
    let base = "https://\(Self.host)"
    switch path {
    case "/.well-known/nodeinfo":
      let schema = "http://nodeinfo.diaspora.software/ns/schema/2.0"
      return .json("{\"links\":[{\"rel\":\"\(schema)\",\"href\":\"\(base)/nodeinfo/2.0\"}]}")
    case "/nodeinfo/2.0":
      let software = "{\"name\":\"\(flavor.software.lowercased())\",\"version\":\"\(flavor.version)\"}"
      return .json("{\"version\":\"2.0\",\"software\":\(software)}")
    case "/api/v1/instance", "/api/v2/instance":
      return .json(
        """
        {"uri":"\(Self.host)","domain":"\(Self.host)","title":"Simulated","version":"\(flavor.described)",\
        "configuration":{"statuses":{"max_characters":5000}}}
        """)
    default: return .missing
    }
  }
}

/// Dates as HTTP writes them.
enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A time, in seconds since 1970: `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(seconds: Int) -> String {
    let parts = Instant(seconds: seconds).rfc3339.split { "-T:Z".contains($0) }.map { Int($0) ?? 0 }
    let words = parts.map { $0 < 10 ? "0\($0)" : String($0) }
    let day = days[(seconds / 86_400) % 7]
    return "\(day), \(words[2]) \(months[parts[1] - 1]) \(words[0]) \(words[3]):\(words[4]):\(words[5]) GMT"
  }
}
