// How fast URLs are parsed and built, beside Foundation's URLComponents. Compiled by scripts/bench with optimization.
//
// usage: url-benchmark           a line for each measurement: what, who, operations a second
//        url-benchmark parse N   parses one URL with a text of N bytes 1000 times, for who counts allocations

import Foundation
import XCallbackURL

/// A request with callbacks that have parameters of their own, as programs send it.
let nested = CallbackURL(
  scheme: "tusker", action: "postStatus",
  pairs: [
    .init("text", "Hello, fediverse! 100 % of this is text & nothing else = fine."), .init("visibility", "unlisted"),
    .init("x-source", "My App"),
    .init("x-success", "drafts://x-callback-url/done?id=7&next=me%3A%2F%2Fx-callback-url%2Fshow%3Fa%3Db%2526c"),
    .init("x-error", "drafts://x-callback-url/failed?id=7"), .init("x-cancel", "drafts://x-callback-url/cancelled?id=7"),
  ])
let text = nested.description
let pairs = nested.pairs
let items = pairs.map { URLQueryItem(name: $0.name, value: $0.value) }

/// Operations a second, of a run that takes about a second.
func rate(_ work: () -> Int) -> Double {
  var sum = 0
  var rounds = 0
  let clock = ContinuousClock()
  let start = clock.now
  while start.duration(to: clock.now) < .seconds(1) {
    for _ in 0..<200 { sum &+= work() }
    rounds += 200
  }
  let (seconds, attoseconds) = start.duration(to: clock.now).components
  precondition(sum != 0)
  return Double(rounds) / (Double(seconds) + Double(attoseconds) * 1e-18)
}

func parsed() -> Int {
  (try? CallbackURL(parsing: text))?.pairs.count ?? 0
}

func parsedByFoundation() -> Int {
  URLComponents(string: text)?.queryItems?.count ?? 0
}

func built() -> Int {
  CallbackURL(scheme: "tusker", action: "postStatus", pairs: pairs).description.utf8.count
}

func builtByFoundation() -> Int {
  var components = URLComponents()
  components.scheme = "tusker"
  components.host = "x-callback-url"
  components.path = "/postStatus"
  components.queryItems = items
  return components.string?.utf8.count ?? 0
}

if CommandLine.arguments.count == 3, let bytes = Int(CommandLine.arguments[2]) {
  let long = "tusker://x-callback-url/postStatus?text=" + String(repeating: "a%20", count: bytes / 4)
  var sum = 0
  for _ in 0..<1_000 { sum += (try? CallbackURL(parsing: long))?.pairs.count ?? 0 }
  precondition(sum == 1_000)
} else {
  for _ in 0..<3 {
    print("parse CallbackURL", Int(rate(parsed)))
    print("parse URLComponents", Int(rate(parsedByFoundation)))
    print("build CallbackURL", Int(rate(built)))
    print("build URLComponents", Int(rate(builtByFoundation)))
  }
}
