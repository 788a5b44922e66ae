import JSONValue
import Testing

@testable import Fediverse

/// What servers that are not Mastodon send, in samples made up after their manners.
struct DialectTests {
  private func status(_ text: String) throws -> Status { try Status(json: JSON(parsing: text)) }

  @Test func pleromaSendsItsOwnPlainTextAndOddDates() throws {
    let status = try status(
      """
      {"id":"AcLw3OuQjGqSLi0000","uri":"https://p.example/objects/1","created_at":"2024-01-02T03:04:05.000Z",
       "content":"<p>a <b>b</b></p>","visibility":"local","in_reply_to_id":null,"edited_at":null,"poll":null,"card":null,
       "account":{"id":"9","acct":"ben","created_at":"2019-01-01T00:00:00.000Z","last_status_at":"2022-02-20T04:14:49",
       "fields":[],"pleroma":{"is_admin":true}},"application":{"name":"","website":null},
       "pleroma":{"content":{"text/plain":"a b\\nc"},"conversation_id":7,"emoji_reactions":[]}}
      """)
    #expect(status.plainText == "a b\nc" && status.visibility == .local && status.application == nil)
    #expect(status.account?.lastStatusAt == Timestamp("2022-02-20T04:14:49Z"), "the time of day is not lost")
    #expect(status.raw["pleroma"]?["conversation_id"]?.int == 7)
  }

  @Test func akkomaQuotesWithTheBareStatus() throws {
    let status = try status(
      """
      {"id":"A1","content":"<p>mine</p><span class=\\"quote-inline\\"><br>RE: https://p.example/2</span>","quote_id":"A0",
       "quote":{"id":"A0","content":"<p>theirs</p>","quote":{"id":"A-1","quote":{"id":"A-2"}}}}
      """)
    #expect(status.quote?.state == .accepted && status.quote?.status?.plainText == "theirs")
    #expect(status.quote?.status?.quote?.statusID == "A-1", "the identifier is known one level further than the status")
    #expect(status.quote?.status?.quote?.status == nil)
    #expect(status.plainText == "mine")
  }

  @Test(arguments: [
    "pending", "rejected", "revoked", "deleted", "unauthorized", "blocked_account", "invented_tomorrow",
  ])
  func aQuoteThatMayNotBeShownLeavesItsLink(_ state: String) throws {
    let content =
      #"<p>mine</p><p class=\"quote-inline\">RE: <a href=\"https://o.example/1\">https://o.example/1</a></p>"#
    let status = try status(#"{"id":"1","content":"\#(content)","quote":{"state":"\#(state)","quoted_status":null}}"#)
    #expect(status.quote?.state.rawValue == state && status.quote?.status == nil)
    #expect(status.plainText == "mine\n\nRE: https://o.example/1")
  }

  @Test func goToSocialSendsUppercaseIdentifiersAndPolicies() throws {
    let status = try status(
      """
      {"id":"01HWRRWYV739R3GG41NDQEYZ86","created_at":"2024-01-02T03:04:05+00:00","visibility":"mutuals_only",
       "local_only":true,"content":"","text":"# typed","content_type":"text/markdown","interaction_policy":{"can_reply":{}},
       "media_attachments":[{"id":"01","type":"unknown","url":null,"remote_url":"https://o.example/m","meta":null}],
       "account":{"id":"01","acct":"anna","role":{"name":"admin"},"roles":[],"theme":"x.css","last_status_at":"2024-01-02"}}
      """)
    #expect(status.visibility == .mutualsOnly && status.text == "# typed")
    #expect(status.createdAt == Timestamp("2024-01-02T03:04:05Z"))
    #expect(
      status.mediaAttachments.map(\.remoteURL) == ["https://o.example/m"] && status.mediaAttachments[0].url == nil)
  }

  @Test func pixelfedSendsNumbersAsTextAndCaptionsWithoutMarkup() throws {
    let status = try status(
      """
      {"id":"600000000000000001","content":"a caption\\nof  two lines & more","content_text":"x","created_at":
       "2024-01-02T03:04:05.000000Z","reblogs_count":"2","favourites_count":"12","reply_count":3,"sensitive":"0",
       "replies_count":null,"favourited":1,"place":{"id":1},"pf_type":"photo","visibility":"public","poll":null,
       "account":{"id":"1","acct":"anna","followers_count":"40","last_status_at":null,"locked":"false","note":null},
       "media_attachments":[{"id":7,"type":"image","url":"https://x.example/a.jpg","description":"","orientation":null}]}
      """)
    #expect(status.plainText == "a caption\nof  two lines & more" && status.favoritesCount == 12)
    #expect(status.reblogsCount == 2 && status.repliesCount == 0 && !status.isSensitive && status.isFavorited == true)
    #expect(status.account?.followersCount == 40 && status.account?.isLocked == false && status.account?.note == "")
    #expect(status.mediaAttachments[0].id == "7" && status.mediaAttachments[0].description == nil)
  }

