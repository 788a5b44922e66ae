import Glibc
import JSONValue
import Synchronization
import Testing

@testable import Fediverse

/// Looking for the result of a request that an earlier process sent.
struct StatusSearchTests {
  private let transport = ScriptedTransport()
  private let clock = WaitedClock()
  private static let list = "GET /api/v1/accounts/9/statuses?exclude_reblogs=true&limit=40"
  /// When the clocks of the tests start.
  private static let start = 1_700_000_000

  private static func status(_ id: Int, _ text: String, at second: Int) -> JSON {
    [
      "id": .string("\(id)"), "content": .string("<p>\(text)</p>"), "uri": .string("https://example.social/\(id)"),
      "created_at": .string(Timestamp(seconds: start + second).description),
    ]
  }

  private func client(_ profile: ServerProfile? = nil, over sender: (any Transport)? = nil) throws -> Client {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
    return Client(
      server: try ServerAddress("example.social"), token: AccessToken("s3cret"),
      transport: sender ?? transport, domain: "example.social", clock: { [clock] in clock.now }, waiting: clock.waiting,
      profile: profile)
  }

  /// The statuses as pages of this size, newest first, with links to the next page.
  private func serve(_ statuses: [JSON], perPage size: Int, date: Int? = nil, endsWithoutLink: Bool = false) {
    let pages = stride(from: 0, to: max(statuses.count, 1), by: size).map { Array(statuses.dropFirst($0).prefix(size)) }
    for (number, page) in pages.enumerated() {
      var headers: Headers = [:]
      if let date { headers.add("Date", Timestamp(seconds: Self.start + date).httpDate) }
      if number + 1 < pages.count {
        headers.add("Link", "<https://example.social/page\(number + 1)>; rel=\"next\"")
      } else if !endsWithoutLink {
        headers.add("Link", "<https://example.social/up>; rel=\"prev\"")
      }
      let request = number == 0 ? Self.list : "GET /page\(number)"
      transport.on(request, headers: headers, JSON.array(page).text)
    }
  }

  private func search(
    _ sent: SendTime, for status: NewStatus = NewStatus("wanted"), besides others: OtherRequests = OtherRequests(),
    _ client: Client? = nil
  ) async throws -> String? {
    let client = try client ?? self.client()
    do throws(FediverseError) {
      return try await client.statuses.published(matching: status, since: sent, besides: { others })?.id
    } catch {
      guard error.kind == .undecided else { throw error }
      return "undecided"
    }
  }

  private var sent: SendTime { SendTime(local: Timestamp(seconds: Self.start), uptime: .seconds(Self.start)) }

  @Test(arguments: [0, 39, 40, 41, 199])
  func newerStatusesDoNotHideTheResult(_ count: Int) async throws {
    let newer = (0..<count).map { Self.status(1000 - $0, "newer", at: 5000 - $0) }
    let older = (0..<100).map { Self.status(99 - $0, "older", at: -1000 - $0) }
    serve(newer + [Self.status(500, "wanted", at: 1)] + older, perPage: 40, date: 6000)
    clock.advance(by: 6000)
    #expect(try await search(sent) == "500")
    let pages = transport.asked.filter { $0.contains("/page") || $0 == Self.list }.count
    #expect(pages == count / 40 + 1, "it stops at the result")
  }

  /// Statuses may be dated by another clock than responses, so what has the same text is doubted.
  @Test(
    arguments: [("older", -700, nil), ("wanted", -700, "undecided"), ("wanted", -93_601, nil)]
      as [(String, Int, String?)])
  func theSearchEndsAtTheTimeOfSending(text: String, second: Int, outcome: String?) async throws {
    serve((0..<200).map { Self.status(1000 - $0, text, at: second - $0) }, perPage: 20, date: 0)
    #expect(try await search(sent) == outcome)
    #expect(transport.asked.filter { $0.contains("/page") }.isEmpty)
  }

