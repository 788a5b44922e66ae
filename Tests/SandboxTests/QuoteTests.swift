import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// Statuses that quote others, and who may make them.
@Suite struct QuoteTests {
  /// Visibility and policy of bob's status, and whether bob, his follower carol, and frank, who follows him, may quote
  /// it, and dora, who does not.
  static let policies: [(String, String, [String: Bool])] = [
    ("public", "public", ["bob": true, "carol": true, "dora": true]),
    ("unlisted", "public", ["bob": true, "carol": true, "dora": true]),
    ("public", "followers", ["bob": true, "carol": true, "dora": false]),
    ("public", "nobody", ["bob": true, "carol": false, "dora": false]),
    ("private", "public", ["bob": true, "carol": false, "dora": false]),
    ("direct", "public", ["bob": false, "carol": false, "dora": false]),
  ]

  @Test(arguments: policies) func theAuthorsPolicyHolds(
    visibility: String, policy: String, allowed: [String: Bool]
  ) async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let id = try await bob.write("quote me", ["visibility": visibility, "quote_approval_policy": policy])
      for (name, isAllowed) in allowed {
        let person = try await alice.acting(as: name)
        let shown = try await person.get("/api/v1/statuses/\(id)")
        if shown.status == 200 {
          #expect(shown["quote_approval.current_user"] == (isAllowed ? "automatic" : "denied"), "\(name)")
        }
        let quote = try await person.post("/api/v1/statuses", ["status": "look", "quoted_status_id": id])
        #expect(quote.status == (isAllowed ? 200 : 404), "\(name)")
        if isAllowed {
          #expect(quote["quote.quoted_status.id"] == id)
          #expect(quote["visibility"] == (visibility == "private" ? "private" : "public"))
        } else {
          #expect(quote["error"] == "The post you are trying to quote does not appear to exist.")
        }
      }
      #expect(
        try await bob.get("/api/v1/statuses/\(id)")["quotes_count"] == "\(allowed.values.filter { $0 }.count)")
    }
  }

  @Test func theAuthorWithdrawsAQuotedStatus() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let id = try await alice.write("mine")
      let quote = try await bob.write("look", ["quoted_status_id": id])
      let path = "/api/v1/statuses/\(id)/quotes/\(quote)/revoke"
      #expect(try await bob.post(path).status == 404)
      #expect(try await alice.post("/api/v1/statuses/\(id)/quotes/123/revoke").status == 404)
      for _ in 0..<2 {
        let revoked = try await alice.post(path)
        #expect(revoked["quote.state"] == "revoked" && revoked["quote.quoted_status"] == "null")
        #expect(try await alice.get("/api/v1/statuses/\(id)")["quotes_count"] == "0")
      }
      #expect(try await alice.get("/api/v1/statuses/\(id)/quotes").ids.isEmpty)
      try await bob.ask(.delete, "/api/v1/statuses/\(quote)")
      #expect(try await alice.get("/api/v1/statuses/\(id)")["quotes_count"] == "0")
    }
  }

  @Test func thePolicyIsChangedByItsAuthorOnly() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let path = "/api/v1/statuses/123/interaction_policy"
      #expect(try await alice.ask(.put, path, ["quote_approval_policy": "nobody"]).status == 404)
      let wrong = try await bob.ask(.put, path, ["quote_approval_policy": "banana"])
      #expect(wrong.status == 422)
      #expect(wrong["error"] == "'banana' is not a valid quote_approval_policy")
      let changed = try await bob.ask(.put, path, ["quote_approval_policy": "followers"])
      #expect(changed["quote_approval.automatic.0"] == "followers")
      #expect(try await alice.post("/api/v1/statuses", ["status": "x", "quote_approval_policy": ""]).status == 422)
    }
  }

  @Test func theQuotedAuthorHearsOfItAndTheQuoteIsListed() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let quote = try await alice.write("well said", ["quoted_status_id": "123"])
      let notice = try await bob.get("/api/v1/notifications")
      #expect(notice["0.type"] == "quote")
      #expect(notice["0.status.id"] == quote)
      #expect(try await bob.get("/api/v1/statuses/123/quotes").ids == [quote])
      let mention = try await alice.write("@bob well said", ["quoted_status_id": "123"])
      #expect(try await bob.get("/api/v1/notifications").column("type") == ["mention", "quote"])
      try await alice.ask(.delete, "/api/v1/statuses/\(mention)")
      #expect(try await bob.get("/api/v1/statuses/123")["quotes_count"] == "1")
    }
  }

  @Test func whatWasQuotedMayGoAwayOrOutOfSight() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let own = try await alice.write("for followers", ["visibility": "private"])
      let quote = try await alice.write("see", ["quoted_status_id": own])
      try await alice.tamper("UPDATE status SET visibility = 'public' WHERE id = ?", [Int64(quote)])
      let seen = try await alice.acting(as: "victor").get("/api/v1/statuses/\(quote)")
      #expect(seen["quote.state"] == "unauthorized")
      #expect(seen["quote.quoted_status"] == "null")
      let theirs = try await bob.write("soon gone")
      let other = try await alice.write("see", ["quoted_status_id": theirs])
      try await bob.ask(.delete, "/api/v1/statuses/\(theirs)")
      #expect(try await alice.get("/api/v1/statuses/\(other)")["quote.state"] == "deleted")
    }
  }

  @Test func aQuoteOfAQuoteIsCutShortAndABoostIsItsOriginal() async throws {
    try await withSandbox { alice async throws in
      let first = try await alice.write("one", ["quoted_status_id": "123"])
      let second = try await alice.write("two", ["quoted_status_id": first])
      let third = try await alice.get("/api/v1/statuses/\(second)")
      #expect(third["quote.quoted_status.id"] == nil)
      #expect(third["quote.quoted_status_id"] == first)
      let boost = try #require(try await alice.post("/api/v1/statuses/9/reblog")["id"])
      let quote = try await alice.post("/api/v1/statuses", ["status": "x", "quoted_status_id": boost])
      #expect(quote["quote.quoted_status.id"] == "9")
    }
  }
}
