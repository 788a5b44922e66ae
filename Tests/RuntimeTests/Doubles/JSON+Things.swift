import JSONValue
import XCallbackURL

extension JSON {
  /// A record of the sample catalog, with a value in every field.
  static let thing: JSON = [
    "id": "7", "text": "a thing", "name": "seven", "count": 7, "loud": true, "date": 1_772_366_400,
    "url": "https://a.example/7", "acct": "bob@b.example",
    "by": ["id": "3", "acct": "ann@a.example", "url": "https://a.example/@ann"],
    "tags": ["x", "y"], "parts": [["url": "https://a.example/p.png", "note": "a part"]], "place": "/tmp/x",
  ]

  /// Things that are alike but for their number.
  static func things(_ numbers: some Sequence<Int>) -> [JSON] {
    numbers.map { ["id": .string("\($0)"), "text": .string("text \($0)"), "count": .int($0)] }
  }
}

extension Response {
  /// A page of ten things from the one that the request asks for, and where the next page is while there is one.
  ///
  /// - Parameter count: how many there are altogether.
  static func page(of url: CallbackURL, count: Int) -> Response {
    let start = Int((url.values(of: "page").first ?? nil) ?? "0") ?? 0
    let size = min(10, Int((url.values(of: "count").first ?? nil) ?? "10") ?? 10)
    let end = min(start + size, count)
    return .items(JSON.things(start..<end), next: end < count ? "\(end)" : nil)
  }
}