  /// A list that ends before it reaches the time of sending, for different reasons.
  @Test(arguments: ["loop", "no link", "unreadable row"])
  func aListThatCannotBeReadFarEnoughIsUndecided(_ fault: String) async throws {
    let page = (0..<40).map { Self.status(1000 - $0, "newer", at: 5000 - $0) }
    switch fault {
    case "loop":
      transport.on(
        Self.list, headers: ["Link": "<https://example.social/page1>; rel=\"next\""], JSON.array(page).text)
      transport.on(
        "GET /page1", headers: ["Link": "<https://example.social/page1>; rel=\"next\""], JSON.array(page).text)
    case "no link": serve(page, perPage: 40, date: 6000, endsWithoutLink: false)
    default: serve([7] + page.dropLast(2) + [Self.status(1, "older", at: -500)], perPage: 40, date: 6000)
    }
    // Texts of other requests are known not to be the result.
    let others = Set((961...1000).map { "https://example.social/\($0)" })
    #expect(try await search(sent, besides: OtherRequests(others)) == (fault == "no link" ? nil : "undecided"))
  }

  /// By how many seconds the local clock is set between sending and looking, and whether the server has a clock.
  @Test(arguments: [-86_400, -7200, -60, 0, 60, 7200, 86_400], [true, false])
  func aClockThatIsSetHidesNothing(_ step: Int, _ hasDate: Bool) async throws {
    // The server's clock is right throughout; the local one was wrong by the step when the request was sent.
    let result = Self.status(500, "wanted", at: 1)
    serve([result], perPage: 40, date: hasDate ? 100 : nil)
    clock.advance(by: 100)
    var sent = SendTime(local: Timestamp(seconds: Self.start + step))
    let fromWall = try await search(sent)
    #expect(fromWall == "500" || fromWall == "undecided")
    sent.uptime = .seconds(Self.start)
    let fromUptime = try await search(sent)
    #expect(fromUptime == "500" || !hasDate && fromUptime == "undecided")
    sent.server = Timestamp(seconds: Self.start)
    #expect(try await search(sent) == "500")
  }

  /// By how many seconds the clock that dates responses is ahead of the one that dates statuses.
  @Test(
    arguments: [-2_592_000, -86_400, -900, -500, -300, -60, 60, 300, 500, 900, 86_400, 2_592_000],
    ["wanted", "rewritten"])
  func aClockOfResponsesThatIsWrongHidesNothing(_ error: Int, _ text: String) async throws {
    serve([Self.status(500, text, at: 1)], perPage: 40, date: 10 + error)
    clock.advance(by: 10)
    var sent = sent
    for server in [nil, Timestamp(seconds: Self.start + error)] {
      sent.server = server
      #expect(try await search(sent) != nil)
      // The machine may have restarted since.
      let sent = SendTime(local: sent.local, server: server)
      #expect(try await search(sent) != nil)
    }
  }

  /// By how many seconds the server's clock is set between sending and processing.
  @Test(arguments: [-86_400, -7200, -60, 60, 7200, 86_400])
  func aServersClockThatIsSetHidesNothing(_ step: Int) async throws {
    serve([Self.status(500, "wanted", at: 1 + step)], perPage: 40, date: 10 + step)
    clock.advance(by: 10)
    var sent = sent
    sent.server = Timestamp(seconds: Self.start)
    #expect(try await search(sent) != nil)
    sent.uptime = nil
    #expect(try await search(sent) != nil)
  }

  /// A pinned status, or one that a server files by another time.
  @Test(arguments: [0, 3, 39]) func anOlderStatusOutOfOrderEndsNoSearch(_ place: Int) async throws {
    var statuses = (0..<60).map { Self.status(1000 - $0, "newer", at: 5000 - $0) } + [Self.status(500, "wanted", at: 1)]
    statuses.insert(Self.status(7, "pinned", at: -100_000), at: place)
    serve(statuses, perPage: 40, date: 6000)
    clock.advance(by: 6000)
    let others = Set((941...1000).map { "https://example.social/\($0)" })
    #expect(try await search(sent, besides: OtherRequests(others)) == "500")
  }

  /// Links beyond the time of sending do not matter.
  @Test func aLoopBehindTheTimeOfSendingIsNoDoubt() async throws {
    let page = (0..<40).map { Self.status(1000 - $0, "older", at: -200_000 - $0) }
    let target = Self.list.dropFirst("GET ".count)
    transport.on(
      Self.list, headers: ["Link": "<https://example.social\(target)>; rel=\"next\""], JSON.array(page).text)
    #expect(try await search(sent) == nil)
  }

