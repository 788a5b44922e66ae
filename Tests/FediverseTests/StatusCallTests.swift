import JSONValue
import Testing

@testable import Fediverse

/// What is asked of a server about statuses, and how.
struct StatusCallTests {
  private static let later = Timestamp(seconds: 1_767_225_600)

  private static let reading: [CallSample] = [
    .list("/api/v1/statuses?id%5B%5D=1&id%5B%5D=%262&ids%5B%5D=1&ids%5B%5D=%262") {
      _ = try await $0.statuses.statuses(["1", "&2"])
    },
    .list("/api/v1/statuses?id%5B%5D=1") { _ = try await $0.statuses.statuses(["1"], on: .mastodon) },
    .list("/api/v1/statuses?ids%5B%5D=1") { _ = try await $0.statuses.statuses(["1"], on: .akkoma) },
    .list("/api/v1/statuses/1/history") { _ = try await $0.statuses.history(of: "1") },
    .list("/api/v1/statuses/1/reblogged_by?limit=80") { _ = try await $0.statuses.rebloggers(of: "1").page(limit: 80) },
    .list("/api/v1/statuses/1/favourited_by") { _ = try await $0.statuses.favoriters(of: "1").page() },
    .list("/api/v1/statuses/1/quotes") { _ = try await $0.statuses.quotes(of: "1").page() },
    .list("/api/v1/pleroma/statuses/1/reactions") { _ = try await $0.statuses.reactions(to: "1") },
    .list("/api/v1/scheduled_statuses?limit=40") { _ = try await $0.statuses.scheduled.page(limit: 40) },
    .list("/api/v1/conversations") { _ = try await $0.conversations.all.page() },
    .list("/api/v1/interaction_requests") { _ = try await $0.interactionRequests.all().page() },
    .list("/api/v1/interaction_requests?status_id=1&favourites=false&replies=true&reblogs=false") {
      _ = try await $0.interactionRequests.all(about: "1", kinds: [.reply]).page()
    },
    CallSample("GET /api/v1/scheduled_statuses/3") { _ = try await $0.statuses.scheduled("3") },
    CallSample("GET /api/v1/interaction_requests/3") { _ = try await $0.interactionRequests.request("3") },
    CallSample("GET /api/v1_alpha/async_refreshes/a%3D%3D") { _ = try await $0.asyncRefresh("a==") },
    CallSample("GET /api/v1/statuses/1/translations/de", answer: #"{"text":"x"}"#) {
      _ = try await $0.statuses.translation(of: "1", to: "de", on: .akkoma)
    },
    CallSample(
      "GET /api/oembed?url=https%3A%2F%2Fa.example%2F1&maxwidth=400&maxheight=300", answer: #"{"html":"<p>"}"#
    ) { _ = try await $0.statuses.embedding(of: "https://a.example/1", width: 400, height: 300) },
  ]

  private static let timelines: [CallSample] = [
    .list("/api/v1/timelines/public?local=true&only_media=true") {
      _ = try await $0.timelines.public(local: true, onlyMedia: true).page()
    },
    .list("/api/v1/timelines/public?remote=true") { _ = try await $0.timelines.public(remote: true).page() },
    .list(
      "/api/v1/timelines/tag/a?only_media=true&any%5B%5D=b&any%5B%5D=c&all%5B%5D=d&none%5B%5D=%E4%BE%8B"
    ) { _ = try await $0.timelines.tag("#a", onlyMedia: true, or: ["#b", "c"], and: ["d"], not: ["#例"]).page() },
    .list("/api/v1/timelines/link?url=https%3A%2F%2Fa.example%2F%3Fb%3Dc") {
      _ = try await $0.timelines.link("https://a.example/?b=c").page()
    },
    .list("/api/v1/timelines/direct") { _ = try await $0.timelines.direct.page() },
    .list("/api/v1/timelines/bubble") { _ = try await $0.timelines.bubble.page() },
  ]

