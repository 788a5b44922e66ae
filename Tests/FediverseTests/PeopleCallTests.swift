import JSONValue
import Testing

@testable import Fediverse

/// A call about people: what it asks for, what it is answered, and whether it may be repeated.
struct PeopleCall: Sendable, CustomTestStringConvertible {
  let request: String
  let body: String?
  let answer: String
  let isRepeatable: Bool
  let perform: @Sendable (Client) async throws -> Void

  var testDescription: String { request + (body.map { " " + $0 } ?? "") }

  init(
    _ request: String, _ body: String? = nil, answer: String = #"{"id":"1"}"#, isRepeatable: Bool = true,
    _ perform: @escaping @Sendable (Client) async throws -> Void
  ) {
    self.request = request
    self.body = body
    self.answer = answer
    self.isRepeatable = isRepeatable
    self.perform = perform
  }

  /// A call that is answered with a list.
  static func list(
    _ request: String, _ perform: @escaping @Sendable (Client) async throws -> Void
  ) -> PeopleCall {
    PeopleCall(request, answer: "[]", perform)
  }
}

/// Each call about people becomes the request that servers know.
struct PeopleCallTests {
  private let transport = ScriptedTransport()

  static let all =
    PeopleCall.reading + PeopleCall.relations + PeopleCall.own + PeopleCall.keeping + PeopleCall.collecting

  @Test(arguments: all)
  func callsAreAsServersKnowThem(_ call: PeopleCall) async throws {
    transport.on(call.request, call.answer)
    try await call.perform(Client.scripted(transport))
    #expect(transport.asked == [call.request])
    #expect(transport.requests.first?.body.map { String(decoding: $0, as: UTF8.self) } == call.body)
    let type = call.body.map { $0.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded" }
    #expect(transport.requests.first?.headers["Content-Type"] == type)
    #expect(transport.requests.first?.headers["Authorization"] == "Bearer s3cret")
  }

  @Test(arguments: all)
  func onlyWhatDoesNoHarmMayBeRepeated(_ call: PeopleCall) async throws {
    transport.on(call.request, fails: TransportError(.network, "reset", mayHaveArrived: true))
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await call.perform(client) }
    #expect(error?.isRetryable == call.isRepeatable)
    #expect(error?.outcomeUnknown == !call.request.hasPrefix("GET"))
  }

