import JSONValue
import Testing

@testable import Fediverse

/// What servers do in their own way about people.
struct PeopleDialectTests {
  private let transport = ScriptedTransport()

  private func body(_ index: Int) -> String {
    String(decoding: transport.requests[index].body ?? [], as: UTF8.self)
  }

  @Test func requestsOfFriendicaAreAnsweredByTheirOwnIdentifier() async throws {
    transport.on("GET /api/v1/follow_requests", #"[{"id":4711,"acct":"ben@other.example"},{}]"#)
      .on("POST /api/v1/follow_requests/4711/authorize", #"{"id":"9","followed_by":true}"#)
    let client = try Client.scripted(transport)
    let page = try await client.followRequests.all.page()
    let request = try #require(page.elements.first)
    #expect(request.id == "4711" && request.account.acct == "ben@other.example" && page.unreadableRows.count == 1)
    #expect(request.raw["id"] == 4711)
    let relationship = try await client.followRequests.accept(request.id)
    #expect(relationship.id == "9" && relationship.isFollowedBy)
  }

  @Test(arguments: [("endorse", "pin"), ("unendorse", "unpin")])
  func theOldNameOfEndorsingGoesFirst(_ new: String, _ old: String) async throws {
    let client = try Client.scripted(transport)
    let act = { @Sendable () async throws -> Relationship in
      try await new == "endorse" ? client.accounts.endorse("9") : client.accounts.unendorse("9")
    }
    let error = await #expect(throws: FediverseError.self) { try await act() }
    #expect(error?.request == "POST /api/v1/accounts/9/\(old)" && transport.asked.count == 2)
    transport.on("POST /api/v1/accounts/9/\(new)", #"{"id":"9","endorsed":true}"#)
    #expect(try await act().isEndorsed)
    transport.on("POST /api/v1/accounts/9/\(old)", #"{"id":"8"}"#)
    #expect(try await act().id == "8")
  }

  @Test(arguments: [
    (
      "v2", #"[{"source":"staff","sources":["featured","global"],"account":{"id":"9"}},{"account":{}}]"#,
      ["featured", "global"]
    ),
    ("v2", #"[{"source":"staff","account":{"id":9}},7]"#, ["staff"]), ("v1", #"[{"id":"9"},{}]"#, []),
  ])
  func suggestionsComeInTwoEditions(_ edition: String, _ body: String, _ sources: [String]) async throws {
    transport.on("GET /api/\(edition)/suggestions?limit=80", body)
    let rows = try await Client.scripted(transport).suggestions.all(limit: 80)
    #expect(rows.elements.map(\.account.id) == ["9"] && rows.unreadableRows.count == 1)
    #expect(rows.elements.first?.sources == sources)
  }

  @Test(arguments: [
    (404, 404, FediverseError.Kind.unsupported, "/api/v1/suggestions"), (410, 405, .unsupported, "/api/v1/suggestions"),
    (405, 404, .unsupported, "/api/v1/suggestions"), (501, 422, .rejected, "/api/v1/suggestions"),
    (404, 401, .unauthorized, "/api/v1/suggestions"),
  ])
  func theErrorThatSaysMostIsKept(_ first: Int, _ second: Int, _ kind: FediverseError.Kind, _ path: String) async throws
  {
    transport.on("GET /api/v2/suggestions", status: first).on("GET /api/v1/suggestions", status: second)
    let client = try Client.scripted(transport, profile: .able(.mastodon))
    let error = await #expect(throws: FediverseError.self) { try await client.suggestions.all() }
    #expect(error?.kind == kind && error?.request == "GET \(path)" && transport.askedOfCall.count == 2)
  }

  @Test(arguments: [401, 403, 422, 429, 500, 503])
  func onlyAbsenceLeadsToTheOlderCall(_ status: Int) async throws {
    transport.on("GET /api/v2/suggestions", status: status).on("GET /api/v1/suggestions", "[]")
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.suggestions.all() }
    #expect(error?.status == status && transport.askedOfCall.count == 1)
  }

  @Test func blockedDomainsAreBareTexts() async throws {
    transport.on("GET /api/v1/domain_blocks", #"["a.example",{"domain":"b.example"},"",{},7]"#)
    let page = try await Client.scripted(transport).domainBlocks.all.page()
    #expect(page.elements.map(\.domain) == ["a.example", "b.example"] && page.unreadableRows.count == 3)
  }

  @Test(arguments: [
    (#"{"home":{"last_read_id":"7","version":1,"updated_at":"2026-08-01T13:51:07.594Z"}}"#, "7", 1, 1_785_592_267),
    (#"{"home":{"last_read_id":7,"version":"2","updated_at":"1740308876.000000"},"x":null}"#, "7", 2, 1_740_308_876),
    (#"{"home":{"last_read_id":"01HW","updated_at":1740308876}}"#, "01HW", 0, 1_740_308_876),
    (#"{"home":{"version":1}}"#, nil, nil, nil), ("[]", nil, nil, nil), ("{}", nil, nil, nil),
  ])
  func markersKnowSeveralClocks(_ text: String, _ id: String?, _ version: Int?, _ seconds: Int?) async throws {
    transport.on("GET /api/v1/markers?timeline%5B%5D=home", text)
    let marker = try await Client.scripted(transport).markers(of: [.home])[.home]
    #expect(marker?.lastReadID == id && marker?.version == version && marker?.updatedAt?.seconds == seconds)
  }

  @Test func aTagThatIsFollowedAlreadyIsNoError() async throws {
    transport.on("POST /api/v1/tags/a/follow", status: 422, #"{"error":"Duplicate record"}"#)
      .on("GET /api/v1/tags/a", #"{"name":"a","following":true,"history":[{"day":"86400","uses":"3"},7]}"#)
      .on("GET /api/v1/tags/a", #"{"name":"a","following":false}"#)
    let client = try Client.scripted(transport)
    let tag = try await client.tags.follow("a")
    #expect(tag.history.map(\.day?.seconds) == [86_400] && tag.history.first?.uses == 3)
    let error = await #expect(throws: FediverseError.self) { try await client.tags.follow("a") }
    #expect(error?.status == 422 && error?.serverText == "Duplicate record")
  }

  @Test func everyMemberIsOnOnePageOrOnMany() async throws {
    let path = "GET /api/v1/lists/3/accounts"
    transport.on("\(path)?limit=0", #"[{"id":"1"},{"id":"2"}]"#).on("\(path)?limit=0", "[]")
      .on(
        path, headers: ["Link": "<https://example.social/api/v1/lists/3/accounts?max_id=1>; rel=\"next\""],
        #"[{"id":"1"}]"#
      )
      // The last page leads to itself.
      .on(
        "\(path)?max_id=1",
        headers: ["Link": "<https://example.social/api/v1/lists/3/accounts?max_id=1>; rel=\"next\""],
        #"[{"id":"2"},{}]"#)
    let client = try Client.scripted(transport)
    #expect(try await client.lists.allMembers(of: "3").elements.map(\.id) == ["1", "2"])
    #expect(transport.asked.count == 1)
    let rows = try await client.lists.allMembers(of: "3")
    #expect(rows.elements.map(\.id) == ["1", "2"] && rows.unreadableRows.count == 1 && transport.asked.count == 4)
  }

  @Test func collectionsComeInWrappings() throws {
    let bare: JSON = ["id": "5", "name": "n", "items": [["id": "6", "state": "accepted"], [:]]]
    let full = try FullCollection(json: ["collection": bare, "accounts": [["id": "9"], [:]]])
    #expect(full.collection == (try AccountCollection(json: bare)) && full.accounts.map(\.id) == ["9"])
    #expect(full.collection.items.map(\.state) == [.accepted])
    #expect(try AccountCollection.Item(json: ["collection_item": ["id": "6"]]).id == "6")
    let list = try CollectionList(json: ["collections": [bare, [:]], "partial_accounts": [["id": "9"]]])
    #expect(list.collections.elements.map(\.id) == ["5"] && list.collections.unreadableRows.count == 1)
    #expect(list.accounts.map(\.id) == ["9"])
    #expect(throws: ShapeError.self) { try CollectionList(json: ["collections": nil]) }
  }

  @Test func exportsAreAskedForAsCSV() async throws {
    transport.on("GET /api/v1/exports/mutes.csv", "Account address\n").on("POST /api/v1/import", status: 202)
    let client = try Client.scripted(transport)
    #expect(try await client.exports.csv(.mutes) == Array("Account address\n".utf8))
    #expect(transport.requests[0].headers["Accept"] == "text/csv")
    let scratch = ScratchFile([1], name: "m.csv")
    try await client.exports.import(MediaFile(scratch.path), as: .mutes, mode: .overwrite)
    #expect(
      body(1).contains("name=\"type\"\r\n\r\nmutes\r\n") && body(1).contains("name=\"mode\"\r\n\r\noverwrite\r\n"))
    #expect(body(1).contains(#"name="data"; filename="m.csv""#) && transport.requests[1].file != nil)
  }
}