  @Test(arguments: [-900, -120, 0, 120, 900])
  func withoutAClockOfTheServerARewrittenTextIsNotTakenForAnother(_ error: Int) async throws {
    serve([Self.status(500, "rewritten", at: 1 + error)], perPage: 40)
    #expect(try await search(sent) == "undecided")
  }

  /// The server may still be processing a request that was sent a moment ago.
  @Test(arguments: [0, 20, 100]) func aRequestOfAnEarlierProcessIsLookedForTwice(_ age: Int) async throws {
    let client = try client()
    clock.advance(by: age)
    transport.on(Self.list, "[]").on(Self.list, JSON.array([Self.status(500, "wanted", at: 1)]).text)
    let found = try await client.statuses.published(matching: NewStatus("wanted"), since: sent, until: sent)
    #expect(found?.id == "500")
    #expect(transport.asked.filter { $0 == Self.list }.count == 2)
  }

  @Test func aRequestOfLongAgoIsLookedForOnce() async throws {
    let client = try client()
    clock.advance(by: 120)
    transport.on(Self.list, "[]")
    #expect(try await client.statuses.published(matching: NewStatus("wanted"), since: sent, until: sent) == nil)
    #expect(transport.asked.filter { $0 == Self.list }.count == 1)
  }

  /// After a restart of the machine, its own clock alone proves no age: it may have been set since, as the server's too.
  @Test(
    arguments: [
      (320, 20, 0, 2), (20, 320, 0, 2), (320, 320, 0, 1), (-320, 20, 0, 2), (320, nil, 0, 2), (320, 320, nil, 2),
    ] as [(Int, Int?, Int?, Int)])
  func afterARestartBothClocksProveAnAge(_ local: Int, _ date: Int?, _ server: Int?, _ looks: Int) async throws {
    serve([], perPage: 40, date: date)
    transport.on(Self.list, JSON.array([Self.status(500, "wanted", at: 1)]).text)
    let moment = SendTime(
      local: Timestamp(seconds: Self.start - local), server: server.map { Timestamp(seconds: Self.start + $0) })
    let found = try await client().statuses.published(matching: NewStatus("wanted"), since: moment, until: moment)
    #expect(found?.id == (looks > 1 ? "500" : nil))
    #expect(transport.asked.filter { $0 == Self.list }.count == looks)
  }

  /// The request may be carried out while the first search still reads older pages.
  @Test func aSlowSearchForAFreshRequestIsRepeated() async throws {
    let client = try client(over: SlowTransport(transport: transport, clock: clock))
    transport.on(Self.list, "[]").on(Self.list, JSON.array([Self.status(500, "wanted", at: 1)]).text)
    let found = try await client.statuses.published(matching: NewStatus("wanted"), since: sent, until: sent)
    #expect(found?.id == "500")
  }

