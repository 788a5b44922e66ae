import Foundation
import GRDB
import Testing

@testable import TuskSandbox

/// Pages are read as a whole, which must not show.
@Suite struct PageCostTests {
  @Test func aStatusOnAPageIsAsByItself() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      try await alice.post("/api/v2/filters/1/statuses", ["status_id": "109"])
      for visitor in [alice, bob, alice.stranger] {
        for path in ["timelines/public?limit=40", "timelines/home?limit=40", "accounts/1/statuses?limit=40"] {
          let page = try await visitor.get("/api/v1/" + path)
          for (index, id) in page.ids.enumerated() {
            let alone = try await visitor.get("/api/v1/statuses/\(id)")
            let listed = try #require((page.json as? [Any])?[index])
            #expect(try Self.sorted(listed) == Self.sorted(#require(alone.json)), "\(id) in \(path)")
          }
        }
      }
    }
  }

  private static func sorted(_ json: Any) throws -> Data {
    try JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
  }

  @Test func aPageCostsHardlyMoreQueriesThanAStatus() async throws {
    try await withSandbox { alice async throws in
      let costs = try await alice.database.read { db in
        let viewer = try Account.find(Int64(Sample.alice) ?? 0, in: db)
        return try [1, 20, 40].map { count in
          let page = try Status.fetchAll(
            db, sql: "SELECT * FROM status WHERE visibility = 'public' ORDER BY id DESC LIMIT ?", arguments: [count])
          let view = Viewpoint(db, viewer: viewer, now: .now)
          let queries = Counter()
          db.trace { _ in queries.value += 1 }
          _ = try view.entities(of: page)
          db.trace(nil)
          return queries.value
        }
      }
      #expect(costs[1] <= 3 * costs[0] && costs[2] <= 4 * costs[0], "\(costs)")
    }
  }
}

private final class Counter {
  var value = 0
}
