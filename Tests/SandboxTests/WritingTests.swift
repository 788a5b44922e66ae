import HTTPTypes
import Testing

@testable import TuskSandbox

/// Writing statuses as Mastodon takes and renders them.
@Suite struct WritingTests {
  static let home = "https://sandbox.example"

  /// Words and the HTML that they become.
  static let renderings: [(String, String)] = [
    ("a < b & \"c\" 'd'", "<p>a &lt; b &amp; &quot;c&quot; &#39;d&#39;</p>"),
    ("one\ntwo\n\nthree\n\n\n\nfour", "<p>one<br />two</p><p>three</p><p>four</p>"),
    (
      "hi @bob!",
      "<p>hi <span class=\"h-card\" translate=\"no\"><a href=\"\(home)/@bob\" class=\"u-url mention\">"
        + "@<span>bob</span></a></span>!</p>"
    ),
    ("mail me@bob.example", "<p>mail me@bob.example</p>"), ("@nobodyhere", "<p>@nobodyhere</p>"),
    (
      "#Tea2 #42",
      "<p><a href=\"\(home)/tags/tea2\" class=\"mention hashtag\" rel=\"tag\">#<span>Tea2</span></a> #42</p>"
    ),
    (
      "(https://www.example.com/a/b/c/d/e/f/g/h/i/j/k/l).",
      "<p>(<a href=\"https://www.example.com/a/b/c/d/e/f/g/h/i/j/k/l\" target=\"_blank\" rel=\"nofollow noopener\""
        + " translate=\"no\"><span class=\"invisible\">https://www.</span><span class=\"ellipsis\">"
        + "example.com/a/b/c/d/e/f/g/h/i/</span><span class=\"invisible\">j/k/l</span></a>).</p>"
    ),
  ]

  @Test func wordsBecomeHTML() async throws {
    try await withSandbox { alice async throws in
      for (words, html) in Self.renderings {
        #expect(try await alice.post("/api/v1/statuses", ["status": words])["content"] == html)
      }
    }
  }

  @Test func mentionsAndTagsAreListed() async throws {
    try await withSandbox { alice async throws in
      let status = try await alice.post(
        "/api/v1/statuses", ["status": "@bob @sakura@mastodon.example @bob #Tea #tea #trains"])
      #expect(status["mentions"] == "2")
      #expect(status["mentions.1.acct"] == "sakura@mastodon.example")
      #expect(status["tags"] == "2")
      #expect(status["url"] == "https://sandbox.example/@alice/\(status["id"] ?? "")")
      #expect(status["application.name"] == "Tusk")
    }
  }

  /// What is refused, and in which words.
  static let refusals: [(KeyValuePairs<String, String>, Int, String)] = [
    (["status": "  "], 422, "Validation failed: Text can't be blank"),
    (["status": String(repeating: "x", count: 501)], 422, "Validation failed: Text character limit of 500 exceeded"),
    (["status": "x", "visibility": "secret"], 422, "'secret' is not a valid visibility"),
    (["status": "x", "in_reply_to_id": "5"], 404, "The post you are trying to reply to does not appear to exist."),
    (["status": "x", "media_ids[]": "7"], 422, "Media 7 not found or already attached to another post"),
    (
      ["status": "x", "poll[options][]": "a", "poll[expires_in]": "600"], 422,
      "Validation failed: Options must have more than one item"
    ),
    (
      ["status": "x", "poll[options][0]": "a", "poll[options][1]": "b", "poll[expires_in]": "60"], 422,
      "Validation failed: Expires at is too soon"
    ),
    (["status": "x", "scheduled_at": "soon"], 422, "Invalid date supplied"),
  ]

  @Test func badStatusesAreRefused() async throws {
    try await withSandbox { alice async throws in
      for (form, status, words) in Self.refusals {
        let answer = try await alice.ask(.post, "/api/v1/statuses", form)
        #expect(answer.status == status, "\(form)")
        #expect(answer["error"] == words)
      }
    }
  }

  @Test func addressesAndHostsCountAsMastodonCountsThem() {
    #expect(StatusText.length(of: "https://example.com/" + String(repeating: "x", count: 300)) == 23)
    #expect(StatusText.length(of: "@bob@a.very.long.host.example") == 4)
    #expect(StatusText.length(of: "👩🏽‍⚖️é") == 2)
  }

  /// The same status in the three encodings that clients use.
  static let bodies: [(String, String)] = [
    ("application/x-www-form-urlencoded", "status=hi%20%40bob&visibility=unlisted&spoiler_text=cw&language=de"),
    (
      "application/json",
      "{\"status\":\"hi @bob\",\"visibility\":\"unlisted\",\"spoiler_text\":\"cw\",\"language\":\"de\"}"
    ),
    (
      "multipart/form-data; boundary=XX",
      ["status\"\r\n\r\nhi @bob", "visibility\"\r\n\r\nunlisted", "spoiler_text\"\r\n\r\ncw", "language\"\r\n\r\nde"]
        .map { "--XX\r\nContent-Disposition: form-data; name=\"" + $0 + "\r\n" }.joined() + "--XX--\r\n"
    ),
  ]

  @Test(arguments: bodies) func everyEncodingIsRead(type: String, body: String) async throws {
    try await withSandbox { alice async throws in
      let status = try await alice.send(.post, "/api/v1/statuses", Array(body.utf8), type: type)
      #expect(status["visibility"] == "unlisted")
      #expect(status["spoiler_text"] == "cw")
      #expect(status["sensitive"] == "true")
      #expect(status["language"] == "de")
      #expect(status["mentions.0.username"] == "bob")
    }
  }