  /// A transport whose requests take longer than a server processes a request.
  private struct SlowTransport: Transport {
    let transport: ScriptedTransport
    let clock: WaitedClock

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      clock.advance(by: 40)
      return try await transport.send(request)
    }
  }

  @Test func sourcesAreAskedForWithinBounds() async throws {
    serve((0..<140).map { Self.status(1000 - $0, "else", at: 5) }, perPage: 20, date: 10)
    for id in 861...1000 {
      transport.on("GET /api/v1/statuses/\(id)/source", #"{"id":"\#(id)","text":"else"}"#)
    }
    #expect(try await search(sent) == "undecided")
    #expect(transport.asked.filter { $0.hasSuffix("/source") }.count == 100)
  }

  /// A search that is repeated asks again only for what is new or was edited.
  @Test func aSourceIsAskedForOnce() async throws {
    let client = try client()
    let (edited, other) = (Self.status(7, "edited", at: 2), Self.status(6, "else", at: 1))
    for page in [
      [Self.status(7, "else", at: 2), other], [edited, other], [Self.status(8, "wanted", at: 3), edited, other],
    ] {
      transport.on(Self.list, JSON.array(page).text)
    }
    for id in [6, 7] { transport.on("GET /api/v1/statuses/\(id)/source", #"{"id":"\#(id)","text":"else"}"#) }
    let found = try await client.statuses.published(matching: NewStatus("wanted"), since: sent, until: sent)
    #expect(found?.id == "8")
    let asked = transport.asked.filter { $0.hasSuffix("/source") }
    #expect(asked == [7, 6, 7].map { "GET /api/v1/statuses/\($0)/source" })
  }

  /// Where the clocks agree, a status from long before the request is not the result, unless the text is the same.
  @Test(arguments: [(-200, nil), (1, "undecided")] as [(Int, String?)])
  func aSimilarStatusWithAnotherVisibilityCountsIfItIsRecent(second: Int, outcome: String?) async throws {
    var similar = Self.status(7, "wanted!", at: second).object ?? [:]
    similar["visibility"] = "unlisted"
    serve([.object(similar)], perPage: 40, date: 0)
    transport.on("GET /api/v1/statuses/7/source", #"{"id":"7","text":"wanted!"}"#)
    var status = NewStatus("wanted")
    status.visibility = .public
    #expect(try await search(sent, for: status) == outcome)
  }

  /// What the account posted a day ago with the same text is known to be older once another status shows that the server
  /// dates statuses as responses.
  @Test(arguments: [(nil, "undecided"), (-200_000, nil), (-150_000, "undecided")] as [(Int?, String?)])
  func theSameTextOfADayAgoIsNoDoubtIfTheClocksAgree(answered: Int?, outcome: String?) async throws {
    serve(
      [Self.status(500, "wanted", at: -86_500), Self.status(499, "else", at: -200_003)], perPage: 40, date: 0)
    var others = OtherRequests(["https://example.social/499"])
    others.responseTimes["https://example.social/499"] = answered.map { Timestamp(seconds: Self.start + $0) }
    #expect(try await search(sent, besides: others) == outcome)
  }

  /// Another request for the same that was never settled is a reason to doubt only what it can have made.
  @Test(arguments: [(-86_400, "500"), (0, "undecided"), (2_000, "500")])
  func anUnsettledRequestCanOnlyHaveMadeWhatWasPostedThen(second: Int, outcome: String) async throws {
    serve([Self.status(500, "wanted", at: 1)], perPage: 40, date: 10)
    clock.advance(by: 10)
    let other = SendTime(local: Timestamp(seconds: Self.start + second), uptime: .seconds(Self.start + second))
    let others = OtherRequests(unsettled: [OtherRequests.Sending(first: other, last: other)])
    #expect(try await search(sent, besides: others) == outcome)
  }

  @Test func resultsOfOtherRequestsAreIgnored() async throws {
    serve([Self.status(500, "wanted", at: 1), Self.status(499, "else", at: 0)], perPage: 40, date: 0)
    #expect(try await search(sent, besides: OtherRequests(["https://example.social/500"])) == "undecided")
    let others: Set = ["https://example.social/500", "https://example.social/499"]
    #expect(try await search(sent, besides: OtherRequests(others)) == nil)
  }

  /// Another machine posts the same while the statuses are read, and tells when that has ended.
  @Test(arguments: [true, false])
  func aResultThatBecomesKnownLaterIsIgnored(isSettled: Bool) async throws {
    serve([Self.status(500, "wanted", at: 0)], perPage: 40, date: 0)
    let sent = sent
    let known =
      isSettled
      ? OtherRequests(["https://example.social/500"], responseTimes: ["https://example.social/500": sent.local])
      : OtherRequests(unsettled: [OtherRequests.Sending(first: sent, last: sent)])
    let questions = Mutex(0)
    let search = Task {
      try await client().statuses.published(
        matching: NewStatus("wanted"), since: sent,
        besides: {
          questions.withLock {
            $0 += 1; return $0
          } == 1 ? OtherRequests() : known
        })
    }
    let result = await search.result
    if isSettled {
      #expect(try result.get() == nil)
    } else {
      #expect(throws: FediverseError.self) { try result.get() }
    }
  }
}

extension Timestamp {
  /// The time as the header `Date` has it.
  fileprivate var httpDate: String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var bytes = [CChar](repeating: 0, count: 64)
    let count = strftime(&bytes, bytes.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
