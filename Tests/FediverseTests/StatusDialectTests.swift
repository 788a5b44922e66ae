import JSONValue
import Testing

@testable import Fediverse

/// What servers differ in about statuses: edits, threads, answers by emojis.
struct StatusDialectTests {
  private let transport = ScriptedTransport()

  private static let poll = #"{"options":["a","b"],"expires_in":300,"multiple":true,"hide_totals":false}"#

  @Test func aLocalStatusHasAParameterOfGoToSocial() throws {
    var status = NewStatus("Hi")
    status.visibility = .local
    let body = status.json(for: .gotosocial)
    #expect(body["visibility"] == "public" && body["local_only"] == true)
    #expect(status.json(for: .akkoma)["visibility"] == "local" && status.json(for: .akkoma)["local_only"] == nil)
    let here = try Status(json: ["id": "1", "visibility": "public", "local_only": true])
    let everywhere = try Status(json: ["id": "1", "visibility": "public"])
    #expect(status.partsMissing(in: here).isEmpty && status.partsMissing(in: everywhere) == [.visibility])
  }

  @Test func aChangeSaysTheWholeOfAStatus() throws {
    var change = StatusChange("t")
    #expect(change.json.text == #"{"status":"t"}"#)
    change.spoilerText = ""
    change.isSensitive = false
    change.language = "de"
    change.mediaIDs = ["6"]
    change.mediaChanges = [
      .init(id: "6", description: "a cat", focus: .init(x: 0.5, y: -1)), .init(id: "7", description: ""),
    ]
    change.poll = .init(options: ["a", "b"], duration: 300, isMultiple: true)
    change.contentType = "text/markdown"
    change.quotePolicy = .public
    #expect(
      change.json.text == #"{"status":"t","sensitive":false,"language":"de","media_ids":["6"],"media_attributes":"#
        + #"[{"id":"6","description":"a cat","focus":"0.5,-1.0"},{"id":"7","description":""}],"poll":"# + Self.poll
        + #","content_type":"text/markdown","quote_approval_policy":"public"}"#)
  }

  @Test(arguments: [(1_700_000_900, 900), (1_700_000_100, 300), (1_600_000_000, 300)])
  func whatIsNotChangedStays(_ end: Int, _ duration: Int) throws {
    let status = try Status(json: [
      "id": "1", "sensitive": true, "language": "de", "media_attachments": [["id": "6"], ["url": "u"], ["id": 7]],
      "poll": ["id": "2", "multiple": true, "expires_at": .int(end), "options": [["title": "a"], ["title": "b"]]],
    ])
    let source = try StatusSource(json: ["id": "1", "text": "*t*", "spoiler_text": "cw", "content_type": "text/x"])
    let change = StatusChange(keeping: status, source: source, now: Timestamp(seconds: 1_700_000_000))
    #expect(change.text == "*t*" && change.spoilerText == "cw" && change.contentType == "text/x")
    #expect(change.isSensitive == true && change.language == "de" && change.mediaIDs == ["6", "7"])
    #expect(change.poll == .init(options: ["a", "b"], duration: duration, isMultiple: true))
  }

