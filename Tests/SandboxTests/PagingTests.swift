import Testing

@testable import TuskSandbox

/// Pages follow each other without gap or overlap.
@Suite struct PagingTests {
  /// A list, and how many rows it has at a seeded world.
  static let lists: [(String, Int)] = [
    ("/api/v1/accounts/4/followers", 91), ("/api/v1/statuses/1/reblogged_by", 90),
    ("/api/v1/statuses/1/favourited_by", 90), ("/api/v1/notifications", 93), ("/api/v1/bookmarks", 4),
    ("/api/v1/accounts/4/statuses", 60), ("/api/v1/accounts/110000000000000001/followers", 40),
    ("/api/v1/accounts/110000000000000001/following", 12), ("/api/v1/follow_requests", 3),
  ]

  @Test(arguments: lists, [7, 40, 80]) func everyRowComesOnce(list: (String, Int), limit: Int) async throws {
    try await withSandbox { alice async throws in
      var next: String? = "\(list.0)?limit=\(limit)"
      var seen: [String] = []
      while let path = next, seen.count <= list.1 {
        let page = try await alice.get(path)
        seen += page.ids
        next = page.link("next")
      }
      #expect(seen.count == list.1)
      #expect(Set(seen).count == seen.count)
    }
  }

  @Test func theWayBackLeadsToTheSamePage() async throws {
    try await withSandbox { alice async throws in
      let first = try await alice.get("/api/v1/timelines/home?limit=5")
      let second = try await alice.get(#require(first.link("next")))
      let back = try await alice.get(#require(second.link("prev")))
      #expect(back.ids == first.ids)
      #expect(Set(first.ids).isDisjoint(with: second.ids))
    }
  }

  @Test func theThreeCursorsMeanWhatMastodonMeans() async throws {
    try await withSandbox { alice async throws in
      let all = try await alice.get("/api/v1/accounts/4/statuses?limit=40").ids
      let older = try await alice.get("/api/v1/accounts/4/statuses?limit=3&max_id=\(all[9])").ids
      let newest = try await alice.get("/api/v1/accounts/4/statuses?limit=3&since_id=\(all[9])").ids
      let nearest = try await alice.get("/api/v1/accounts/4/statuses?limit=3&min_id=\(all[9])").ids
      #expect(older == Array(all[10...12]))
      #expect(newest == Array(all[0...2]))
      #expect(nearest == Array(all[6...8]))
    }
  }

  /// Path, rows without a limit, rows with far too great a limit.
  static let limits: [(String, Int, Int)] = [
    ("/api/v1/timelines/public", 20, 40), ("/api/v1/accounts/4/followers", 40, 80), ("/api/v1/notifications", 40, 80),
    ("/api/v1/statuses/1/favourited_by", 40, 80), ("/api/v1/timelines/tag/news", 20, 40),
  ]

  @Test(arguments: limits) func pagesHaveMastodonsSizes(path: String, standard: Int, most: Int) async throws {
    try await withSandbox { alice async throws in
      #expect(try await alice.get(path).ids.count == standard)
      #expect(try await alice.get(path + "?limit=1000").ids.count == most)
      #expect(try await alice.get(path + "?limit=0").ids.isEmpty)
    }
  }

  @Test func linksKeepTheFilterAndNameTheHostThatWasAsked() async throws {
    try await withSandbox { alice async throws in
      let page = try await alice.get("/api/v1/notifications?types[]=favourite&limit=2")
      let link = try #require(page.header("Link"))
      #expect(link.hasPrefix("<http://localhost/api/v1/notifications?limit=2&max_id="))
      #expect(link.contains("&types%5B%5D=favourite>; rel=\"next\", <http://localhost/"))
      #expect(try await alice.get(#require(page.link("next")))["0.type"] == "favourite")
    }
  }

  @Test func emptyPagesHaveNoLinks() async throws {
    try await withSandbox { alice async throws in
      let page = try await alice.get("/api/v1/timelines/home?max_id=1")
      #expect(page.ids.isEmpty)
      #expect(page.header("Link") == nil)
    }
  }
}
