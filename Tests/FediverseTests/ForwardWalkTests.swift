import Testing

@testable import Fediverse

/// Walks to newer rows: oldest first, without gaps, and with a mark only once all of them are in.
struct ForwardWalkTests {
  private let transport = ScriptedTransport()
  private let first = "GET /api/v1/timelines/home?min_id=3&limit=40"

  private func rows(_ ids: [Int]) -> String {
    "[" + ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "]"
  }

  private func prev(_ target: String) -> Headers { ["Link": "</o>; rel=\"next\", <\(target)>; rel=\"prev\""] }

  private func home() throws -> PagedList<Status> { try Client.scripted(transport).timelines.home }

  @Test func newerRowsComeOldestFirstByTheLinksBack() async throws {
    transport.on(first, headers: prev("/n?min_id=5"), rows([5, 4]))
      .on("GET /n?min_id=5", headers: prev("/n?min_id=6"), rows([6])).on("GET /n?min_id=6", "[]")
    let found = try await home().newer(than: "3").collect()
    #expect(found.elements.map(\.id) == ["4", "5", "6"] && found.completeness.isComplete)
    #expect(found.mark?.url.target == "/n?min_id=6")
    let mark = try #require(found.mark)
    let later = try await home().newer(at: mark).collect()
    #expect(later.elements.isEmpty && later.mark == found.mark)
  }

  @Test func theMarkIsGivenOnlyOnceAllPagesAreIn() async throws {
    transport.on(first, headers: prev("/n?min_id=5"), rows([5, 4])).on("GET /n?min_id=5", status: 502)
      .on("GET /n?min_id=5", "[]")
    var walk = try home().newer(than: "3")
    #expect(try await walk.next()?.elements.map(\.id) == ["4", "5"] && walk.mark == nil)
    let place = try #require(walk.place)
    await #expect(throws: FediverseError.self) { try await home().newer(at: place).collect() }
    #expect(walk.mark == nil)
    #expect(try await walk.next()?.elements.isEmpty == true)
    #expect(walk.mark?.url.target == "/n?min_id=5")
    let cut = try await home().newer(than: "3", limit: 1).collect()
    #expect(cut.elements.map(\.id) == ["4"] && cut.mark == nil && cut.completeness.ending == .limited)
    #expect(cut.next?.url.target == "/api/v1/timelines/home?min_id=4&limit=40")
  }

  @Test func theFirstWalkThroughAListLeavesAMarkToo() async throws {
    transport.on("GET /api/v1/timelines/home?limit=40", headers: prev("/n?min_id=9"), rows([9, 8]))
      .on("GET /o", rows([7])).on("GET /n?min_id=9", rows([10]))
    let found = try await home().collect()
    #expect(found.elements.map(\.id) == ["9", "8", "7"] && found.mark?.url.target == "/n?min_id=9")
    let mark = try #require(found.mark)
    #expect(try await home().newer(at: mark).collect().elements.map(\.id) == ["10"])
    transport.on("GET /api/v1/timelines/home?limit=2", headers: prev("/n?min_id=9"), rows([9, 8]))
    #expect(try await home().collect(limit: 2).mark == nil)
  }

  @Test func aServerWithoutLinksIsAskedByItsRows() async throws {
    let page = Array((4...43).reversed())
    transport.on(first, rows(page))
      .on("GET /api/v1/timelines/home?limit=40&min_id=43", rows([44]))
    let found = try await home().newer(than: "3").collect()
    #expect(found.elements.map(\.id) == (4...44).map(String.init) && found.completeness.isComplete)
    #expect(found.mark?.url.target == "/api/v1/timelines/home?min_id=44&limit=40")
  }

  @Test(arguments: [
    // The newest page, down to the mark or past it where the row is gone; and the oldest row first.
    [6, 5, 4, 3, 2], [6, 5, 4, 2, 1], [4, 5, 6], [3, 4, 5, 6],
  ])
  func rowsThatAreNotNewerAreLeftOut(_ ids: [Int]) async throws {
    transport.on(first, headers: prev("/n"), rows(ids)).on("GET /n", "[]")
    let found = try await home().newer(than: "3").collect()
    #expect(found.elements.map(\.id) == ["4", "5", "6"] && found.completeness.isComplete)
  }

  @Test func aLinkBackToItselfEndsTheWalk() async throws {
    transport.on(first, headers: prev("/api/v1/timelines/home?min_id=3&limit=40"), rows([5, 4]))
    let found = try await home().newer(than: "3").collect()
    #expect(found.elements.map(\.id) == ["4", "5"] && found.completeness.ending == .repeated && found.mark == nil)
  }

  @Test func onlyListsInTheOrderOfIdentifiersAreFollowedByThem() async throws {
    let favorites = try Client.scripted(transport).favorites
    let error = #expect(throws: FediverseError.self) { try favorites.newer(than: "3") }
    #expect(error?.kind == .unsupported && transport.asked.isEmpty)
    transport.on("GET /f?min_id=c3", headers: prev("/f?min_id=c9"), rows([2, 7])).on("GET /f?min_id=c9", "[]")
    let mark = try #require(PageLink("https://example.social/f?min_id=c3"))
    let found = try await favorites.newer(at: mark).collect()
    #expect(found.elements.map(\.id) == ["7", "2"] && found.mark?.url.target == "/f?min_id=c9")
  }

  /// Mastodon leads back from people by `since_id`, which gives the newest page and not the next one.
  @Test func aFullPageOfTheNewestMayHideOthers() async throws {
    let page = (1...40).map { #"{"id":"\#($0)","username":"u"}"# }.joined(separator: ",")
    transport.on("GET /f?since_id=3", headers: ["Link": "</o>; rel=next"], "[\(page)]")
    let list = try Client.scripted(transport).lists.members(of: "1")
    let mark = try #require(PageLink("https://example.social/f?since_id=3"))
    let found = try await list.newer(at: mark).collect()
    #expect(found.completeness.ending == .cut && found.mark == nil)
  }
}
