import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// The accounts of the instance as moderators list them, and the end of one.
@Suite struct ModeratedAccountTests {
  /// A question in both versions of the API, and a condition that holds exactly for what is found.
  private static let questions: [(String, String, String)] = [
    ("", "", "1"), ("local=true", "origin=local", "domain IS NULL"),
    ("remote=1", "origin=remote", "domain IS NOT NULL"),
    ("active=true", "status=active", "NOT suspended"), ("suspended=true", "status=suspended", "suspended"),
    ("silenced=true", "status=silenced", "silenced"), ("disabled=true", "status=disabled", "disabled"),
    ("sensitized=true", "status=sensitized", "sensitized"), ("pending=true", "status=pending", "0"),
    ("staff=true", "permissions=staff", "isAdmin"), ("username=al", "username=al", "username LIKE 'al%'"),
    ("display_name=B", "display_name=B", "displayName LIKE 'B%'"),
    ("by_domain=gts.example", "by_domain=gts.example", "domain = 'gts.example'"),
    ("email=bob@sandbox.example", "email=bob@sandbox.example", "username = 'bob' AND domain IS NULL"),
    ("ip=10.0.0.1", "ip=10.0.0.1", "0"),
    ("local=1&username=b", "origin=local&username=b", "username LIKE 'b%' AND domain IS NULL"),
  ]

  @Test func eachQuestionFindsWhatItAsksFor() async throws {
    try await withSandbox { alice async throws in
      for (kind, person) in [
        ("suspend", Person.mallory), ("silence", Person.bob), ("disable", Person.judy), ("sensitive", Person.lens),
      ] {
        try await alice.post("/api/v1/admin/accounts/\(person)/action", ["type": kind])
      }
      for (first, second, condition) in Self.questions {
        let expected = try await alice.number("SELECT count(*) FROM account WHERE \(condition)")
        for start in ["/api/v1/admin/accounts?limit=5&\(first)", "/api/v2/admin/accounts?limit=5&\(second)"] {
          var found: [String] = []
          var path: String? = start
          while let next = path {
            let page = try await alice.get(next)
            found += page.ids
            path = page.link("next")
          }
          #expect(found.count == expected && Set(found).count == expected, "\(start)")
        }
      }
    }
  }

  @Test func aSuspendedAccountCanBeErased() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/admin/accounts/\(Person.bob)"
      #expect(try await alice.ask(.delete, path).status == 403)
      try await alice.post(path + "/action", ["type": "suspend"])
      let erased = try await alice.ask(.delete, path)
      #expect(erased["account.display_name"] == "" && erased["account.followers_count"] == "0")
      #expect(EntityShape.adminAccount.faults(in: erased.json) == [])
      for table in ["status", "media"] {
        #expect(try await alice.number("SELECT count(*) FROM \(table) WHERE accountId = 1") == 0, "\(table)")
      }
      #expect(try await alice.number("SELECT count(*) FROM follow WHERE 1 IN (accountId, targetId)") == 0)
      #expect(try await alice.get("/api/v1/statuses/123").status == 404)
      #expect(try await alice.get("/api/v1/accounts/1")["username"] == "bob")
    }
  }

  @Test func nobodyWaitsForApproval() async throws {
    try await withSandbox { alice async throws in
      for word in ["approve", "reject"] {
        #expect(try await alice.post("/api/v1/admin/accounts/1/\(word)").status == 403)
        #expect(try await alice.post("/api/v1/admin/accounts/99/\(word)").status == 404)
      }
      let program = try await alice.acting(as: nil)
      #expect(try await program.post("/api/v1/accounts", ["username": "eve"]).status == 403)
    }
  }

  @Test func aReportChangesItsCategory() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/admin/reports/4"
      let changed = try await alice.submit(.put, path, [("category", "violation"), ("rule_ids[]", "2")])
      #expect(changed["category"] == "violation" && changed["rules.0.id"] == "2")
      #expect(try await alice.ask(.put, path, ["category": "spam"])["rules"] == "0")
      #expect(try await alice.ask(.put, path, ["category": "taste"]).status == 422)
      #expect(try await alice.get(path)["category"] == "spam")
    }
  }

  @Test func aRefusedSuggestionStaysAway() async throws {
    try await withSandbox { alice async throws in
      for person in [1, 2, 4] { try await alice.post("/api/v1/accounts/\(person)/unfollow") }
      let first = try #require(try await alice.get("/api/v1/suggestions").ids.first)
      #expect(try await alice.ask(.delete, "/api/v1/suggestions/\(first)").text == "{}")
      #expect(try await alice.get("/api/v1/suggestions").ids.contains(first) == false)
      #expect(try await alice.get("/api/v2/suggestions").column("account.id").contains(first) == false)
      #expect(try await alice.acting(as: "frank").get("/api/v1/suggestions?limit=80").ids.contains(first))
      #expect(try await alice.ask(.delete, "/api/v1/suggestions/99").text == "{}")
    }
  }

  @Test func anEmbeddedStatusIsPublicAndLocal() async throws {
    try await withSandbox { alice async throws in
      let address = Page.encoded("https://sandbox.example/@bob/123")
      let embed = try await alice.stranger.get("/api/oembed?url=\(address)&maxwidth=300")
      #expect(embed["type"] == "rich" && embed["author_name"] == "Bob" && embed["width"] == "300")
      #expect(embed["html"]?.contains("src=\"https://sandbox.example/@bob/123/embed\"") == true)
      let secret = try await alice.write("x", ["visibility": "private"])
      for url in ["https://sandbox.example/@alice/\(secret)", "", "https://elsewhere.example/1"] {
        #expect(try await alice.get("/api/oembed?url=\(Page.encoded(url))").status == 404, "\(url)")
      }
    }
  }

  @Test func tagsOfOnesOwnAreSuggestedUntilFeatured() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/featured_tags/suggestions"
      let names = try await alice.get(path).column("name")
      let first = try #require(names.first)
      try await alice.post("/api/v1/featured_tags", ["name": first])
      #expect(try await alice.get(path).column("name") == Array(names.dropFirst()))
    }
  }
}