  /// Bodies that no parser should trip over.
  static let rubbish: [(String, [UInt8], Int)] = [
    ("application/json", Array("{\"status\":".utf8), 400), ("application/json", [0xFF, 0xFE, 0x00], 400),
    ("application/json", Array("[1,2]".utf8), 422), ("multipart/form-data", Array("--x".utf8), 400),
    ("application/x-www-form-urlencoded", Array("status=%FF%zz%0".utf8), 200),
    ("application/x-www-form-urlencoded", Array("status=a".utf8) + [0xFF, 0xC0], 200),
    ("multipart/form-data; boundary=B", Array("--B\r\n\r\n--B--".utf8), 422),
  ]

  @Test(arguments: rubbish) func rubbishIsAnsweredAndNotFatal(type: String, body: [UInt8], status: Int) async throws {
    try await withSandbox { alice async throws in
      #expect(try await alice.send(.post, "/api/v1/statuses", body, type: type).status == status)
      #expect(try await alice.get("/api/v1/statuses/1").status == 200)
    }
  }

  @Test func aBodyThatIsTooLargeIsRefused() async throws {
    try await withSandbox { alice async throws in
      let body = Array("status=".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 1_100_000)
      let answer = try await alice.send(.post, "/api/v1/statuses", body, type: "application/x-www-form-urlencoded")
      #expect(answer.status == 413)
    }
  }

  @Test func oneKeyMakesOneStatus() async throws {
    try await withSandbox { alice async throws in
      let key = ["Idempotency-Key": "k1"]
      let first = try await alice.ask(.post, "/api/v1/statuses", ["status": "once"], headers: key)
      let again = try await alice.ask(.post, "/api/v1/statuses", ["status": "once"], headers: key)
      let other = try await alice.ask(.post, "/api/v1/statuses", ["status": "once"], headers: ["Idempotency-Key": "k2"])
      #expect(again["id"] == first["id"])
      #expect(other["id"] != first["id"])
      #expect(again["content"] == first["content"])
      #expect(try await alice.get("/api/v1/accounts/verify_credentials")["statuses_count"] != nil)
    }
  }

  @Test func aRefusedStatusDoesNotUseUpItsKey() async throws {
    try await withSandbox { alice async throws in
      let key = ["Idempotency-Key": "k"]
      #expect(try await alice.ask(.post, "/api/v1/statuses", ["status": " "], headers: key).status == 422)
      #expect(try await alice.ask(.post, "/api/v1/statuses", ["status": "now"], headers: key).status == 200)
    }
  }

  @Test func repliesAreCountedThreadedAndToldToTheOther() async throws {
    try await withSandbox { alice async throws in
      let reply = try await alice.post("/api/v1/statuses", ["status": "@bob yes", "in_reply_to_id": "123"])
      #expect(reply["in_reply_to_account_id"] == "1")
      #expect(try await alice.get("/api/v1/statuses/123")["replies_count"] == "1")
      #expect(try await alice.get("/api/v1/statuses/123/context")["descendants.0.id"] == reply["id"])
      let bob = try await alice.signedIn(as: "bob")
      let notice = try await bob.get("/api/v1/notifications")
      #expect(notice["0.type"] == "mention")
      #expect(notice["0.status.id"] == reply["id"])
    }
  }

  @Test func editsKeepTheirHistory() async throws {
    try await withSandbox { alice async throws in
      let id = try #require(try await alice.post("/api/v1/statuses", ["status": "frist"])["id"])
      #expect(try await alice.get("/api/v1/statuses/\(id)/history")["0.content"] == "<p>frist</p>")
      let edited = try await alice.ask(.put, "/api/v1/statuses/\(id)", ["status": "first @bob"])
      #expect(edited["edited_at"] != "null")
      #expect(edited["mentions.0.acct"] == "bob")
      let history = try await alice.get("/api/v1/statuses/\(id)/history")
      #expect(history["0.content"] == "<p>frist</p>")
      #expect(history["1.content"] == edited["content"])
      #expect(try await alice.get("/api/v1/statuses/\(id)/source")["text"] == "first @bob")
      #expect(try await alice.ask(.put, "/api/v1/statuses/1", ["status": "mine"]).status == 404)
    }
  }

  @Test func deletingGivesTheWordsBackAndTheStatusIsGone() async throws {
    try await withSandbox { alice async throws in
      let before = try await alice.get("/api/v1/accounts/verify_credentials")["statuses_count"]
      let id = try #require(try await alice.post("/api/v1/statuses", ["status": "gone soon"])["id"])
      #expect(try await alice.ask(.delete, "/api/v1/statuses/\(id)")["text"] == "gone soon")
      #expect(try await alice.get("/api/v1/statuses/\(id)").status == 404)
      #expect(try await alice.ask(.delete, "/api/v1/statuses/\(id)").status == 404)
      #expect(try await alice.ask(.delete, "/api/v1/statuses/1").status == 404)
      #expect(try await alice.get("/api/v1/accounts/verify_credentials")["statuses_count"] == before)
    }
  }

  @Test func aScheduledStatusWaitsAndCanBeTakenBack() async throws {
    try await withSandbox { alice async throws in
      let time = Moment.now.adding(seconds: 3600).iso
      let waiting = try await alice.post("/api/v1/statuses", ["status": "later", "scheduled_at": time])
      let id = try #require(waiting["id"])
      #expect(waiting["scheduled_at"] == time)
      #expect(waiting["params.text"] == "later")
      let near = try await alice.post(
        "/api/v1/statuses", ["status": "x", "scheduled_at": Moment.now.adding(seconds: 60).iso])
      #expect(near["error"] == "Validation failed: Scheduled at must be in the future")
      #expect(try await alice.ask(.delete, "/api/v1/scheduled_statuses/\(id)").status == 200)
      #expect(try await alice.get("/api/v1/scheduled_statuses/\(id)").status == 404)
    }
  }
}
