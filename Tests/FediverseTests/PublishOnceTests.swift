import Synchronization
import Testing

@testable import Fediverse

/// Publishing a status once and no more, whatever becomes of the answer.
struct PublishOnceTests {
  private let transport = ScriptedTransport()
  private let waits = CountedWaiting()
  private static let publish = "POST /api/v1/statuses"
  private static let look = "GET /api/v1/accounts/9/statuses?exclude_reblogs=true&limit=40"
  private static let published = #"{"id":"7","content":"<p>hello</p>","created_at":"2023-11-14T22:13:21.000Z"}"#

  private func result(
    _ retries: RetryPolicy = RetryPolicy(tries: 3), of status: NewStatus = NewStatus("hello"),
    at profile: ServerProfile? = nil
  ) async throws -> Result<Status, FediverseError> {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
    let client = try Client.scripted(
      transport, domain: "example.social", waiting: waits.waiting, policy: RequestPolicy(retries: retries),
      profile: profile)
    do throws(FediverseError) {
      return .success(try await client.statuses.publishOnce(status, idempotencyKey: "k"))
    } catch {
      return .failure(error)
    }
  }

  private var posts: Int { transport.asked.filter { $0 == Self.publish }.count }

  @Test(arguments: [408, 500, 502, 504])
  func aStatusThatIsThereAfterAllIsFound(_ status: Int) async throws {
    transport.on(Self.publish, status: status, "").on(Self.look, "[\(Self.published)]")
    #expect(try await result().get().id == "7")
    #expect(posts == 1)
  }

  @Test(arguments: [TransportError.Kind.network, .timedOut, .malformed])
  func aStatusWhoseAnswerIsLostIsFound(_ kind: TransportError.Kind) async throws {
    transport.on(Self.publish, fails: TransportError(kind, "lost", mayHaveArrived: true))
      .on(Self.look, "[\(Self.published)]")
    #expect(try await result().get().id == "7")
    #expect(posts == 1)
  }

