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

  @Test func recordsReadByPositionAreThoseReadByName() async throws {
    try await withSandbox { alice async throws in
      // A value of its own for each column that has the same default as others.
      try await alice.tamper(
        """
        UPDATE status SET sensitive = id % 2, isQuoteRevoked = id % 3 = 0, repliesCount = 1, reblogsCount = 2,
          favouritesCount = 3, quotesCount = 4, quotePolicy = 'nobody', spoilerText = 'spoiler', editedAt = 5;
        UPDATE account SET locked = id % 2, bot = id % 3 = 0, isGroup = id % 5 = 0, discoverable = id % 7 = 0,
          isPlayed = id % 11 = 0, disabled = id % 13 = 0, silenced = id % 17 = 0, sensitized = id % 19 = 0,
          suspended = id % 23 = 0, defaultSensitive = id % 29 = 0, defaultPrivacy = 'private', defaultLanguage = 'de',
          noteSource = 'source', movedToId = 1, lastStatusAt = 2, followersCount = 3, followingCount = 4,
          statusesCount = 5;
        """)
      try await alice.database.read { db in
        try Self.expectAgreement(of: Status.self, in: db)
        try Self.expectAgreement(of: Account.self, in: db)
        let fields = try Account.fetchAll(db).flatMap(\.fields)
        #expect(!fields.isEmpty)
        let missing = try Status.find(0, in: db)
        #expect(missing == nil)
      }
    }
  }

  private static func expectAgreement<Record: SelectedRecord & FetchableRecord & TableRecord & Encodable>(
    of type: Record.Type, in db: Database
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let query = "FROM \(type.source) ORDER BY id"
    let byPosition = try type.all(SQLRequest(sql: "SELECT \(type.selection) \(query)"), in: db)
    let byName = try type.fetchAll(db, sql: "SELECT * \(query)")
    #expect(!byName.isEmpty)
    let found = try byPosition.map { try encoder.encode($0) }
    let expected = try byName.map { try encoder.encode($0) }
    #expect(found == expected, "\(type.source)")
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
