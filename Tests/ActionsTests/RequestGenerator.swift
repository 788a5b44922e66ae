/// Requests that nobody would write and some that somebody would, the same ones for the same seed.
struct RequestGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  /// A number below the limit.
  mutating func number(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state >> 1) % limit
  }

  mutating func one<Value>(of values: [Value]) -> Value {
    values[number(below: values.count)]
  }

  /// The text of the next request.
  mutating func text() -> String {
    switch number(below: 8) {
    case 0: noise()
    case 1, 2: mutated(Array(request().utf8))
    default: request()
    }
  }

  private static let actions =
    SampleRequests.all + [
      "getEvents", "getTimeline?tag=cats", "getStatuses?of=me", "getNotifications?kind=follow",
      "getStatus?statusURL=https%3A%2F%2Fb.example%2F%40bob%2F9", "getAccount?acct=bob%40b.example", "favouriteStatus",
      "getAccount", "postStatus", "x", "", "callback/0/success", "getStatus/", "/getCurrentUser", "..",
      "getCurrentUser%3F", "favoriteStatus?statusID=404",
    ]
  private static let names = [
    "json", "silent", "items", "html", "count", "statusID", "accountID", "acct", "text", "mentioning", "visibility",
    "reply", "query", "notification", "x-source", "x-success", "x-error", "x-cancel", "x-", "X-Source", "", "%6Ason",
    "of", "tag", "list", "name", "account", "page", "before", "after", "kind", "media", "alt", "poll", "expires",
    "action", "report", "sensitive",
  ]
  private static let values = [
    "", "true", "false", "1", "0", "yes", "9", "77", "2", "-1", "bob%40b.example", "public", "direct", "%00", "%",
    "%zz", "%E2%80%AE", "a+b%2Bc", "9223372036854775808", "Drafts", "app%3A%2F%2Fx-callback-url%2Fdone",
    "app%3A%2F%2Fx-callback-url%2Fdone%3Fa%3D1%23b", "javascript%3Aalert(1)",
    "tusk%3A%2F%2Fx-callback-url%2FpostStatus",
    "bear%3Adone", "https%3A%2F%2Fevil.example", "..%2F..", "home", "me", "%40bob%40b.example", "3", "Friends", "2d",
    "09%3A00",
    "https%3A%2F%2Fa.example%2Fx", "limit", "follow", "9223372036854775807ms", "-1d",
  ]

  private mutating func request() -> String {
    var text = one(of: ["tusker://x-callback-url/", "tusk://x-callback-url/", "TUSKER://X-Callback-URL/"])
    text += one(of: Self.actions)
    var separator = text.contains("?") ? "&" : "?"
    for name in ["x-success", "x-error", "x-cancel"] where number(below: 4) > 0 {
      text += "\(separator)\(name)=app%3A%2F%2Fx-callback-url%2F\(name)"
      separator = "&"
    }
    for _ in 0..<number(below: 3) {
      text += separator + one(of: Self.names) + one(of: ["=", "=", "=", ""]) + one(of: Self.values)
      separator = "&"
    }
    return text
  }

  private mutating func mutated(_ bytes: [UInt8]) -> String {
    var bytes = bytes
    for _ in 0...number(below: 4) where !bytes.isEmpty {
      let place = number(below: bytes.count)
      switch number(below: 4) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(UInt8(number(below: 256)), at: place)
      case 2: bytes[place] = Array("&?=%#/:;+@".utf8)[number(below: 10)]
      default: bytes += bytes[place...].prefix(40)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func noise() -> String {
    let bytes = (0..<number(below: 80)).map { _ in UInt8(number(below: 256)) }
    return one(of: ["", "tusker:", "tusker://x-callback-url/"]) + String(decoding: bytes, as: UTF8.self)
  }
}
