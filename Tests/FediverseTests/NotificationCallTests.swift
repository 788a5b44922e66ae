import JSONValue
import Testing

@testable import Fediverse

/// What is asked of a server about notifications, and in whose words.
struct NotificationCallTests {
  private let transport = ScriptedTransport()

  private static let samples: [CallSample] = [
    .list("/api/v1/notifications?limit=5&types%5B%5D=mention&exclude_types%5B%5D=poll") {
      _ = try await $0.notifications.list(limit: 5, kinds: [.mention], excluding: [.poll])
    },
    .list("/api/v1/notifications?exclude_types%5B%5D=follow&limit=3") {
      _ = try await $0.notifications.all(excluding: [.follow]).page(limit: 3)
    },
    CallSample("GET /api/v1/notifications/unread_count", answer: #"{"count":7}"#) {
      let value = try await $0.notifications.unreadCount()
      #expect(value == 7)
    },
    CallSample("GET /api/v1/notifications/unread_count?limit=1000&types%5B%5D=mention", answer: #"{"count":"7"}"#) {
      let value = try await $0.notifications.unreadCount(limit: 1000, kinds: [.mention])
      #expect(value == 7)
    },
    CallSample("GET /api/v2/notifications", answer: #"{"notification_groups":[]}"#) {
      _ = try await $0.notifications.groups.list()
    },
    CallSample(
      "GET /api/v2/notifications?limit=9&max_id=3&types%5B%5D=follow&exclude_types%5B%5D=poll&grouped_types%5B%5D=follow",
      answer: #"{"notification_groups":[]}"#
    ) {
      _ = try await $0.notifications.groups.list(
        limit: 9, after: "3", kinds: [.follow], excluding: [.poll], grouping: [.follow])
    },
    CallSample("GET /api/v2/notifications/a-1%2F2", answer: #"{"notification_groups":[{"group_key":"a-1/2"}]}"#) {
      let value = try await $0.notifications.groups.group("a-1/2").id
      #expect(value == "a-1/2")
    },
    .list("/api/v2/notifications/a-1/accounts") { _ = try await $0.notifications.groups.accounts(of: "a-1") },
    CallSample("POST /api/v2/notifications/a-1/dismiss", answer: "{}") {
      try await $0.notifications.groups.dismiss("a-1")
    },
    CallSample("GET /api/v2/notifications/unread_count?limit=10", answer: #"{"count":0}"#) {
      let value = try await $0.notifications.unreadCount(limit: 10, isGrouped: true)
      #expect(value == 0)
    },
    CallSample("GET /api/v2/notifications/policy", answer: #"{"for_bots":"drop"}"#) {
      let value = try await $0.notifications.policy().treatments
      #expect(value == [.bots: .drop])
    },
    CallSample(
      "PATCH /api/v2/notifications/policy", #"{"for_new_accounts":"filter","for_not_following":"accept"}"#,
      answer: #"{"for_bots":"drop"}"#
    ) { _ = try await $0.notifications.setPolicy([.notFollowing: .accept, .newAccounts: .filter]) },
    .list("/api/v1/notifications/requests?limit=80") { _ = try await $0.notifications.requests.all.page(limit: 80) },
    CallSample("GET /api/v1/notifications/requests/3") { _ = try await $0.notifications.requests.request("3") },
    CallSample("POST /api/v1/notifications/requests/3/accept", answer: "{}") {
      try await $0.notifications.requests.accept(["3"])
    },
    CallSample("POST /api/v1/notifications/requests/dismiss", #"{"id":["3","4"]}"#, answer: "{}") {
      try await $0.notifications.requests.dismiss(["3", "4"])
    },
    CallSample("GET /api/v1/notifications/requests/merged", answer: #"{"merged":true}"#) {
      let value = try await $0.notifications.requests.areMerged()
      #expect(value)
    },
  ]

  @Test(arguments: samples)
  func callsBecomeTheirRequests(_ sample: CallSample) async throws {
    try await sample.expectRequest()
  }

  @Test(arguments: samples)
  func onlyWhatDoesNoHarmMayBeRepeated(_ sample: CallSample) async throws {
    try await sample.expectCaution()
  }

  private static let others =
    "exclude_types[]=reblog exclude_types[]=favourite exclude_types[]=follow "
    + "exclude_types[]=follow_request exclude_types[]=poll exclude_types[]=status exclude_types[]=update "
    + "exclude_types[]=reaction"