  @Test(
    arguments: [
      (200, #"{"message":"posted"}"#), (200, #"{"error":"busy"}"#), (202, #"{"message":"queued"}"#), (200, "[]"),
    ], [true, false])
  func aSuccessWithoutStatusIsLookedInto(_ response: (status: Int, body: String), _ isPublished: Bool) async throws {
    transport.on(Self.publish, status: response.status, response.body)
      .on(Self.look, isPublished ? "[\(Self.published)]" : "[]")
    // What cannot be read as an answer may be sent again, after a look.
    let result = try await result(RetryPolicy(tries: response.body == "[]" ? 1 : 3))
    #expect(posts == 1)
    guard !isPublished else { return #expect(try result.get().id == "7") }
    guard case .failure(let error) = result else { return #expect(Bool(false), "nothing was found") }
    #expect(error.outcomeUnknown)
  }

  /// Akkoma returns `list` for a visibility of `list:5`.
  @Test(arguments: ["list", "list:5"]) func listVisibilityIsFoundWithoutItsList(_ returned: String) async throws {
    let made = Self.published.replacing("\"content\"", with: "\"visibility\":\"\(returned)\",\"content\"")
    transport.on(Self.publish, status: 502, "").on(Self.look, "[\(made)]")
    var status = NewStatus("hello")
    status.visibility = Visibility(rawValue: "list:5")
    #expect(try await result(of: status, at: .able(.akkoma)).get().id == "7")
    #expect(posts == 1)
  }

  /// An earlier process may have published the same text a moment ago.
  @Test func aResultOfAnotherRequestIsNotTaken() async throws {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
      .on(Self.publish, status: 502, "").on(Self.publish, Self.published.replacing("\"7\"", with: "\"8\""))
      .on(Self.look, "[\(Self.published)]")
    let client = try Client.scripted(
      transport, domain: "example.social", waiting: waits.waiting, policy: RequestPolicy(retries: RetryPolicy(tries: 3))
    )
    let made = try await client.statuses.publishOnce(
      NewStatus("hello"), idempotencyKey: "k", besides: { OtherRequests(["7"]) })
    #expect(made.id == "8")
    #expect(posts == 2)
  }

  /// The server may go on with the request for a while after its proxy has given up.
  @Test(arguments: [1, 3, 8, 20, 29]) func aStatusIsLookedForAsLongAsTheServerMayMakeIt(_ seconds: Int) async throws {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
    let clock = WaitedClock()
    let start = clock.now.seconds
    let server = MakingLater(transport: transport, clock: clock, moment: start + seconds)
    let client = Client(
      server: try ServerAddress("example.social"), token: AccessToken("s3cret"), transport: server,
      domain: "example.social", clock: { clock.now }, waiting: clock.waiting)
    #expect(try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k").id == "7")
    #expect(posts == 1 && clock.now.seconds <= start + 31)
  }

  /// A server whose proxy answers that it does not, and which makes the status later.
  private struct MakingLater: Transport {
    let transport: ScriptedTransport
    let clock: WaitedClock
    let moment: Int

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      transport.on(PublishOnceTests.publish, status: 504, "")
      guard request.url.target.contains("/statuses?") else { return try await transport.send(request) }
      let list = clock.now.seconds >= moment ? "[\(PublishOnceTests.published)]" : "[]"
      return HTTPResponse(status: 200, headers: [:], body: Array(list.utf8))
    }
  }

  @Test func aStatusThatAppearsLateIsFoundByTheSecondLook() async throws {
    transport.on(Self.publish, status: 502, "").on(Self.look, "[]").on(Self.look, "[\(Self.published)]")
    #expect(try await result().get().id == "7")
    #expect(posts == 1)
  }

  @Test func aStatusThatIsNotThereIsSentAgain() async throws {
    transport.on(Self.publish, status: 502, "").on(Self.publish, Self.published).on(Self.look, "[]")
    #expect(try await result().get().id == "7")
    #expect(posts == 2)
    #expect(Set(transport.requests.compactMap { $0.headers["Idempotency-Key"] }) == ["k"])
  }

  /// What is about to be sent is announced each time, so that its time can be recorded; nothing else is.
  @Test func eachSendingIsAnnounced() async throws {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
      .on(Self.publish, status: 502, "").on(Self.publish, Self.published).on(Self.look, "[]")
    let client = try Client.scripted(
      transport, domain: "example.social", waiting: waits.waiting, policy: RequestPolicy())
    let announced = Mutex<[Int]>([])
    _ = try await client.statuses.publishOnce(
      NewStatus("hello"), idempotencyKey: "k",
      beforeSending: { [transport] in announced.withLock { $0.append(transport.asked.count { $0 == Self.publish }) } })
    #expect(announced.withLock { $0 } == [0, 1])
    let refused = await #expect(throws: FediverseError.self) {
      try await client.statuses.publishOnce(
        NewStatus("hello"), idempotencyKey: "k",
        beforeSending: { () throws(FediverseError) in throw client.notSent(because: "the disk is full") })
    }
    #expect(posts == 2 && refused?.outcomeUnknown == false)
  }

  /// The check is called right before each change, and not before reads.
  @Test func noChangeIsSentThatMustNotBe() async throws {
    transport.on("GET /api/v1/lists", "[]")
    let client = try Client.scripted(
      transport, domain: "example.social", waiting: waits.waiting, policy: RequestPolicy())
    let changes = SentChanges { () throws(FediverseError) in throw client.notSent(because: "the claim is over") }
    await SentChanges.$current.withValue(SentChanges(within: changes)) {
      await #expect(throws: Never.self) { try await client.lists.all() }
      let refused = await #expect(throws: FediverseError.self) { try await client.lists.create("news") }
      #expect(refused?.outcomeUnknown == false)
    }
    #expect(transport.asked == ["GET /api/v1/lists"])
    #expect(!changes.any)
  }

  @Test func aServerThatFailsThroughoutLeavesItInDoubt() async throws {
    transport.on(Self.publish, status: 500, "").on(Self.look, status: 500, "")
    guard case .failure(let error) = try await result() else { return #expect(Bool(false)) }
    #expect(error.outcomeUnknown && error.status == 500 && posts == 1)
  }

  /// A proxy answers in place of a server that has published the status, or that has not.
  @Test(arguments: [(429, true), (429, false), (302, true), (302, false), (307, true), (304, true)])
  func aResponseOfAProxyIsLookedInto(_ status: Int, _ isPublished: Bool) async throws {
    let headers: Headers = status == 429 ? ["Retry-After": "1"] : ["Location": "https://login.example/"]
    let clock = WaitedClock()
    transport.on(Self.publish, status: status, headers: headers, "").on(Self.publish, Self.published)
      .on(Self.look, isPublished ? "[\(Self.published)]" : "[]")
    let result: Result<Status, FediverseError>
    let client = try scripted(.gotosocial, clock)
    do throws(FediverseError) {
      result = .success(try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k"))
    } catch {
      result = .failure(error)
    }
    #expect(posts == (isPublished || status != 429 ? 1 : 2))
    guard !isPublished, status != 429 else { return #expect(try result.get().id == "7") }
    let error = #expect(throws: FediverseError.self) { try result.get() }
    #expect(error?.outcomeUnknown == true)
  }

  /// Waiting for a limit counts as one wait however many refusals there are.
  @Test func aLimitWithoutEndIsGivenUp() async throws {
    transport.on(Self.publish, status: 429, headers: ["Retry-After": "600"], "").on(Self.look, "[]")
    let client = try scripted(.gotosocial, WaitedClock())
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k")
    }
    #expect(error?.kind == .rateLimited)
    #expect(posts < 10)
  }

  @Test(arguments: [401, 403, 404, 422])
  func aRefusalIsFinal(_ status: Int) async throws {
    transport.on(Self.publish, status: status, #"{"error":"no"}"#)
    guard case .failure(let error) = try await result() else { return #expect(Bool(false)) }
    #expect(error.status == status && !error.outcomeUnknown && transport.askedOfCall == [Self.publish])
  }

  @Test func aRefusedConnectionIsTriedAgainWithoutLooking() async throws {
    transport.on(Self.publish, fails: TransportError(.network, "refused", mayHaveArrived: false))
      .on(Self.publish, Self.published)
    #expect(try await result().get().id == "7")
    #expect(transport.asked == [Self.publish, Self.publish])
  }

  @Test func pixelfedsTakenKeyIsLookedInto() async throws {
    transport.on(Self.publish, status: 502, "")
      .on(Self.publish, status: 400, #"{"error":"Duplicate idempotency key."}"#).on(Self.publish, Self.published)
      .on(Self.look, "[]")
    #expect(try await result().get().id == "7")
    #expect(transport.requests.compactMap { $0.headers["Idempotency-Key"] } == ["k", "k", "k-2"])
  }

  @Test func anotherStatusOfTheSameTextIsNotTakenForIt() async throws {
    let second = Self.published.replacing("\"7\"", with: "\"8\"")
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
      .on(Self.publish, Self.published).on(Self.publish, status: 502, "").on(Self.publish, second)
      .on(Self.look, "[\(Self.published)]")
    let client = try Client.scripted(
      transport, domain: "example.social", waiting: waits.waiting, policy: RequestPolicy(retries: RetryPolicy(tries: 3))
    )
    var ids: [String] = []
    for _ in 1...2 { ids.append(try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k").id) }
    #expect(ids == ["7", "8"] && posts == 3)
  }

  @Test func aStatusOfItsOwnIsFoundOnce() async throws {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
      .on(Self.publish, Self.published).on(Self.look, "[\(Self.published)]")
    let client = try Client.scripted(transport, domain: "example.social")
    let start = client.clock()
    #expect(try await client.statuses.published(matching: NewStatus("hello"), since: start)?.id == "7")
    #expect(try await client.statuses.published(matching: NewStatus("hello"), since: start) == nil)
  }

  /// The status is half a minute older than the request that may have made it.
  @Test(arguments: [
    (nil, "7"), ("Tue, 14 Nov 2023 22:13:50 GMT", "undecided"), ("Tue, 14 Nov 2023 22:13:20 GMT", "7"),
  ])
  func anEarlierStatusIsNotTakenForItWhereTheServersTimeIsKnown(_ date: String?, _ outcome: String) async throws {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
      .on(Self.look, headers: date.map { ["Date": $0] } ?? [:], "[\(Self.published)]")
    let client = Client(
      server: try ServerAddress("example.social"), token: AccessToken("s3cret"), transport: transport,
      domain: "example.social", clock: { Timestamp(seconds: 1_700_000_030) }, waiting: waits.waiting)
    let since = Timestamp(seconds: 1_700_000_030)
    do throws(FediverseError) {
      #expect(try await client.statuses.published(matching: NewStatus("hello"), since: since)?.id == outcome)
    } catch {
      #expect(error.kind == .undecided && outcome == "undecided")
    }
  }

  @Test(arguments: [401, 403, 408, 422])
  func aRefusalOfASecondTryHidesNoDoubt(_ status: Int) async throws {
    transport.on(Self.publish, status: 502, "").on(Self.publish, status: status, #"{"error":"no"}"#)
      .on(Self.look, "[]")
    guard case .failure(let error) = try await result() else { return #expect(Bool(false)) }
    #expect(error.outcomeUnknown && error.status == 502)
  }

  @Test func aServerThatIsGoneAtTheSecondTryHidesNoDoubt() async throws {
    transport.on(Self.publish, fails: TransportError(.network, "lost", mayHaveArrived: true))
      .on(Self.publish, fails: TransportError(.network, "refused", mayHaveArrived: false)).on(Self.look, "[]")
    guard case .failure(let error) = try await result() else { return #expect(Bool(false)) }
    #expect(error.outcomeUnknown)
  }

  @Test func aRefusalOfASecondTryIsNoReasonNotToLookAgain() async throws {
    transport.on(Self.publish, status: 502, "").on(Self.publish, status: 422, #"{"error":"no"}"#)
      .on(Self.look, "[]").on(Self.look, "[]").on(Self.look, "[\(Self.published)]")
    #expect(try await result().get().id == "7")
  }

  @Test func aStatusPublishedMeanwhileIsNotTakenForIt() async throws {
    let second = Self.published.replacing("\"7\"", with: "\"8\"")
    let box = ClientBox()
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
      .on(Self.publish, status: 502, "").on(Self.publish, Self.published).on(Self.publish, second)
      .on(Self.look, "[]").on(Self.look, "[\(Self.published)]")
    let waiting = Waiting(
      sleep: { _ in
        guard let client = box.take() else { return }
        _ = try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "other")
      }, chance: { 1 })
    let client = try Client.scripted(
      transport, domain: "example.social", waiting: waiting, policy: RequestPolicy(retries: RetryPolicy(tries: 3)))
    box.put(client)
    #expect(try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k").id == "8")
    #expect(posts == 3)
  }

  /// The client that acts while another call of it waits.
  private final class ClientBox: Sendable {
    private let client = Mutex<Client?>(nil)

    func put(_ client: Client) { self.client.withLock { $0 = client } }

    func take() -> Client? {
      client.withLock { client in
        defer { client = nil }
        return client
      }
    }
  }

  private func scripted(
    _ flavor: Flavor, _ clock: WaitedClock, version: String? = nil,
    longestWait: Duration = RatePolicy().longestWait
  ) throws -> Client {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
    let server = try ServerAddress("example.social")
    var profile = ServerProfile(assuming: flavor, of: server)
    profile.softwareVersion = version.flatMap(SoftwareVersion.init)
    return Client(
      server: server, token: AccessToken("s3cret"), transport: transport, domain: "example.social",
      clock: { clock.now }, waiting: clock.waiting, policy: RequestPolicy(rate: RatePolicy(longestWait: longestWait)),
      profile: profile)
  }

  /// Pleroma, and Mastodon before 4.6, keep what they answered to a key, which is nothing while they are still at work.
  @Test(
    arguments: [
      (Flavor.mastodon, "4.6.0", false), (.mastodon, "4.6.1+glitch", false), (.mastodon, "4.5.9", true),
      (.mastodon, "4.6.0-alpha.3", true), (.mastodon, nil, true), (.iceshrimpNET, nil, false),
      (.pleroma, "4.6.0", true),
      (.akkoma, "4.6.0", true), (.gotosocial, "4.6.0", true),
    ] as [(Flavor, String?, Bool)])
  func onlyKeysThatAreKeptAtOnceMakeUpForALook(_ flavor: Flavor, _ version: String?, _ isLooked: Bool) async throws {
    transport.on(Self.publish, status: 502, "").on(Self.publish, Self.published).on(Self.look, "[]")
    let client = try scripted(flavor, WaitedClock(), version: version)
    #expect(try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k").id == "7")
    #expect(transport.asked.contains(Self.look) == isLooked)
  }

  @Test func aKeyIsNotTrustedWhenItIsOld() async throws {
    transport.on(Self.publish, status: 502, "")
      .on(Self.publish, status: 503, headers: ["Retry-After": "1700"], "").on(Self.look, "[]")
    let clock = WaitedClock()
    let client = try scripted(.mastodon, clock, version: "4.6.0")
    await #expect(throws: FediverseError.self) {
      try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k")
    }
    // Mastodon forgets a key after an hour, which is between the third and the fourth try.
    #expect(Array(transport.asked.prefix { $0 != Self.look }.filter { $0 == Self.publish }).count == 3)
  }

  /// A person may allow waits that are longer than a server keeps keys.
  @Test func aKeyThatEndsDuringAWaitIsNotTrusted() async throws {
    transport.on(Self.publish, status: 502, "").on(Self.publish, status: 503, headers: ["Retry-After": "5400"], "")
      .on(Self.look, "[\(Self.published)]")
    let client = try scripted(.mastodon, WaitedClock(), version: "4.6.0", longestWait: .seconds(14_400))
    #expect(try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k").id == "7")
    #expect(posts == 2)
  }

  /// A limit is no doubt about the outcome if the status is not there, so that the later refusal is what counts.
  @Test(arguments: [429, 503], [Flavor.mastodon, .gotosocial])
  func aRefusalAfterALimitIsTold(_ status: Int, _ flavor: Flavor) async throws {
    transport.on(Self.publish, status: status, headers: ["Retry-After": "1"], "")
      .on(Self.publish, status: 422, #"{"error":"too long"}"#).on(Self.look, "[]")
    let client = try scripted(flavor, WaitedClock())
    await #expect { try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k") } throws: { error in
      let error = error as? FediverseError
      return error?.status == 422 && error?.outcomeUnknown == false
    }
  }

  @Test func theSecondLookWaitsHoweverChanceHasIt() async throws {
    transport.on(Self.publish, status: 502, "").on(Self.look, "[]").on(Self.look, "[\(Self.published)]")
      .on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
    let waiting = Waiting(sleep: waits.waiting.sleep, chance: { 0 })
    let client = try Client.scripted(transport, domain: "example.social", waiting: waiting, policy: RequestPolicy())
    #expect(try await client.statuses.publishOnce(NewStatus("hello"), idempotencyKey: "k").id == "7")
    #expect(waits.seconds == [2])
  }
}
