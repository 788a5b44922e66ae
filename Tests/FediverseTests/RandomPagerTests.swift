import JSONValue
import TestSupport
import Testing

@testable import Fediverse

/// Lists of servers that cut them into random pages: every row once, and never an end that is not told.
struct RandomPagerTests {
  /// A server that has nothing but one list.
  struct PagerTransport: Transport {
    let pager: RandomPager

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      let answer = pager.answer(to: request.url.target)
      return HTTPResponse(status: 200, headers: ["Link": answer.link], body: Array(answer.body.utf8))
    }
  }

  private func client(_ pager: RandomPager) throws -> Client {
    Client(server: try ServerAddress("example.social"), transport: PagerTransport(pager: pager))
  }

  private func check(_ seed: UInt64, _ pager: RandomPager, _ ids: [String], _ completeness: Completeness) {
    #expect(ids == pager.truth, "seed \(seed): \(pager.fault)")
    #expect(completeness.isComplete == (pager.fault == .none) || pager.truth.isEmpty, "seed \(seed): \(completeness)")
    #expect((completeness.unreadableRows > 0) == (pager.unreadable > 0), "seed \(seed): \(completeness)")
    #expect(completeness.unreadableRows >= pager.unreadable && completeness.pages < 200, "seed \(seed)")
  }

  @Test(arguments: 0..<20) func everyRowOnceAndNoSilentEnd(round: UInt64) async throws {
    for seed in round * 50..<round * 50 + 50 {
      let followers = RandomPager(seed: seed, kind: .accounts)
      let accounts = try await client(followers).accounts.followers(of: "1").collect()
      check(seed, followers, accounts.elements.map(\.id), accounts.completeness)
      let news = RandomPager(seed: seed, kind: .notifications)
      let follows = try await client(news).notifications.all(of: [.follow]).collect()
      check(seed, news, follows.elements.map(\.id), follows.completeness)
    }
  }

  /// A walk in parts, each of which continues the one before.
  @Test(arguments: 0..<10) func partsOfAWalkAreTheWholeWalk(round: UInt64) async throws {
    for seed in round * 50..<round * 50 + 50 {
      var random = Lehmer(seed: seed)
      let pager = RandomPager(seed: seed, kind: .accounts)
      let list = try client(pager).accounts.followers(of: "1")
      var ids: [String] = []
      var progress: WalkProgress?
      while progress == nil || progress?.completeness.ending == .limited {
        let limit = 1 + random.below(9)
        var walk = progress.map { list.walk(continuing: $0, limit: limit) } ?? list.walk(limit: limit)
        var count = 0
        while let page = try await walk.next() {
          ids += page.elements.map(\.id)
          count += page.elements.count
        }
        #expect(count <= limit && (count == limit || walk.completeness.ending != .limited), "seed \(seed)")
        progress = walk.progress
      }
      let completeness = try #require(progress).completeness
      #expect(ids == pager.truth, "seed \(seed): \(pager.fault)")
      #expect(completeness.isComplete == (pager.fault == .none) || pager.truth.isEmpty, "seed \(seed): \(completeness)")
    }
  }

  @Test(arguments: [
    ("?cursor=5", "types%5B%5D=follow&cursor=5"), ("?cursor=5&types[]=follow", "cursor=5&types%5B%5D=follow"),
    ("?types[]=mention&cursor=5&limit=2", "types%5B%5D=follow&cursor=5&limit=2"),
    ("?limit=2&types%5B%5D=follow&types%5B%5D=poll", "types%5B%5D=follow&limit=2"), ("", "types%5B%5D=follow"),
  ])
  func aLinkKeepsTheQueryOfItsList(link: String, query: String) async throws {
    let transport = ScriptedTransport().on("GET /api/v1/notifications?\(query)", "[]")
    let link = try #require(PageLink("https://example.social/api/v1/notifications\(link)"))
    _ = try await Client.scripted(transport).notifications.all(of: [.follow]).page(at: link)
    #expect(transport.asked == ["GET /api/v1/notifications?\(query)"])
  }

  @Test func rowsOfAnotherKindAreDroppedAndCounted() async throws {
    let rows = #"[{"id":"3","type":"mention"},{"id":"2","type":"follow"},{"id":"1","type":"poll"}]"#
    let transport = ScriptedTransport().on("GET /api/v1/notifications?types%5B%5D=follow&limit=80", rows)
    let found = try await Client.scripted(transport).notifications.all(of: [.follow]).collect()
    #expect(found.elements.map(\.id) == ["2"] && found.completeness.unrequestedRows == 2)
    #expect(found.completeness.description == "complete, 1 rows, 2 not requested")
  }
}