  private static let writing: [CallSample] = [
    CallSample("POST /api/v1/statuses/1/reblog", #"{"visibility":"unlisted"}"#, isRepeatable: false, on: .mastodon) {
      _ = try await $0.statuses.reblog("1", visibility: .unlisted)
    },
    CallSample("POST /api/v1/statuses/1/pin") { _ = try await $0.statuses.pin("1") },
    CallSample("POST /api/v1/statuses/1/unpin") { _ = try await $0.statuses.unpin("1") },
    CallSample("POST /api/v1/statuses/1/mute") { _ = try await $0.statuses.muteThread(of: "1") },
    CallSample("POST /api/v1/statuses/1/unmute") { _ = try await $0.statuses.unmuteThread(of: "1") },
    CallSample("DELETE /api/v1/statuses/1?delete_media=true") {
      _ = try await $0.statuses.delete("1", withMedia: true)
    },
    CallSample("DELETE /api/v1/statuses/1?delete_media=false") {
      _ = try await $0.statuses.delete("1", withMedia: false)
    },
    CallSample("POST /api/v1/statuses/1/translate", #"{"lang":"de"}"#, answer: #"{"content":""}"#) {
      _ = try await $0.statuses.translation(of: "1", to: "de")
    },
    CallSample("POST /api/v1/statuses/1/translate", answer: #"{"content":"x"}"#) {
      _ = try await $0.statuses.translation(of: "1")
    },
    CallSample("PUT /api/v1/statuses/1/interaction_policy", #"{"quote_approval_policy":"followers"}"#) {
      _ = try await $0.statuses.setQuotePolicy(.followers, of: "1")
    },
    CallSample("POST /api/v1/statuses/1/quotes/2/revoke") { _ = try await $0.statuses.revokeQuote(of: "1", by: "2") },
    CallSample("PUT /api/v1/pleroma/statuses/1/reactions/%F0%9F%8E%89") {
      _ = try await $0.statuses.react("🎉", to: "1", on: .pleroma)
    },
    CallSample("DELETE /api/v1/pleroma/statuses/1/reactions/blob") {
      _ = try await $0.statuses.unreact(":blob:", to: "1", on: .akkoma)
    },
    CallSample("POST /api/v1/statuses/1/react/blob") { _ = try await $0.statuses.react("blob", to: "1", on: .sharkey) },
    CallSample("POST /api/v1/statuses/1/unreact/%3A") {
      _ = try await $0.statuses.unreact(":", to: "1", on: .iceshrimpNET)
    },
    CallSample(
      "POST /api/v1/statuses", #"{"status":"x","scheduled_at":"2026-01-01T00:00:00Z"}"#,
      answer: #"{"id":"3","scheduled_at":"2026-01-01T00:00:00.000Z"}"#, isRepeatable: false, on: .mastodon
    ) { _ = try await $0.statuses.schedule(NewStatus("x"), at: later) },
    CallSample("POST /api/v1/statuses", #"{"status":"x","preview":true}"#) {
      _ = try await $0.statuses.preview(NewStatus("x"), on: .pleroma)
    },
    CallSample("PUT /api/v1/scheduled_statuses/3", #"{"scheduled_at":"2026-01-01T00:00:00Z"}"#) {
      _ = try await $0.statuses.reschedule("3", to: later)
    },
    CallSample("DELETE /api/v1/scheduled_statuses/3", answer: "{}") { try await $0.statuses.cancelScheduled("3") },
    CallSample("POST /api/v1/conversations/4/read") { _ = try await $0.conversations.markRead("4") },
    CallSample("DELETE /api/v1/conversations/4", answer: "") { try await $0.conversations.delete("4") },
    CallSample("POST /api/v1/interaction_requests/3/authorize") {
      _ = try await $0.interactionRequests.authorize("3")
    },
    CallSample("POST /api/v1/interaction_requests/3/reject") { _ = try await $0.interactionRequests.reject("3") },
  ]

  @Test(arguments: reading + timelines + writing)
  func callsBecomeTheirRequests(_ sample: CallSample) async throws {
    try await sample.expectRequest()
  }

  @Test(arguments: reading + timelines + writing)
  func onlyWhatDoesNoHarmMayBeRepeated(_ sample: CallSample) async throws {
    try await sample.expectCaution()
  }

  @Test(arguments: [0, 1, 20, 21, 60])
  func statusesAreAskedForTwentyAtATime(_ count: Int) async throws {
    let transport = ScriptedTransport()
    let ids = (0..<count).map(String.init)
    for start in stride(from: 0, to: count, by: 20) {
      let query = ids[start..<min(start + 20, count)].map { "id%5B%5D=\($0)" }.joined(separator: "&")
      transport.on("GET /api/v1/statuses?\(query)", #"[{"id":"\#(start)"},{}]"#)
    }
    let rows = try await Client.scripted(transport).statuses.statuses(ids, on: .mastodon)
    #expect(rows.elements.map(\.id) == stride(from: 0, to: count, by: 20).map { "\($0)" })
    #expect(rows.unreadableRows.count == transport.asked.count && transport.asked.count == (count + 19) / 20)
  }

  @Test func everythingSaidOfANewStatusIsSent() throws {
    var status = NewStatus("x")
    status.visibility = .list("7")
    status.quotedStatusID = "5"
    status.quotePolicy = .nobody
    status.lifetime = 3600
    status.isLocalOnly = true
    status.conversationID = "8"
    let rest =
      #""quote_approval_policy":"nobody","expires_in":3600,"local_only":true,"in_reply_to_conversation_id":"8"}"#
    let start = #"{"status":"x","visibility":"list:7","quoted_status_id":"5","#
    #expect(status.json(for: .mastodon).text == start + rest)
    #expect(status.json(for: .akkoma).text == start + #""quote_id":"5","# + rest)
  }

  @Test(arguments: Flavor.allCases.filter { ![.pleroma, .akkoma].contains($0) }.map(Optional.some) + [nil])
  func nothingIsPublishedByMistakeToSeeIt(_ flavor: Flavor?) async throws {
    let transport = ScriptedTransport()
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.preview(NewStatus("x"), on: flavor)
    }
    #expect(error?.kind == .unsupported && transport.asked.isEmpty)
  }

  @Test func serversThatDoNotKnowLaterAreFoundOut() async throws {
    let transport = ScriptedTransport().on("POST /api/v1/statuses", #"{"id":"7","content":"x"}"#)
    let client = try Client.scripted(transport, profile: .able(.mastodon))
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.schedule(NewStatus("x"), at: Self.later, idempotencyKey: "k")
    }
    #expect(error?.kind == .unsupported && error?.isRetryable == false)
    #expect(error?.detail == "the server published the status at once instead, as status 7")
    #expect(transport.requests.first?.headers["Idempotency-Key"] == "k")
  }
}
