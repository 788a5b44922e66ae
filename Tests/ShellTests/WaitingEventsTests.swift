import JSONValue
import Testing
import XCallbackURL

@testable import TuskShell

/// What waits to be shown above the prompt, and the streams that deliver it.
struct WaitingEventsTests {
  private static func waiting(_ arrivals: [(stream: String, count: Int)]) throws -> WaitingEvents {
    var waiting = WaitingEvents()
    for (name, count) in arrivals {
      let stream = try #require(WatchedStream(name))
      let record: JSON.Object =
        name == "notifications"
        ? WatchedEventTests.notification("favourite", "One")
        : ["event": "update", "mine": false, "status": .object(WatchedEventTests.status("One"))]
      let event = try #require(stream.event(of: record))
      for _ in 0..<count { waiting.add(event, of: stream) }
    }
    return waiting
  }

  @Test(
    arguments: [
      ([("notifications", 1)], 1, []), ([("notifications", 5)], 5, []),
      ([("notifications", 6)], 4, ["2 more: 'notifications' lists them"]),
      ([("notifications", 18)], 4, ["14 more: 'notifications' lists them"]),
      ([("#birds", 5), ("home", 1)], 4, ["1 more: 'tag #birds' lists it", "1 more: 'home' lists it"]),
      ([("list:1", 4), ("public", 2)], 4, ["2 more: 'public' lists them"]),
    ] as [([(String, Int)], Int, [String])])
  func aBurstIsFolded(arrivals: [(String, Int)], shown: Int, rest: [String]) throws {
    let waiting = try Self.waiting(arrivals.map { (stream: $0.0, count: $0.1) })
    #expect(waiting.events.count == shown)
    #expect(waiting.rest == rest)
  }

  @Test func aBurstOfAnyLengthTakesNoRoom() throws {
    let waiting = try Self.waiting([("home", 100_000), ("notifications", 3)])
    #expect(waiting.events.count == 4 && waiting.notifications == 3 && !waiting.hasMention)
    #expect(waiting.rest == ["99996 more: 'home' lists them", "3 more: 'notifications' lists them"])
  }

  @Test func aMentionInABurstIsNoticed() throws {
    var waiting = try Self.waiting([("home", 50)])
    let stream = try #require(WatchedStream("notifications"))
    waiting.add(try #require(stream.event(of: WatchedEventTests.notification("mention", "Hi"))), of: stream)
    #expect(waiting.hasMention)
  }

  @Test func homeLeavesNotificationsToTheirWatch() throws {
    let home = try #require(WatchedStream("home"))
    #expect(home.event(of: WatchedEventTests.notification("mention", "Hi")) == nil)
  }

  @Test(arguments: ["home", "notifications", "local", "public", "#birds", "list:1"])
  func aWatchReadsTheEventsOfAStream(word: String) throws {
    let stream = try #require(WatchedStream(word))
    let url = try #require(try stream.url()).description
    #expect(url.contains("/getEvents?") && url.contains("items=true"), "\(url)")
  }

  @Test(arguments: ["", "#", "list:", "bob", "user", "30s", "@bob"])
  func otherWordsNameNoStream(word: String) { #expect(WatchedStream(word) == nil) }
}
