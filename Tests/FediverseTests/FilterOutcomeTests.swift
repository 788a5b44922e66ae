import JSONValue
import Testing

@testable import Fediverse

/// What becomes of statuses that filters fit.
struct FilterOutcomeTests {
  private static let now = Timestamp(seconds: 1_800_000_000)

  private static func result(
    _ action: String?, _ title: String, context: String = "home", expires: JSON = .null
  ) -> JSON {
    var filter: JSON.Object = [
      "id": "1", "title": .string(title), "context": [.string(context)], "expires_at": expires,
    ]
    filter["filter_action"] = action.map(JSON.string)
    return ["filter": .object(filter), "keyword_matches": ["w"], "status_matches": .null]
  }

  @Test(
    arguments: [
      ([], nil, []), ([result("warn", "a")], "warn", ["a"]), ([result("hide", "a")], "hide", ["a"]),
      ([result("warn", "a"), result("hide", "b"), result("blur", "c")], "hide", ["b"]),
      ([result("blur", "a"), result("warn", "b")], "warn", ["b"]), ([result("blur", "a")], "blur", ["a"]),
      // An action that is not known, and none, are a warning.
      ([result("vaporize", "a")], "warn", ["a"]), ([result(nil, "a")], "warn", ["a"]),
      // Another context, and filters that have ended.
      ([result("hide", "a", context: "thread"), result("warn", "b")], "warn", ["b"]),
      ([result("hide", "a", expires: "2027-01-15T07:59:59Z")], nil, []),
      ([result("hide", "a", expires: "2027-01-15T08:00:01Z")], "hide", ["a"]),
      ([result("warn", "a"), result("warn", "b")], "warn", ["a", "b"]),
      (["x", [:], .null, result("warn", "a")], "warn", ["a"]),
    ] as [([JSON], String?, [String])])
  func theStrictestFilterThatAppliesDecides(_ results: [JSON], _ action: String?, _ titles: [String]) throws {
    let status = try Status(json: ["id": "1", "filtered": .array(results)])
    let reblog = try Status(json: ["id": "2", "reblog": status.raw])
    for status in [status, reblog] {
      let outcome = status.filterOutcome(in: .home, now: Self.now)
      #expect(outcome?.action.rawValue == action && outcome?.titles ?? [] == titles)
    }
  }

  @Test func resultsNameWhatFitted() throws {
    let status = try Status(json: ["id": "1", "filtered": [Self.result("warn", "a")]])
    #expect(status.filterResults.first?.keywords == ["w"] && status.filterResults.first?.statusIDs == [])
    #expect(throws: ShapeError.self) { try FilterResult(json: ["filter": .null]) }
  }

  @Test(arguments: [
    ("cat", true, "a cat!", true), ("cat", true, "concat", false), ("cat", false, "concat", true),
    ("cat", true, "cats and a CAT", true), ("cat", true, "cats", false), ("#cat", true, "x #cat", true),
    ("#cat", true, "x#cat", true), ("#cat", true, "#cats", false), ("cat!", true, "cat!s", true),
    ("big cat", true, "a big cat.", true), ("big cat", true, "a big  cat", false), (" cat ", true, "cat", true),
    ("", true, "anything", false), ("  ", false, "anything", false), ("猫", true, "黒猫だ", false),
    ("猫", false, "黒猫だ", true),
    ("STRASSE", false, "strasse", true), ("a", true, "", false), ("cat", true, "cat_s", false),
    ("cat", true, "concat cat", true),
  ])
  func phrasesOfTheFirstEditionFitAsServersHadIt(_ phrase: String, _ isWhole: Bool, _ text: String, _ fits: Bool) throws
  {
    let filter = try LegacyFilter(json: [
      "id": "1", "phrase": .string(phrase), "context": ["home"], "whole_word": .bool(isWhole),
    ])
    #expect(filter.fits(text) == fits)
  }

  @Test func theFirstEditionLooksIntoAllThatIsRead() throws {
    func filter(_ irreversible: Bool, context: String = "home", expires: JSON = .null) throws -> LegacyFilter {
      try LegacyFilter(json: [
        "id": "1", "phrase": "cat", "context": [.string(context)], "whole_word": true,
        "irreversible": .bool(irreversible), "expires_at": expires,
      ])
    }
    for (name, value) in [
      ("content", "<p>a <b>c</b>at</p>"), ("spoiler_text", "cat"),
      ("poll", ["id": "1", "options": [["title": "a cat"]]]),
      ("media_attachments", [["id": "1", "description": "my cat"]]),
    ] as [(String, JSON)] {
      var object: JSON.Object = ["id": "1"]
      object[name] = value
      let status = try Status(json: .object(object))
      let outcome = try status.filterOutcome(in: .home, now: Self.now, older: [filter(false)])
      #expect(outcome == FilterOutcome(action: .warn, titles: ["cat"]), "\(name)")
      #expect(try status.filterOutcome(in: .home, now: Self.now, older: [filter(true)])?.action == .hide)
      #expect(try status.filterOutcome(in: .public, now: Self.now, older: [filter(true)]) == nil)
      #expect(
        try status.filterOutcome(in: .home, now: Self.now, older: [filter(true, expires: "2020-01-01T00:00:00Z")])
          == nil)
      #expect(status.filterOutcome(in: .home, now: Self.now) == nil)
    }
  }
}
