// How fast URLs are parsed and built, compared with Foundation's URLComponents; scripts/bench compiles it.
//
// usage: url-benchmark                 a row per measurement: its name, the rates of CallbackURL and URLComponents
//        url-benchmark parse N ROUNDS  parses a URL with a text of N bytes, for counting allocations
//        url-benchmark build N ROUNDS  builds one

import Foundation
import XCallbackURL

/// A request with callbacks that have parameters of their own, as programs send it.
let nested = CallbackURL(
  scheme: "tusker", action: "postStatus",
  pairs: [
    .init("text", "Hello, fediverse! 100 % of this is text & nothing else = fine."), .init("visibility", "unlisted"),
    .init("x-source", "My App"),
    .init("x-success", "drafts://x-callback-url/done?id=7&next=me%3A%2F%2Fx-callback-url%2Fshow%3Fa%3Db%2526c"),
    .init("x-error", "drafts://x-callback-url/failed?id=7"), .init("x-cancel", "drafts://x-callback-url/canceled?id=7"),
  ])
let text = nested.description
let pairs = nested.pairs
let items = pairs.map { URLQueryItem(name: $0.name, value: $0.value) }

/// A unit of work in both implementations; each returns a number, so that the compiler cannot remove it.
struct Work {
  let name: String
  let ours: () -> Int
  let theirs: () -> Int
}

func count(_ texts: String?...) -> Int {
  texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
}

let works = [
  Work(
    name: "parse",
    ours: { (try? CallbackURL(parsing: text)) == nil ? 0 : 1 },
    theirs: { URLComponents(string: text) == nil ? 0 : 1 }),
  Work(
    name: "parse and read every parameter",
    ours: { (try? CallbackURL(parsing: text))?.pairs.count ?? 0 },
    theirs: { URLComponents(string: text)?.queryItems?.count ?? 0 }),
  Work(
    name: "parse and read everything",
    ours: {
      guard let url = try? CallbackURL(parsing: text) else { return 0 }
      return count(url.scheme, url.host, url.action) + url.pairs.count
    },
    theirs: {
      guard let url = URLComponents(string: text) else { return 0 }
      return count(url.scheme, url.host, url.path) + (url.queryItems?.count ?? 0)
    }),
  Work(
    name: "build",
    ours: { count(CallbackURL(scheme: "tusker", action: "postStatus", pairs: pairs).description) },
    theirs: {
      var url = URLComponents()
      url.scheme = "tusker"
      url.host = "x-callback-url"
      url.path = "/postStatus"
      url.queryItems = items
      return count(url.string)
    }),
]

/// Operations per second, measured over about a fifth of a second.
func rate(_ work: () -> Int) -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  var (sum, rounds) = (0, 0)
  while start.duration(to: clock.now) < .milliseconds(200) {
    for _ in 0..<200 { sum &+= work() }
    rounds += 200
  }
  precondition(sum != 0)
  return Double(rounds) / (start.duration(to: clock.now) / .seconds(1))
}

/// The median of the faster half, which other load affects least; the two take turns, so that they meet the same load.
func measure(_ work: Work) -> (ours: Double, theirs: Double) {
  let rates = (0..<9).map { _ in (rate(work.ours), rate(work.theirs)) }
  return (rates.map(\.0).sorted()[6], rates.map(\.1).sorted()[6])
}

if CommandLine.arguments.count == 4, let bytes = Int(CommandLine.arguments[2]), let rounds = Int(CommandLine.arguments[3]) {
  let pairs = [CallbackURL.Pair("text", String(repeating: "a b ", count: bytes / 4))]
  let long = CallbackURL(scheme: "tusker", action: "postStatus", pairs: pairs).description
  let isParsing = CommandLine.arguments[1] == "parse"
  var sum = 0
  for _ in 0..<rounds {
    let url = isParsing ? try? CallbackURL(parsing: long) : CallbackURL(scheme: "tusker", action: "post", pairs: pairs)
    sum += isParsing ? url?.pairs.count ?? 0 : 1
  }
  precondition(sum == rounds)
} else {
  for work in works {
    let (ours, theirs) = measure(work)
    print(work.name, Int(ours), Int(theirs), separator: "\t")
  }
}
