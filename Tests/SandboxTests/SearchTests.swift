import HTTPTypes
import Testing

@testable import TuskSandbox

/// Finding people, statuses and tags, and changing one's own profile.
@Suite struct SearchTests {
  /// Words, and the first of the accounts that are found; nothing where there is none.
  static let people: [(String, String?)] = [
    ("bob", "bob"), ("@bob@sandbox.example", "bob"), ("BOB", "bob"), ("sakura@mastodon", "sakura@mastodon.example"),
    ("best_offers", "best_offers@spam.example"), ("best%offers", nil), ("b_b", nil), ("%", nil), ("\\", nil),
    ("_", nil),
    ("a_name_that", "a_name_that_is_as_long_as_names_get@a-very-long-host-name-for-tests.mastodon.example"),
    ("桜", "sakura@mastodon.example"), ("zzz", nil), ("' OR 1=1 --", nil), ("Reader 07", "reader07@crowd.example"),
  ]

  @Test func peopleAreFoundByTheirNames() async throws {
    try await withSandbox { alice async throws in
      for (words, acct) in Self.people {
        let query = Page.encoded(words)
        let found = try await alice.get("/api/v1/accounts/search?q=\(query)")
        #expect(found["0.acct"] == acct, "\(words)")
        let all = try await alice.get("/api/v2/search?q=\(query)&type=accounts")
        #expect(all["accounts.0.acct"] == acct, "\(words)")
      }
      #expect(try await alice.get("/api/v1/accounts/search?q=reader&limit=7").ids.count == 7)
      #expect(try await alice.get("/api/v1/accounts/search?q=reader").ids.count == 40)
      #expect(
        try await alice.get("/api/v1/accounts/search?q=a&following=true").column("acct").contains("frank") == false)
    }
  }

  @Test func pagesOfASearchDoNotOverlap() async throws {
    try await withSandbox { alice async throws in
      var seen: [String] = []
      for offset in stride(from: 0, to: 100, by: 30) {
        let page = try await alice.get("/api/v2/search?q=reader&type=accounts&limit=30&offset=\(offset)")
        seen += (page.json as? [String: [[String: Any]]])?["accounts"]?.compactMap { $0["acct"] as? String } ?? []
      }
      #expect(seen.count == 90)
      #expect(Set(seen).count == 90)
    }
  }

  /// Words, and how many statuses of the four that are written are found.
  static let words: [(String, Int)] = [
    ("100%", 1), ("100_", 1), ("zebra", 4), ("ZEBRA", 4), ("h-card", 0), ("nofollow", 0), ("zebra\\", 1),
    ("zebra 100%", 1),
  ]

  @Test func statusesAreFoundByTheirWordsAndNotByTheirMarkup() async throws {
    try await withSandbox { alice async throws in
      for text in ["zebra 100%", "zebra 100_", "zebra\\", "zebra @bob https://a.example/"] {
        _ = try await alice.write(text)
      }
      for (words, count) in Self.words {
        let found = try await alice.get("/api/v2/search?type=statuses&q=\(Page.encoded(words))")
        #expect(found["statuses"] == "\(count)", "\(words)")
      }
      let theirs = try await alice.get("/api/v2/search?type=statuses&q=zebra&account_id=1")
      #expect(theirs["statuses"] == "0")
      #expect(try await alice.stranger.get("/api/v2/search?q=zebra")["statuses"] == "0")
      for more in ["resolve=true", "offset=5"] {
        #expect(try await alice.stranger.get("/api/v2/search?q=zebra&\(more)").status == 401)
      }
    }
  }

  @Test func aProfileIsReadChangedAndWrittenWithoutLoss() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/accounts/update_credentials"
      let values = ["https://a.example/?x=1&y='2'", "<b>\"R&D\"</b>", "@bob #tea", "she/her 🐘"]
      var pairs = values.enumerated().flatMap { index, value in
        [("fields_attributes[\(index)][name]", "n\(index)"), ("fields_attributes[\(index)][value]", value)]
      }
      pairs += [
        ("note", "a & b\n\n@bob"), ("display_name", "A <b> :parrot:"), ("bot", "true"), ("discoverable", "false"),
      ]
      let first = try await alice.submit(.patch, path, pairs)
      #expect((0..<4).compactMap { first["source.fields.\($0).value"] } == values)
      #expect(first["fields.1.value"] == "&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;")
      #expect(first["fields.0.value"]?.hasPrefix("<a href=\"https://a.example/?x=1&amp;y=&#39;2\"") == true)
      #expect(first["fields.2.value"]?.contains("class=\"u-url mention\"") == true)
      #expect(first["source.note"] == "a & b\n\n@bob")
      #expect(first["note"]?.hasPrefix("<p>a &amp; b</p><p>") == true)
      let again = (0..<4).flatMap { index in
        ["name", "value"].map { ("fields_attributes[\(index)][\($0)]", first["source.fields.\(index).\($0)"] ?? "") }
      }
      let second = try await alice.submit(.patch, path, again)
      #expect(second.text == first.text)
      let seen = try await alice.acting(as: "bob").get("/api/v1/accounts/\(Sample.alice)")
      #expect(seen["display_name"] == "A <b> :parrot:")
      #expect(seen["emojis.0.shortcode"] == "parrot")
      #expect(seen["source"] == nil)
    }
  }

  /// What is wrong with a profile, and what is said of it.
  static let refusals: [([(String, String)], String)] = [
    ([("display_name", String(repeating: "é", count: 31))], "Display name is too long (maximum is 30 characters)"),
    ([("note", String(repeating: "x", count: 501))], "Note character limit of 500 exceeded"),
    ((0..<5).map { ("fields_attributes[\($0)][name]", "n") }, "Fields too many (maximum is 4)"),
  ]

  @Test func profilesHaveTheirLimits() async throws {
    try await withSandbox { alice async throws in
      let before = try await alice.get("/api/v1/accounts/verify_credentials").text
      for (pairs, words) in Self.refusals {
        let answer = try await alice.submit(.patch, "/api/v1/accounts/update_credentials", pairs)
        #expect(answer.status == 422)
        #expect(answer["error"] == "Validation failed: \(words)")
      }
      #expect(try await alice.get("/api/v1/accounts/verify_credentials").text == before)
    }
  }

  @Test func picturesOfAProfileComeAndGo() async throws {
    try await withSandbox { alice async throws in
      for name in ["avatar", "header"] {
        let before = try await alice.get("/api/v1/accounts/verify_credentials")[name]
        let changed = try await alice.upload(
          Sample.png, to: "/api/v1/accounts/update_credentials", field: name, method: .patch)
        #expect(changed.status == 200)
        #expect(changed[name] != before)
        let gone = try await alice.ask(.delete, "/api/v1/profile/\(name)")
        #expect(gone[name]?.hasSuffix("/missing.png") == true)
      }
    }
  }
}