  @Test func friendicaSendsEmptyListsForNothing() throws {
    let status = try status(
      """
      {"id":"42","url":"https://f.example/display/a-b-c","uri":"https://f.example/objects/a-b-c","content":"x<br />y",
       "card":[],"poll":[],"application":[],"in_reply_to_id":"0","language":null,"text":"","edited_at":"",
       "account":{"id":"5","acct":"anna","created_at":"2024-01-02T03:04:05.000Z","source":[],"moved":[],"emojis":null},
       "friendica":{"title":"T","dislikes_count":0}}
      """)
    #expect(status.card == nil && status.poll == nil && status.application == nil && status.editedAt == nil)
    #expect(status.account?.source == nil && status.account?.moved == nil && status.plainText == "x\ny")
  }

  @Test func theMisskeyFamilyLeavesMuchOut() throws {
    let status = try status(
      """
      {"id":"9s8f7e6d","uri":"https://k.example/notes/9s8f7e6d","url":"https://k.example/notes/9s8f7e6d","content":
       "<p><span>$[x2 big] </span><a href=\\"https://k.example/@ben\\" class=\\"u-url mention\\">@ben</a></p>","reactions":[{}],
       "created_at":"2024-01-02T03:04:05.000Z","visibility":"specified","mentions":[{"id":"1","username":"ben"}],
       "reblog":{"id":"8","account":{"id":"2","acct":"carl","emojis":[]}},"tags":[{"name":"x"}],"emoji_reactions":null}
      """)
    #expect(status.reblog?.account?.username == "carl" && status.reblog?.account?.followersCount == nil)
    #expect(status.visibility?.rawValue == "specified" && status.mentions.first?.acct == "ben")
    #expect(status.plainText == "$[x2 big] @ben")
  }

  @Test(arguments: [
    ("2024-01-02T03:04:05.123456Z", 123_456_000), ("2024-01-02T03:04:05+0000", 0), ("2024-01-02T03:04:05", 0),
    ("2024-01-02T03:04:05.9999999999Z", 999_999_999), ("2024-01-02T05:04:05+02:00", 0), ("1704164645", 0),
    ("2024-01-02 03:04:05.5", 500_000_000), ("1704164645000", 0),
  ])
  func momentsOfEverySoftwareAreOneMoment(_ text: String, _ nanoseconds: Int) throws {
    let moment = Timestamp(seconds: 1_704_164_645, nanoseconds: nanoseconds)
    let account = try Account(json: ["id": "1", "created_at": .string(text)])
    #expect(account.createdAt == moment)
    let written = try #require(account.createdAt).description
    #expect(Timestamp(written) == moment && written.hasSuffix("Z"))
  }

  @Test(arguments: [
    ("mention", NotificationKind.mention), ("favourite", .favorite), ("follow_request", .followRequest),
    ("quote", .quote),
    ("pleroma:emoji_reaction", NotificationKind(rawValue: "pleroma:emoji_reaction")),
    ("pending.favourite", NotificationKind(rawValue: "pending.favourite")),
    ("bite", NotificationKind(rawValue: "bite")),
    ("admin.sign_up", NotificationKind(rawValue: "admin.sign_up")), ("", NotificationKind(rawValue: "")),
  ])
  func kindsOfNotificationsAreKeptAsTheyCame(_ type: String, _ kind: NotificationKind) throws {
    let notification = try Notification(json: [
      "id": 17, "type": .string(type), "status": nil, "account": ["id": "1"], "pleroma": ["is_seen": false],
    ])
    #expect(notification.kind == kind && notification.id == "17" && notification.status == nil)
    #expect("\(notification.kind)" == type)
  }

  @Test func relationshipsWithoutNewerMembersAreRead() throws {
    let relationship = try Relationship(json: ["id": 5, "following": 1, "muting": "true", "languages": nil, "note": []])
    #expect(relationship.id == "5" && relationship.isFollowing && relationship.isMuting && relationship.note == "")
    #expect(!relationship.isNotifying && relationship.languages == [])
  }
}
