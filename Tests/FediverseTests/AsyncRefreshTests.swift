import Testing

@testable import Fediverse

/// What servers fetch in the background, and how it is waited for.
struct AsyncRefreshTests {
  private let transport = ScriptedTransport()
  private let waiting = CountedWaiting()
  private static let path = "/api/v1/statuses/1/context"

  private func header(_ value: String) -> Headers { ["mastodon-async-refresh": value] }

  @Test(arguments: [
    (#"id="a=b, c", retry=5, result_count=2"#, "a=b, c", 5, 2), (#"id="a\"\\b""#, #"a"\b"#, nil, nil),
    (#"  retry=0;x=1;y , new ,id=token , flag=?0"#, "token", 0, nil), (#"id="a",id="b""#, "b", nil, nil),
    (#"id="a", retry=-1, result_count=x"#, "a", nil, nil), (#"id="a", retry=1.5"#, "a", nil, nil),
  ])
  func headersAreDictionaries(_ header: String, _ id: String, _ retry: Int?, _ count: Int?) {
    let refresh = AsyncRefresh(header: header)
    #expect(refresh?.id == id && refresh?.retryAfter == retry && refresh?.resultCount == count)
    #expect(refresh?.isRunning == true)
  }

  @Test(arguments: [
    "", "id", "id=", #"id="a"#, #"id="a\x""#, #"id="a","#, #"id="a" retry=1"#, #"Id="a""#, #"id=("a" "b")"#, "=x",
    #"id="a";"#, ",", #"id="""#, "retry=5", #"id="a\"#, "\u{0}", #"id="a", 1=2"#,
  ])
  func otherHeadersSayNothing(_ header: String) {
    let refresh = AsyncRefresh(header: header)
    #expect(refresh == nil || header == "id" && refresh?.id == "true")
  }

  @Test func aThreadSaysWhatIsStillFetched() async throws {
    transport.on("GET \(Self.path)", headers: header(#"id="r", retry=5, result_count=2"#), #"{"ancestors":[]}"#)
    let context = try await Client.scripted(transport).statuses.context("1")
    #expect(context.refresh?.id == "r" && context.refresh?.retryAfter == 5 && context.refresh?.resultCount == 2)
  }

  @Test(arguments: [
    #"{"async_refresh":{"id":"r","status":"finished","result_count":1}}"#, #"{"id":"r","status":"finished"}"#,
  ])
  func theWholeThreadIsWaitedFor(_ end: String) async throws {
    let running = #"{"async_refresh":{"id":"r","status":"running","result_count":1}}"#
    transport.on("GET \(Self.path)", headers: header(#"id="r", retry=3"#), #"{"descendants":[]}"#)
      .on("GET \(Self.path)", #"{"descendants":[{"id":"2"}]}"#)
      .on("GET /api/v1_alpha/async_refreshes/r", running).on("GET /api/v1_alpha/async_refreshes/r", end)
    let client = try Client.scripted(transport, waiting: waiting.waiting)
    #expect(try await client.statuses.wholeContext("1").descendants.elements.map(\.id) == ["2"])
    #expect(waiting.seconds == [3, 3] && transport.asked.count == 4)
  }

  @Test func patienceEnds() async throws {
    transport.on("GET \(Self.path)", headers: header(#"id="r", retry=4"#), #"{"descendants":[]}"#)
      .on("GET /api/v1_alpha/async_refreshes/r", #"{"id":"r","status":"running"}"#)
    let client = try Client.scripted(transport, waiting: waiting.waiting)
    _ = try await client.statuses.wholeContext("1", patience: 10)
    #expect(waiting.seconds == [4, 4, 2] && transport.asked.last == "GET \(Self.path)")
  }

  @Test func aLostRefreshCostsNothing() async throws {
    transport.on("GET \(Self.path)", headers: header(#"id="r""#), #"{"descendants":[]}"#)
      .on("GET \(Self.path)", #"{"descendants":[{"id":"2"}]}"#)
    let client = try Client.scripted(transport, waiting: waiting.waiting)
    #expect(try await client.statuses.wholeContext("1").descendants.elements.count == 1 && waiting.seconds == [2])
  }

  @Test func withoutTheHeaderNothingIsWaitedFor() async throws {
    transport.on("GET \(Self.path)", #"{"descendants":[]}"#)
    let client = try Client.scripted(transport, waiting: waiting.waiting)
    _ = try await client.statuses.wholeContext("1")
    #expect(waiting.seconds.isEmpty && transport.asked.count == 1)
  }

  @Test func whoGivesUpWaitingIsNotKept() async throws {
    transport.on("GET \(Self.path)", headers: header(#"id="r""#), #"{"descendants":[]}"#)
    let client = try Client.scripted(transport, waiting: CountedWaiting(most: 1).waiting)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.wholeContext("1") }
    #expect(error?.kind == .canceled)
  }
}