  @Test(arguments: [
    (Flavor.mastodon, ["PUT /api/v1/statuses/1"], "old"), (nil, ["PUT /api/v1/statuses/1"], "old"),
    (.pixelfed, ["PUT /api/v1/statuses/1", "GET /api/v1/statuses/1"], "new"),
  ])
  func pixelfedIsAskedAgainWhatItMadeOfAnEdit(_ flavor: Flavor?, _ asked: [String], _ content: String) async throws {
    transport.on("PUT /api/v1/statuses/1", #"{"id":"1","content":"old"}"#)
      .on("GET /api/v1/statuses/1", #"{"id":"1","content":"new"}"#)
    let status = try await Client.scripted(transport).statuses.edit("1", to: StatusChange("new"), on: flavor)
    #expect(status.content == content && transport.asked == asked)
    #expect(transport.requests.first?.body == Array(#"{"status":"new"}"#.utf8))
  }

  @Test(arguments: [Flavor.pixelfed, .pleroma, .akkoma, .firefish, .catodon, .iceshrimp, .sharkey])
  func mediaChangeBeforeTheStatusWhereTheyCannotChangeWithIt(_ flavor: Flavor) async throws {
    var change = StatusChange("t")
    change.mediaIDs = ["6", "7"]
    change.mediaChanges = [.init(id: "6", description: "a cat"), .init(id: "7", focus: .init(x: 0, y: 1))]
    transport.on("PUT /api/v1/media/6").on("PUT /api/v1/media/7").on("PUT /api/v1/statuses/1", #"{"id":"1"}"#)
      .on("GET /api/v1/statuses/1", #"{"id":"1"}"#)
    _ = try await Client.scripted(transport).statuses.edit("1", to: change, on: flavor)
    let bodies = transport.requests.compactMap { $0.body.map { String(decoding: $0, as: UTF8.self) } }
    #expect(
      bodies == [#"{"description":"a cat"}"#, #"{"focus":"0.0,1.0"}"#, #"{"status":"t","media_ids":["6","7"]}"#])
    #expect(transport.asked.prefix(3) == ["PUT /api/v1/media/6", "PUT /api/v1/media/7", "PUT /api/v1/statuses/1"])
  }

  @Test func theHistoryHasNoIdentifiers() async throws {
    transport.on(
      "GET /api/v1/statuses/1/history",
      #"[{"content":"<p>a</p>","created_at":"2024-01-02T03:04:05Z","poll":{"options":[{"title":"x"},{}]}},{},7]"#)
    let rows = try await Client.scripted(transport).statuses.history(of: "1")
    #expect(rows.elements.map(\.content) == ["<p>a</p>"] && rows.unreadableRows.map(\.index) == [1, 2])
    #expect(rows.elements.first?.pollOptions == ["x"] && rows.elements.first?.createdAt?.seconds == 1_704_164_645)
  }

  @Test(arguments: [
    (Flavor.mastodon, ["POST /api/v1/statuses/1/react/x", "PUT /api/v1/pleroma/statuses/1/reactions/x"]),
    (.ditto, ["PUT /api/v1/pleroma/statuses/1/reactions/x", "POST /api/v1/statuses/1/react/x"]),
    (nil, ["PUT /api/v1/pleroma/statuses/1/reactions/x", "POST /api/v1/statuses/1/react/x"]),
    (.akkoma, ["PUT /api/v1/pleroma/statuses/1/reactions/x"]), (.sharkey, ["POST /api/v1/statuses/1/react/x"]),
  ])
  func everyPathForAnEmojiIsTried(_ flavor: Flavor?, _ paths: [String]) async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.react("x", to: "1", on: flavor)
    }
    #expect(error?.kind == .notFound && error?.request == paths[0])
    // Then it is asked whether there is such a status.
    #expect(Array(transport.asked.prefix(paths.count)) == paths)
    transport.on(paths[paths.count - 1], #"{"id":"1","reactions":[{"name":"x","count":1,"me":true}]}"#)
    #expect(try await client.statuses.react("x", to: "1", on: flavor).reactions.map(\.isOwn) == [true])
  }

  @Test func aRefusedEmojiIsRefusedOnce() async throws {
    transport.on("PUT /api/v1/pleroma/statuses/1/reactions/x", status: 400, #"{"error":"no such emoji"}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.react("x", to: "1") }
    #expect(error?.serverText == "no such emoji" && transport.asked.count == 1)
  }

  @Test(arguments: [
    #"{"id":"1","pleroma":{"emoji_reactions":[{"name":"☕","count":2,"me":false}]}}"#,
    #"{"id":"1","emoji_reactions":[{"name":"☕","count":"2"}],"pleroma":{"emoji_reactions":[]}}"#,
    #"{"id":"1","reactions":[{},{"name":"☕","count":2,"accounts":[{"id":"9"}]}],"pleroma":null}"#,
  ])
  func emojisStandInMoreThanOnePlace(_ text: String) throws {
    let reactions = try Status(json: JSON(parsing: text)).reactions
    #expect(reactions.map(\.name) == ["☕"] && reactions.map(\.count) == [2] && reactions.map(\.isOwn) == [false])
  }

  @Test func statusesTellWhoMayQuoteThemAndHowLongTheyStay() throws {
    let status = try Status(json: [
      "id": "1", "quotes_count": "3", "local_only": "true", "pleroma": ["expires_at": "2024-01-02T03:04:05"],
      "quote_approval": ["automatic": ["followers", 7], "manual": [], "current_user": "denied"],
    ])
    #expect(status.quotesCount == 3 && status.isLocalOnly && status.expiresAt?.seconds == 1_704_164_645)
    #expect(status.quoteApproval == QuoteApproval(automatic: ["followers"], manual: [], ownCase: "denied"))
    let bare = try Status(json: ["id": "1", "visibility": "local", "quote_approval": nil])
    #expect(bare.quoteApproval == nil && bare.quotesCount == nil && bare.expiresAt == nil && bare.isLocalOnly)
  }

  @Test func aThreadInOneListHasTwoSides() async throws {
    transport.on("GET /api/v1/statuses/2/context", #"[{"id":"1"},{"id":"2"},{"id":"3"},{}]"#)
    transport.on("GET /api/v1/statuses/9/context", #"[{"id":"3"}]"#)
    let client = try Client.scripted(transport)
    let context = try await client.statuses.context("2")
    #expect(context.ancestors.elements.map(\.id) == ["1"] && context.descendants.elements.map(\.id) == ["3"])
    #expect(context.descendants.unreadableRows.count == 1 && context.refresh == nil)
    #expect(try await client.statuses.context("9").descendants.elements.map(\.id) == ["3"])
  }

  @Test(arguments: [
    ("{}", nil), (#"{"url":"https://a.example","title":"A"}"#, "https://a.example"), (#"{"url":null}"#, nil),
  ])
  func aStatusNeedNotHaveACard(_ body: String, _ url: String?) async throws {
    transport.on("GET /api/v1/statuses/1/card", body)
    #expect(try await Client.scripted(transport).statuses.card(of: "1")?.url == url)
  }

  @Test(arguments: [
    (#"{"content":"<p>hi</p>","detected_source_language":"es","provider":"X","language":"en"}"#, "<p>hi</p>", "es"),
    (#"{"text":"hi","detected_language":"es"}"#, "hi", "es"), (#"{"content":""}"#, "", nil),
  ])
  func translationsHaveTwoShapes(_ text: String, _ content: String, _ source: String?) throws {
    let translation = try Translation(json: JSON(parsing: text))
    #expect(translation.content == content && translation.sourceLanguage == source)
    #expect(translation.pollOptions.isEmpty && translation.mediaDescriptions.isEmpty)
  }

  @Test func translationsHaveParts() throws {
    let translation = try Translation(json: [
      "content": "x", "spoiler_text": "s", "poll": ["options": [["title": "One"], 7, ["title": nil]]],
      "media_attachments": [["id": 4, "description": "a cat"], ["id": "5", "description": nil], [:], nil],
    ])
    #expect(translation.pollOptions == ["One"] && translation.mediaDescriptions == ["4": "a cat"])
    #expect(throws: ShapeError.self) { try Translation(json: ["provider": "X"]) }
  }

  @Test(arguments: [
    (#"{"text":"t","sensitive":"true","in_reply_to_id":7,"media_ids":["1",2],"visibility":"direct"}"#, true, "7"),
    (#"{"text":"t","sensitive":null,"in_reply_to_id":null,"media_ids":null,"poll":{"options":["a"]}}"#, nil, nil),
    ("null", nil, nil),
  ])
  func scheduledStatusesKeepWhatWasTyped(_ parameters: String, _ isSensitive: Bool?, _ parent: String?) throws {
    let json = try JSON(parsing: #"{"id":104394,"scheduled_at":"2024-08-30T23:20:00.000Z","params":\#(parameters)}"#)
    let status = try ScheduledStatus(json: json)
    #expect(status.id == "104394" && status.scheduledAt?.description == "2024-08-30T23:20:00Z")
    #expect(status.isSensitive == isSensitive && status.inReplyToID == parent)
    #expect(status.mediaIDs == (parent == nil ? [] : ["1", "2"]) && status.text == (parameters == "null" ? "" : "t"))
  }
}
