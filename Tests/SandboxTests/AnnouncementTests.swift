import HTTPTypes
import Testing

@testable import TuskSandbox

/// What the administrators announce.
@Suite struct AnnouncementTests {
  private static let list = "/api/v1/announcements"
  private static let all = "/api/v1/announcements?with_dismissed=true"

  @Test func theLatestAnnouncementComesFirst() async throws {
    try await withSandbox { alice async throws in
      let shown = try await alice.get(Self.list)
      #expect(shown.ids == ["1"])
      #expect(shown["0.content"] == "<p>Welcome to the sandbox. Nothing here leaves your machine.</p>")
      #expect(shown["0.read"] == "false")
      let all = try await alice.get(Self.all)
      #expect(all.ids == ["1", "2"])
      #expect(all.column("read") == ["false", "true"])
      let dates = all.column("published_at")
      #expect(dates == dates.sorted(by: >))
    }
  }

  @Test func aDismissedAnnouncementIsHiddenFromOnePerson() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      for _ in 1...2 { #expect(try await alice.post("\(Self.list)/1/dismiss").text == "{}") }
      #expect(try await alice.get(Self.list).ids == [])
      #expect(try await alice.get(Self.all).column("read") == ["true", "true"])
      #expect(try await bob.get(Self.list).ids == ["1", "2"])
      #expect(try await bob.get(Self.list).column("read") == ["false", "false"])
      #expect(try await alice.post("\(Self.list)/3/dismiss").status == 404)
    }
  }

  @Test func aReactionIsCountedOncePerPerson() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let path = "\(Self.list)/1/reactions/\(Page.encoded("🎉"))"
      for _ in 1...2 { #expect(try await alice.ask(.put, path).text == "{}") }
      let seen = try await alice.get(Self.list)
      #expect(seen["0.reactions"] == "2")
      #expect(seen["0.reactions.0.name"] == "🎉" && seen["0.reactions.0.count"] == "1")
      #expect(seen["0.reactions.0.me"] == "true")
      #expect(seen["0.reactions.1.name"] == "👋" && seen["0.reactions.1.count"] == "2")
      #expect(try await bob.get(Self.list)["0.reactions.0.me"] == "false")
      #expect(try await bob.ask(.put, path).status == 200)
      #expect(try await alice.get(Self.list)["0.reactions.0.count"] == "2")
      #expect(try await alice.get(Self.all)["1.reactions"] == "0")
    }
  }

  @Test func aReactionIsTakenBackOnce() async throws {
    try await withSandbox { alice async throws in
      let path = "\(Self.list)/1/reactions/\(Page.encoded("👋"))"
      #expect(try await alice.ask(.delete, path).text == "{}")
      let seen = try await alice.get(Self.list)
      #expect(seen["0.reactions.0.count"] == "1" && seen["0.reactions.0.me"] == "false")
      #expect(try await alice.ask(.delete, path).status == 404)
      #expect(try await alice.acting(as: "bob").ask(.delete, path).status == 200)
      #expect(try await alice.get(Self.list)["0.reactions"] == "0")
    }
  }

  @Test func onlyAnEmojiOnAnAnnouncementIsAReaction() async throws {
    try await withSandbox { alice async throws in
      let emoji = Page.encoded("👋")
      for name in ["cats", "x", emoji + emoji] {
        #expect(try await alice.ask(.put, "\(Self.list)/1/reactions/\(name)").status == 422, "\(name)")
      }
      for method in [HTTPRequest.Method.put, .delete] {
        #expect(try await alice.ask(method, "\(Self.list)/3/reactions/\(emoji)").status == 404, "\(method)")
      }
    }
  }
}
