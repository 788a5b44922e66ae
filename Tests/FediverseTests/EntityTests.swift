import JSONValue
import TestSupport
import Testing

@testable import Fediverse

struct EntityTests {
  private func status(_ text: String) throws -> Status {
    try Status(json: JSON(parsing: text))
  }

  @Test func anIdentifierIsEnough() throws {
    let account = try Account(json: EntityShape.account.least())
    #expect(account.acct == "" && account.displayName == "" && account.createdAt == nil && !account.isLocked)
    let status = try Status(json: EntityShape.status.least())
    #expect(status.content == "" && status.visibility == nil && status.account == nil && status.reblog == nil)
    #expect(try Notification(json: EntityShape.notification.least()).kind.rawValue == "")
  }

  @Test(arguments: ["{}", "[]", "null", #"{"id":""}"#, #"{"id":null}"#, #"{"id":[]}"#, "7"])
  func withoutAnIdentifierThereIsNothing(_ text: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: ShapeError.self) { try Account(json: json) }
    #expect(throws: ShapeError.self) { try Status(json: json) }
    #expect(throws: ShapeError.self) { try Notification(json: json) }
    #expect(throws: ShapeError.self) { try Relationship(json: json) }
  }

  @Test func relationshipsMayLackTheirIdentifier() throws {
    let relationship = try Relationship(json: ["showing_reblogs": true, "note": nil])
    #expect(relationship.id == nil && relationship.isShowingReblogs && relationship.note == "")
  }

  @Test func spellingsOfOtherTypesAreRead() throws {
    let status = try status(
      """
      {"id":12345678901234567890,"in_reply_to_id":7,"sensitive":"true","reblogs_count":"3","favourites_count":2.0,
       "replies_count":null,"created_at":"2024-01-02T03:04:05","edited_at":"","visibility":"mutuals_only",
       "spoiler_text":null,"mentions":null,"tags":["swift",{"name":"x","url":"u"}],"language":"","url":[],
       "media_attachments":[{"id":5,"type":"hologram","url":"u"},null],"favourited":1,"card":[],"poll":null}
      """)
    #expect(status.id == "12345678901234567890" && status.inReplyToID == "7" && status.isSensitive)
    #expect(status.reblogsCount == 3 && status.favoritesCount == 2 && status.repliesCount == 0)
    #expect(status.createdAt == Timestamp("2024-01-02T03:04:05Z") && status.editedAt == nil)
    #expect(status.visibility == .mutualsOnly && status.language == nil && status.url == nil)
    #expect(status.tags.map(\.name) == ["swift", "x"] && status.isFavorited == true && status.card == nil)
    #expect(status.mediaAttachments.map(\.kind.rawValue) == ["hologram"] && status.mediaAttachments.first?.id == "5")
  }

  @Test func reblogsEndAfterTwoLevels() throws {
    var text = #"{"id":"0"}"#
    for id in 1...5 { text = #"{"id":"\#(id)","reblog":\#(text)}"# }
    let status = try status(text)
    #expect(status.reblog?.id == "4")
    #expect(status.reblog?.reblog == nil)
    #expect(status.reblog?.raw["reblog"]?["id"]?.string == "3")
  }

  @Test(arguments: [
    (#"{"state":"accepted","quoted_status":{"id":"9"}}"#, "accepted", "9", true),
    (#"{"state":"pending","quoted_status":null}"#, "pending", nil, false),
    (#"{"state":"accepted","quoted_status_id":"9"}"#, "accepted", "9", false),
    (#"{"id":"9","content":"x"}"#, "accepted", "9", true),
    (#"{"state":"brand_new"}"#, "brand_new", nil, false),
  ])
  func quotesComeInThreeShapes(_ json: String, _ state: String, _ id: String?, _ hasStatus: Bool) throws {
    let quote = try status(#"{"id":"1","quote":\#(json)}"#).quote
    #expect(quote?.state.rawValue == state && quote?.statusID == id && (quote?.status != nil) == hasStatus)
  }

  @Test(arguments: [#"{"id":"1","quote":null}"#, #"{"id":"1","quote":{}}"#, #"{"id":"1","quote":[]}"#])
  func noQuoteIsNone(_ text: String) throws {
    #expect(try status(text).quote == nil)
  }

  @Test func theServersOwnPlainTextIsPreferredAndMadeSafe() throws {
    let own = try status(#"{"id":"1","content":"<p>a</p>","pleroma":{"content":{"text/plain":"a\u001b[1m\nb"}}}"#)
    #expect(own.plainText == "a␛[1m\nb")
    #expect(try status(#"{"id":"1","content":"<p>a</p><p>b</p>"}"#).plainText == "a\n\nb")
  }

  @Test func oddRowsDoNotCostTheList() {
    let rows = Rows<Account>(rows: [["id": "1"], [:], ["id": 2], "x"])
    #expect(rows.elements.map(\.id) == ["1", "2"])
    #expect(rows.unreadableRows.map(\.index) == [1, 3])
    #expect(rows.unreadableRows.map(\.reason) == ["account.id is not an identifier", "account is not an object"])
    #expect(rows.unreadableRows.last?.raw == "x")
  }

  @Test func accountsKnowWhetherTheyAreLocal() throws {
    let account = try Account(json: [
      "id": "1", "acct": "Anna@other.example", "moved": ["id": "2", "moved": ["id": "3"]],
    ])
    #expect(!account.isLocal && account.username == "Anna" && account.moved?.id == "2" && account.moved?.moved == nil)
    #expect(try Account(json: ["id": "1", "username": "anna"]).isLocal)
  }
}

struct InstanceTests {
  @Test func theSecondEditionIsRead() throws {
    let json = try JSON(
      parsing: """
        {"domain":"example.social","title":"T","version":"4.4.0","description":"d","source_url":"s","languages":["en"],
         "usage":{"users":{"active_month":5}},"thumbnail":{"url":"p"},"api_versions":{"mastodon":6},
         "configuration":{"urls":{"streaming":"wss://s"},"statuses":{"max_characters":1000}},
         "registrations":{"enabled":true,"approval_required":false},
         "contact":{"email":"m@e","account":{"id":"1","acct":"admin"}},"rules":[{"id":"1","text":"be kind","hint":""}]}
        """)
    let instance = try Instance(json: json)
    #expect(instance.edition == .v2 && instance.domain == "example.social" && instance.uri == "example.social")
    #expect(instance.contactAccount?.acct == "admin" && instance.email == "m@e" && instance.thumbnailURL == "p")
    #expect(instance.apiVersion == 6 && instance.streamingURL == "wss://s" && instance.activeUserCount == 5)
    #expect(instance.limits.characters == 1000 && instance.limits.media == 4 && instance.limits.charactersPerURL == 23)
    #expect(instance.rules == [Instance.Rule(id: "1", text: "be kind", hint: nil)])
    #expect(instance.isOpenForRegistration == true && instance.needsApproval == false)
  }

  @Test(arguments: [
    ("example.social", "example.social"), ("https://example.social", "example.social"),
    ("https://Example.Social/", "example.social"), ("bücher.example", "xn--bcher-kva.example"),
    ("http://127.0.0.1:3000", "127.0.0.1:3000"),
  ])
  func theFirstEditionMayGiveAURL(_ uri: String, _ domain: String) throws {
    let json: JSON = [
      "uri": .string(uri), "title": "T", "short_description": "short", "description": "long",
      "stats": ["user_count": "3"],
      "contact_account": [], "urls": nil, "max_toot_chars": 5000, "registrations": true, "thumbnail": "p",
    ]
    let instance = try Instance(json: json)
    #expect(instance.edition == .v1 && instance.domain == domain && instance.uri == uri)
    #expect(instance.userCount == 3 && instance.contactAccount == nil && instance.limits.characters == 5000)
    #expect(instance.description == "short" && instance.isOpenForRegistration == true && instance.thumbnailURL == "p")
  }
}

struct NewStatusTests {
  @Test func whatIsNotSetIsLeftOut() {
    var status = NewStatus("hi")
    status.spoilerText = ""
    #expect(status.json.text == #"{"status":"hi"}"#)
  }

  @Test func whatIsSetIsSent() {
    var status = NewStatus("hi")
    status.visibility = .unlisted
    status.inReplyToID = "7"
    status.isSensitive = true
    status.spoilerText = "cw"
    status.language = "de"
    status.mediaIDs = ["1", "2"]
    status.poll = NewStatus.NewPoll(options: ["a", "b"], duration: 300)
    let text =
      #"{"status":"hi","visibility":"unlisted","in_reply_to_id":"7","sensitive":true,"spoiler_text":"cw","language":"de","#
      + #""media_ids":["1","2"],"poll":{"options":["a","b"],"expires_in":300,"multiple":false,"hide_totals":false}}"#
    #expect(status.json.text == text)
  }
}
