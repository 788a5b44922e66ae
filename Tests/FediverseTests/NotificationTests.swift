import Testing

@testable import Fediverse

struct NotificationTests {
  private let transport = ScriptedTransport()

  private func rows(_ ids: ClosedRange<Int>) -> String {
    "[" + ids.reversed().map { #"{"id":"\#($0)","type":"follow"}"# }.joined(separator: ",") + "]"
  }

  private func next(_ query: String) -> Headers {
    ["Link": "<https://example.social/api/v1/notifications?\(query)>; rel=\"next\""]
  }

  @Test func aFullPageIsEnough() async throws {
    transport.on("GET /api/v1/notifications?limit=3", headers: next("max_id=8"), rows(8...10))
    let page = try await Client.scripted(transport).notifications.newest(3)
    #expect(page.elements.map(\.id) == ["10", "9", "8"] && page.next != nil && transport.asked.count == 1)
  }

  @Test func pagesAreJoinedWithoutRepeats() async throws {
    transport.on("GET /api/v1/notifications?limit=5", headers: next("max_id=9"), rows(9...10))
      .on("GET /api/v1/notifications?max_id=9", headers: next("max_id=7"), rows(7...9))
      .on("GET /api/v1/notifications?max_id=7", headers: next("max_id=5"), rows(5...6))
    let page = try await Client.scripted(transport).notifications.newest(5)
    #expect(page.elements.map(\.id) == ["10", "9", "8", "7", "6"])
  }

  @Test func anEmptyPageWithALinkIsNotTheEnd() async throws {
    transport.on("GET /api/v1/notifications?limit=5", headers: next("max_id=9"), "[]")
      .on("GET /api/v1/notifications?max_id=9", rows(1...1))
      .on("GET /api/v1/notifications?limit=5&max_id=1", "[]")
    #expect(try await Client.scripted(transport).notifications.newest(5).elements.map(\.id) == ["1"])
  }

  @Test func aLinkSeenBeforeIsTheEnd() async throws {
    transport.on("GET /api/v1/notifications?limit=9", headers: next("max_id=9"), rows(9...10))
      .on("GET /api/v1/notifications?max_id=9", headers: next("max_id=9"), rows(8...8))
    let page = try await Client.scripted(transport).notifications.newest(9)
    #expect(page.elements.count == 3 && transport.asked.count == 2)
  }

  @Test func aPageOfKnownRowsIsTheEnd() async throws {
    transport.on("GET /api/v1/notifications?limit=9", headers: next("max_id=9"), rows(9...10))
      .on("GET /api/v1/notifications?max_id=9", headers: next("cursor=x"), rows(9...10))
    let page = try await Client.scripted(transport).notifications.newest(9)
    #expect(page.elements.count == 2 && transport.asked.count == 2)
  }

  @Test func endlessEmptyPagesEnd() async throws {
    transport.on("GET /api/v1/notifications?limit=9", headers: next("c=0"), "[]")
    for index in 0..<50 { transport.on("GET /api/v1/notifications?c=\(index)", headers: next("c=\(index + 1)"), "[]") }
    #expect(try await Client.scripted(transport).notifications.newest(9).elements.isEmpty)
    #expect(transport.asked.count < 15)
  }

  @Test func serversWithoutLinksArePagedByTheLastRow() async throws {
    transport.on("GET /api/v1/notifications?limit=80", rows(21...100))
      .on("GET /api/v1/notifications?limit=80&max_id=21", rows(19...20))
    let page = try await Client.scripted(transport).notifications.newest(90)
    #expect(page.elements.map(\.id) == (19...100).reversed().map(String.init))
  }

  @Test func aLinkWithoutNextIsTheEnd() async throws {
    let headers: Headers = ["Link": "<https://example.social/api/v1/notifications?min_id=10>; rel=\"prev\""]
    transport.on("GET /api/v1/notifications?limit=80", headers: headers, rows(9...10))
    #expect(try await Client.scripted(transport).notifications.newest(100).elements.count == 2)
    #expect(transport.asked.count == 1)
  }

  @Test func aFailureOnTheWayIsAFailure() async throws {
    transport.on("GET /api/v1/notifications?limit=9", headers: next("max_id=9"), rows(9...10))
      .on("GET /api/v1/notifications?max_id=9", status: 429)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.notifications.newest(9) }
    #expect(error?.kind == .rateLimited)
  }

  @Test func singularPathsAreTried() async throws {
    transport.on("GET /api/v1/notification/7", #"{"id":"7","type":"favourite"}"#)
    #expect(try await Client.scripted(transport).notifications.notification("7").kind == .favorite)
  }

  @Test func missingNotificationsAreMissing() async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.notifications.dismiss("7") }
    #expect(error?.kind == .notFound && error?.request == "GET /api/v1/notifications/7")
  }

  @Test func olderServersDismissByForm() async throws {
    transport.on("GET /api/v1/notifications/7", #"{"id":"7"}"#).on("POST /api/v1/notifications/dismiss")
    try await Client.scripted(transport).notifications.dismiss("7")
    #expect(transport.requests.last?.body == Array("id=7".utf8))
  }

  @Test func serversThatCannotDismissSaySo() async throws {
    transport.on("GET /api/v1/notifications/7", #"{"id":"7"}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.notifications.dismiss("7") }
    #expect(error?.kind == .unsupported)
  }

  @Test func everythingIsDismissedAtOnce() async throws {
    transport.on("POST /api/v1/notifications/7/dismiss").on("POST /api/v1/notifications/clear")
    let client = try Client.scripted(transport)
    try await client.notifications.dismiss("7")
    try await client.notifications.dismissAll()
    #expect(transport.asked == ["POST /api/v1/notifications/7/dismiss", "POST /api/v1/notifications/clear"])
  }
}
