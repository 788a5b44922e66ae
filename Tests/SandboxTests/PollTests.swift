import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// Questions, and the answers of several people.
@Suite struct PollTests {
  typealias Pairs = [(String, String)]

  private static func options(_ titles: [String], _ more: Pairs = [("poll[expires_in]", "600")]) -> Pairs {
    [("status", "?")] + titles.map { ("poll[options][]", $0) } + more
  }

  /// A form, and why it is refused.
  static let refusals: [(Pairs, String)] = [
    (options(["a"]), "Options must have more than one item"),
    (options(["a", " ", ""]).filter { $0.1 != " " }, "Options must have more than one item"),
    (options(["a", "b", "c", "d", "e"]), "Options can't contain more than 4 items"),
    (options(["a", "b", "a"]), "Options contain duplicate items"),
    (options(["a", String(repeating: "é", count: 51)]), "Options can't be longer than 50 characters each"),
    (options(["a", "b"], []), "Expires at can't be blank"),
    (options(["a", "b"], [("poll[expires_in]", "soon")]), "Expires at can't be blank"),
    (options(["a", "b"], [("poll[expires_in]", "299")]), "Expires at is too soon"),
    (options(["a", "b"], [("poll[expires_in]", "-9223372036854775808")]), "Expires at is too soon"),
    (options(["a", "b"], [("poll[expires_in]", "9223372036854775807")]), "Expires at is too far into the future"),
  ]

  @Test func badQuestionsAreRefused() async throws {
    try await withSandbox { alice async throws in
      for (pairs, reason) in Self.refusals {
        let answer = try await alice.submit(.post, "/api/v1/statuses", pairs)
        #expect(answer.status == 422, "\(pairs)")
        #expect(answer["error"] == "Validation failed: \(reason)", "\(pairs)")
      }
      #expect(try await alice.number("SELECT count(*) FROM poll") == 4)
    }
  }

  /// Whether several may be chosen, what is chosen, and what is said to it.
  static let votes: [(Bool, [String], String?)] = [
    (false, ["0"], nil), (true, ["0", "2"], nil), (true, ["1", "1"], nil), (true, ["0", "1", "2"], nil),
    (false, ["0", "1"], "The chosen vote option does not exist"),
    (false, ["3"], "The chosen vote option does not exist"),
    (false, ["-1"], "The chosen vote option does not exist"), (false, ["x"], "The chosen vote option does not exist"),
    (false, [], "The chosen vote option does not exist"), (true, ["0", "9"], "The chosen vote option does not exist"),
  ]

  @Test func votesAreCountedOrRefusedAsAWhole() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      for (isMultiple, choices, refusal) in Self.votes {
        let status = try await alice.submit(
          .post, "/api/v1/statuses",
          Self.options(["a", "b", ":parrot:"], [("poll[expires_in]", "300"), ("poll[multiple]", "\(isMultiple)")]))
        let id = try #require(status["poll.id"])
        #expect(status["poll.emojis.0.shortcode"] == "parrot")
        let answer = try await bob.submit(.post, "/api/v1/polls/\(id)/votes", choices.map { ("choices[]", $0) })
        let shown = try await alice.stranger.get("/api/v1/polls/\(id)")
        #expect(answer["error"] == refusal.map { "Validation failed: \($0)" }, "\(choices)")
        #expect(shown["voters_count"] == (refusal == nil ? "1" : "0"), "\(choices)")
        #expect(shown["votes_count"] == (refusal == nil ? "\(Set(choices).count)" : "0"), "\(choices)")
        #expect(shown["own_votes"] == nil && shown["voted"] == nil)
        guard refusal == nil else { continue }
        #expect(answer["voted"] == "true")
        #expect((0..<3).compactMap { answer["own_votes.\($0)"] } == Set(choices).sorted())
        let again = try await bob.post("/api/v1/polls/\(id)/votes", ["choices[]": "0"])
        #expect(again["error"] == "Validation failed: You have already voted on this poll")
      }
    }
  }

  @Test func hiddenTotalsAreHiddenUntilTheEnd() async throws {
    try await withSandbox { alice async throws in
      let status = try await alice.submit(
        .post, "/api/v1/statuses", Self.options(["a", "b"], [("poll[expires_in]", "300"), ("poll[hide_totals]", "1")]))
      let id = try #require(status["poll.id"])
      let bob = try await alice.acting(as: "bob")
      let voted = try await bob.post("/api/v1/polls/\(id)/votes", ["choices[]": "1"])
      #expect(voted["options.1.votes_count"] == "null")
      try await alice.tamper("UPDATE poll SET expiresAt = ? WHERE id = ?", [Moment.now.milliseconds - 1, Int64(id)])
      let ended = try await bob.get("/api/v1/polls/\(id)")
      #expect(ended["options.1.votes_count"] == "1")
      #expect(ended["expired"] == "true")
      let late = try await alice.acting(as: "carol").post("/api/v1/polls/\(id)/votes", ["choices[]": "1"])
      #expect(late["error"] == "Validation failed: The poll has already ended")
    }
  }

  @Test func aPollIsSeenWithItsStatusOnly() async throws {
    try await withSandbox { alice async throws in
      let status = try await alice.submit(
        .post, "/api/v1/statuses", Self.options(["a", "b"]) + [("visibility", "private")])
      let id = try #require(status["poll.id"])
      let frank = try await alice.acting(as: "frank")
      #expect(try await frank.get("/api/v1/polls/\(id)").status == 404)
      #expect(try await frank.post("/api/v1/polls/\(id)/votes", ["choices[]": "0"]).status == 404)
      #expect(try await alice.acting(as: "dora").get("/api/v1/polls/\(id)").status == 200)
      try await alice.ask(.delete, "/api/v1/statuses/\(try #require(status["id"]))")
      #expect(try await alice.get("/api/v1/polls/\(id)").status == 404)
    }
  }

  @Test func aQuestionTakesNoPictures() async throws {
    try await withSandbox { alice async throws in
      let media = try #require(try await alice.upload(Sample.png)["id"])
      let answer = try await alice.submit(
        .post, "/api/v1/statuses", Self.options(["a", "b"]) + [("media_ids[]", media)])
      #expect(answer.status == 422)
      #expect(answer["error"] == "Cannot attach more than 4 files")
      #expect(try await alice.get("/api/v1/media/\(media)").status == 200)
    }
  }
}