  @Test(arguments: all)
  func whatServersLackIsNotFound(_ call: PeopleCall) async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await call.perform(client) }
    #expect(error?.kind == .notFound && error?.status == 404)
  }

  @Test(arguments: [1, 40, 41, 95])
  func longListsOfIdentifiersAreAskedForByParts(_ count: Int) async throws {
    let ids = (0..<count).map(String.init)
    for start in stride(from: 0, to: count, by: 40) {
      let query = ids[start..<min(start + 40, count)].map { "id%5B%5D=\($0)" }.joined(separator: "&")
      transport.on("GET /api/v1/accounts?\(query)", #"[{"id":"\#(start)"},{}]"#)
      transport.on("GET /api/v1/accounts/relationships?\(query)&with_suspended=true", #"[{"id":"\#(start)"}]"#)
    }
    let client = try Client.scripted(transport)
    let (accounts, firsts) = (
      try await client.accounts.accounts(ids), stride(from: 0, to: count, by: 40).map(String.init)
    )
    #expect(accounts.elements.map(\.id) == firsts && accounts.unreadableRows.count == firsts.count)
    #expect(try await client.accounts.relationships(ids, withSuspended: true).elements.map(\.id) == firsts)
    #expect(try await client.accounts.familiarFollowers(of: []).elements.isEmpty)
  }
}

extension PeopleCall {
  fileprivate static let reading: [PeopleCall] = [
    .list("GET /api/v1/accounts?id%5B%5D=1&id%5B%5D=%262") { _ = try await $0.accounts.accounts(["1", "&2"]) },
    .list("GET /api/v1/accounts/familiar_followers?id%5B%5D=9") {
      _ = try await $0.accounts.familiarFollowers(of: ["9"])
    },
    .list("GET /api/v1/accounts/search?q=%40b") { _ = try await $0.accounts.search("@b") },
    .list("GET /api/v1/accounts/search?q=b&following=true&resolve=true&limit=80&offset=5") {
      _ = try await $0.accounts.search("b", following: true, resolve: true, limit: 80, offset: 5)
    },
    .list("GET /api/v1/accounts/9/statuses") { _ = try await $0.accounts.statuses(of: "9").page() },
    .list(
      "GET /api/v1/accounts/9/statuses?only_media=true&exclude_replies=true&exclude_reblogs=false&pinned=true"
        + "&tagged=caf%C3%A9&limit=40"
    ) { client in
      var selection = Client.Accounts.Selection()
      (selection.hasMedia, selection.excludesReplies, selection.excludesReblogs) = (true, true, false)
      (selection.isPinned, selection.tag) = (true, "#café")
      _ = try await client.accounts.statuses(of: "9", selection).page(limit: 40)
    },
    .list("GET /api/v1/accounts/9/featured_tags") { _ = try await $0.accounts.featuredTags(of: "9") },
    .list("GET /api/v1/accounts/9/endorsements") { _ = try await $0.accounts.endorsements(of: "9").page() },
    .list("GET /api/v1/endorsements?limit=80") { _ = try await $0.accounts.endorsements.page(limit: 80) },
    .list("GET /api/v1/blocks?limit=80") { _ = try await $0.accounts.blocks.page(limit: 80) },
    .list("GET /api/v1/mutes") { _ = try await $0.accounts.mutes.page() },
    .list("GET /api/v1/follow_requests/outgoing") { _ = try await $0.followRequests.outgoing.page() },
    .list("GET /api/v1/follow_requests") { _ = try await $0.followRequests.all.page() },
    .list("GET /api/v1/directory?order=new&local=true&limit=80&offset=80") {
      _ = try await $0.suggestions.directory(order: .new, local: true, limit: 80, offset: 80)
    },
    .list("GET /api/v1/directory") { _ = try await $0.suggestions.directory() },
  ]

  fileprivate static let relations: [PeopleCall] = [
    PeopleCall("POST /api/v1/accounts/9/follow") { _ = try await $0.accounts.follow("9") },
    PeopleCall("POST /api/v1/accounts/9/follow", #"{"reblogs":false,"notify":true,"languages":["de"]}"#) {
      _ = try await $0.accounts.follow("9", showingReblogs: false, notifying: true, languages: ["de"])
    },
    PeopleCall("POST /api/v1/accounts/9/follow", #"{"languages":[]}"#) {
      _ = try await $0.accounts.follow("9", languages: [])
    },
    PeopleCall("POST /api/v1/accounts/9/remove_from_followers") { _ = try await $0.accounts.removeFollower("9") },
    PeopleCall("POST /api/v1/accounts/9/block") { _ = try await $0.accounts.block("9") },
    PeopleCall("POST /api/v1/accounts/9/unblock") { _ = try await $0.accounts.unblock("9") },
    PeopleCall("POST /api/v1/accounts/9/mute") { _ = try await $0.accounts.mute("9") },
    PeopleCall("POST /api/v1/accounts/9/mute", #"{"notifications":false,"duration":3600,"expires_in":3600}"#) {
      _ = try await $0.accounts.mute("9", notifications: false, duration: 3600)
    },
    PeopleCall("POST /api/v1/accounts/9/unmute") { _ = try await $0.accounts.unmute("9") },
    PeopleCall("POST /api/v1/accounts/9/note", #"{"comment":""}"#) {
      _ = try await $0.accounts.setNote("", about: "9")
    },
    PeopleCall("POST /api/v1/follow_requests/7/authorize") { _ = try await $0.followRequests.accept("7") },
    PeopleCall("POST /api/v1/follow_requests/7/reject") { _ = try await $0.followRequests.reject("7") },
    .list("GET /api/v1/domain_blocks?limit=200") { _ = try await $0.domainBlocks.all.page(limit: 200) },
    PeopleCall("POST /api/v1/domain_blocks", "domain=b%C3%BCcher.example") {
      try await $0.domainBlocks.block("bücher.example")
    },
    PeopleCall("DELETE /api/v1/domain_blocks?domain=a.example") { try await $0.domainBlocks.unblock("a.example") },
    PeopleCall("DELETE /api/v1/suggestions/9") { try await $0.suggestions.remove("9") },
  ]

  fileprivate static let own: [PeopleCall] = [
    PeopleCall("GET /api/v1/profile") { _ = try await $0.ownProfile.profile() },
    PeopleCall("GET /api/v1/preferences", answer: "{}") { _ = try await $0.preferences() },
    PeopleCall("GET /oauth/userinfo", answer: #"{"sub":"1"}"#) { _ = try await $0.userInfo() },
    PeopleCall("POST /api/v1/emails/confirmations", isRepeatable: false) {
      try await $0.registration.resendConfirmation()
    },
    PeopleCall("POST /api/v1/emails/confirmations", #"{"email":"a@b"}"#, isRepeatable: false) {
      try await $0.registration.resendConfirmation(to: "a@b")
    },
    PeopleCall("GET /api/v1/emails/check_confirmation", answer: "true") {
      _ = try await $0.registration.isConfirmed()
    },
    .list("GET /api/v1/tokens") { _ = try await $0.tokens.all.page() },
    PeopleCall("GET /api/v1/tokens/7") { _ = try await $0.tokens.token("7") },
    PeopleCall("POST /api/v1/tokens/7/invalidate") { _ = try await $0.tokens.invalidate("7") },
    PeopleCall("GET /api/v1/exports/stats") { _ = try await $0.exports.stats() },
    PeopleCall("GET /api/v1/exports/following.csv", answer: "a,b\n") {
      _ = try await $0.exports.csv(.following)
    },
    PeopleCall("GET /api/v1/push/subscription", answer: #"{"endpoint":"e"}"#) { _ = try await $0.push.subscription() },
    PeopleCall(
      "PUT /api/v1/push/subscription", #"{"data":{"alerts":{"favourite":true,"mention":true},"policy":"none"}}"#,
      answer: #"{"endpoint":"e"}"#
    ) { _ = try await $0.push.update(alerts: [.mention, .favorite], policy: .nobody) },
    PeopleCall(
      "POST /api/v1/push/subscription",
      #"{"subscription":{"endpoint":"e","keys":{"p256dh":"k","auth":"s"},"standard":true},"data":{"alerts":{"poll":true}}}"#,
      answer: #"{"endpoint":"e"}"#
    ) {
      _ = try await $0.push.subscribe(NewPushSubscription(endpoint: "e", publicKey: "k", secret: "s", alerts: [.poll]))
    },
    PeopleCall("DELETE /api/v1/push/subscription") { try await $0.push.unsubscribe() },
  ]

  fileprivate static let keeping: [PeopleCall] = [
    PeopleCall("POST /api/v1/lists", #"{"title":"Friends"}"#, isRepeatable: false) {
      _ = try await $0.lists.create("Friends")
    },
    PeopleCall("PUT /api/v1/lists/3", #"{"title":"F","replies_policy":"none","exclusive":true}"#) {
      _ = try await $0.lists.update("3", title: "F", replies: .nobody, isExclusive: true)
    },
    PeopleCall("DELETE /api/v1/lists/3") { try await $0.lists.delete("3") },
    PeopleCall("GET /api/v1/tags/caf%C3%A9", answer: #"{"name":"café"}"#) { _ = try await $0.tags.tag("#café") },
    PeopleCall("POST /api/v1/tags/a/follow", answer: #"{"name":"a"}"#) { _ = try await $0.tags.follow("#a") },
    PeopleCall("POST /api/v1/tags/a/unfollow", answer: #"{"name":"a"}"#) { _ = try await $0.tags.unfollow("a") },
    PeopleCall("POST /api/v1/tags/a/feature", answer: #"{"name":"a"}"#) { _ = try await $0.tags.feature("a") },
    PeopleCall("POST /api/v1/tags/a/unfeature", answer: #"{"name":"a"}"#) { _ = try await $0.tags.unfeature("a") },
    .list("GET /api/v1/followed_tags?limit=200") { _ = try await $0.tags.followed.page(limit: 200) },
    .list("GET /api/v1/featured_tags") { _ = try await $0.tags.featured() },
    .list("GET /api/v1/featured_tags/suggestions") { _ = try await $0.tags.featuredSuggestions() },
    PeopleCall("POST /api/v1/featured_tags", #"{"name":"a"}"#, answer: #"{"name":"a"}"#, isRepeatable: false) {
      _ = try await $0.tags.addFeatured("#a")
    },
    PeopleCall("DELETE /api/v1/featured_tags/7") { try await $0.tags.removeFeatured("7") },
    PeopleCall("GET /api/v1/markers?timeline%5B%5D=home&timeline%5B%5D=notifications", answer: "{}") {
      _ = try await $0.markers()
    },
    PeopleCall(
      "POST /api/v1/markers", #"{"home":{"last_read_id":"7"},"notifications":{"last_read_id":"8"}}"#, answer: "{}"
    ) { _ = try await $0.mark([.notifications: "8", .home: "7"]) },
  ]

  fileprivate static let collecting: [PeopleCall] = [
    PeopleCall("GET /api/v1/collections/5") { _ = try await $0.collections.collection("5") },
    .list("GET /api/v1/accounts/9/collections") { _ = try await $0.collections.collections(of: "9") },
    PeopleCall("GET /api/v1/accounts/9/in_collections?limit=80&offset=40", answer: #"{"collections":[]}"#) {
      _ = try await $0.collections.collections(with: "9", limit: 80, offset: 40)
    },
    PeopleCall("POST /api/v1/collections", #"{"name":"Nice","account_ids":["9"]}"#, isRepeatable: false) {
      _ = try await $0.collections.create(NewCollection(name: "Nice"), with: ["9"])
    },
    PeopleCall("PATCH /api/v1/collections/5", ##"{"description":"d","tag_name":"#t","discoverable":false}"##) {
      client in
      var changes = NewCollection()
      (changes.description, changes.tag, changes.isDiscoverable) = ("d", "#t", false)
      _ = try await client.collections.update("5", changes)
    },
    PeopleCall("DELETE /api/v1/collections/5", answer: "") { try await $0.collections.delete("5") },
    PeopleCall("POST /api/v1/collections/5/items", #"{"account_id":"9"}"#, isRepeatable: false) {
      _ = try await $0.collections.add("9", to: "5")
    },
    PeopleCall("DELETE /api/v1/collections/5/items/6", answer: "") { try await $0.collections.remove("6", from: "5") },
    PeopleCall("POST /api/v1/collections/5/items/6/revoke", answer: "") {
      try await $0.collections.leave("6", of: "5")
    },
  ]
}