  @Test(arguments: [
    (Flavor.mastodon, [NotificationKind.mention], [NotificationKind.poll], "types[]=mention exclude_types[]=poll"),
    (nil, [.mention], [], "types[]=mention"), (.unknown, [], [.mention], "exclude_types[]=mention"),
    (.gotosocial, [.mention, .follow], [], "types[]=mention types[]=follow"),
    (.pleroma, [.mention], [], "include_types[]=mention types[]=mention"),
    (
      .akkoma, [.emojiReaction], [.poll],
      "include_types[]=pleroma:emoji_reaction types[]=pleroma:emoji_reaction exclude_types[]=poll"
    ),
    (.friendica, [.mention], [], others), (.sharkey, [.mention], [], others),
    (.sharkey, [.mention], [.poll, .move], others + " exclude_types[]=move"),
    (.friendica, [], [.poll], "exclude_types[]=poll"), (.sharkey, [], [], ""), (.pleroma, [], [], ""),
  ])
  func everyServerIsAskedInItsOwnWords(
    _ flavor: Flavor?, _ kinds: [NotificationKind], _ excluded: [NotificationKind], _ fields: String
  ) {
    let choice = NotificationFilter(kinds: kinds, excluded: excluded)
    #expect(choice.fields(for: flavor).map { "\($0.name)=\($0.value)" }.joined(separator: " ") == fields)
  }

  @Test func groupsFindWhatStandsBesideThem() async throws {
    let link = "https://example.social/api/v2/notifications?max_id=31"
    transport.on(
      "GET /api/v2/notifications?limit=2", headers: ["Link": "<\(link)>; rel=\"next\""],
      """
      {"accounts":[{"id":"16","acct":"eve"},{}],"partial_accounts":[{"id":"17","acct":"bob"},{"id":"16","acct":"no"}],
       "statuses":[{"id":"5","content":"hi"}],
       "notification_groups":[{"group_key":"favourite-5-1","notifications_count":3,"type":"favourite","status_id":5,
         "most_recent_notification_id":196014,"sample_account_ids":["17",16,"99"]},
         {"type":"follow"},{"group_key":"ungrouped-2","type":"x.new"}]}
      """)
    transport.on("GET /api/v2/notifications?max_id=31", #"{"notification_groups":[]}"#)
    let groups = try Client.scripted(transport).notifications.groups
    let page = try await groups.list(limit: 2)
    let first = try #require(page.elements.first)
    #expect(first.sampleAccounts.map(\.acct) == ["bob", "eve"] && first.status?.content == "hi" && first.count == 3)
    #expect(first.newestID == "196014" && page.unreadableRows.map(\.index) == [1])
    #expect(page.elements.last?.kind.rawValue == "x.new" && page.elements.last?.status == nil)
    let next = try #require(page.next)
    #expect(try await groups.page(at: next).elements.isEmpty)
  }

  @Test func aGroupThatIsGoneIsNotFound() async throws {
    transport.on("GET /api/v2/notifications/k", #"{"notification_groups":[]}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.notifications.groups.group("k") }
    #expect(error?.kind == .notFound)
  }

  @Test func theFirstEditionOfPoliciesIsUsedWhereThereIsNoOther() async throws {
    transport.on("GET /api/v1/notifications/policy", #"{"filter_not_following":true,"filter_new_accounts":false}"#)
      .on("PUT /api/v1/notifications/policy", #"{"filter_not_following":false}"#)
    let notifications = try Client.scripted(transport, profile: .able(.mastodon)).notifications
    #expect(try await notifications.policy().treatments == [.notFollowing: .filter, .newAccounts: .accept])
    _ = try await notifications.setPolicy([.notFollowing: .accept, .newAccounts: .filter])
    let body = #"{"filter_new_accounts":true,"filter_not_following":false}"#
    #expect(transport.requests.last?.body == Array(body.utf8))
    let error = await #expect(throws: FediverseError.self) { try await notifications.setPolicy([.bots: .drop]) }
    #expect(error?.kind == .unsupported && transport.asked.last == "PATCH /api/v2/notifications/policy")
  }

  @Test func nothingIsDecidedAboutNothing() async throws {
    try await Client.scripted(transport).notifications.requests.accept([])
    #expect(transport.asked.isEmpty)
  }

  @Test(arguments: [#"{}"#, #"{"count":"many"}"#, #"{"count":null}"#])
  func aCountIsANumber(_ body: String) async throws {
    transport.on("GET /api/v1/notifications/unread_count", body)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.notifications.unreadCount() }
    #expect(error?.kind == .malformed)
  }

  @Test(arguments: [
    (#"{"id":9,"type":"pleroma:emoji_reaction","emoji":"☕"}"#, "☕", nil),
    (#"{"id":"9","type":"pleroma:emoji_reaction","emoji":":b:","emoji_url":"u"}"#, ":b:", "u"),
    (#"{"id":"9","type":"reaction","reaction":{"name":"b","url":"u"}}"#, "b", "u"),
    (#"{"id":"9","type":"bite","emoji":null,"reaction":[]}"#, nil, nil),
  ])
  func notificationsNameTheEmoji(_ text: String, _ emoji: String?, _ url: String?) throws {
    let notification = try Notification(json: JSON(parsing: text))
    #expect(notification.emoji == emoji && notification.emojiURL == url && notification.id == "9")
  }
}
