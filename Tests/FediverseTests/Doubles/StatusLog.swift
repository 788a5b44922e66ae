/// The statuses of a server in a test, numbered from one, and how its timelines give them.
struct StatusLog: Sendable {
  /// How a server understands the fields that say where a page begins.
  enum Manner: Sendable {
    case mastodon
    /// `min_id` is taken for `since_id`.
    case sinceOnly
    /// Neither is looked at.
    case neither
  }

  var count = 0
  var manner = Manner.mastodon
  /// How an identifier is written.
  var spelling: @Sendable (Int) -> String = { String($0) }

  func row(_ number: Int) -> String { #"{"id":"\#(spelling(number))","content":"\#(number)"}"# }

  /// The page that a target asks for, and the link to the one below it.
  func page(_ target: String) -> (body: String, link: String?) {
    var query: [String: String] = [:]
    for field in target.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
      query[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    func number(_ name: String) -> Int? {
      query[name].flatMap { wanted in (0...count).first { spelling($0) == wanted } }
    }
    let limit = min(query["limit"].flatMap { Int($0) } ?? 20, 40)
    let above = manner == .neither ? 0 : max(number("min_id") ?? 0, number("since_id") ?? 0)
    let below = number("max_id") ?? count + 1
    let fitting = Array(stride(from: below - 1, to: above, by: -1))
    let isUpward = query["min_id"] != nil && manner == .mastodon
    let rows = isUpward ? fitting.suffix(limit) : fitting.prefix(limit)
    let path = target.prefix { $0 != "?" }
    let link = rows.last.flatMap { last in
      last > 1 ? "<https://example.social\(path)?limit=\(limit)&max_id=\(spelling(last))>; rel=\"next\"" : nil
    }
    return ("[" + rows.map(row).joined(separator: ",") + "]", link)
  }
}
