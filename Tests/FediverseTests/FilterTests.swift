import JSONValue
import Testing

@testable import Fediverse

/// Filters of both editions: what is asked for, and what is read of the answers.
struct FilterTests {
  private let transport = ScriptedTransport()

  static let calls: [PeopleCall] = [
    .list("GET /api/v2/filters") { _ = try await $0.filters.all() },
    PeopleCall("GET /api/v2/filters/1") { _ = try await $0.filters.filter("1") },
    PeopleCall("DELETE /api/v2/filters/1") { try await $0.filters.delete("1") },
    .list("GET /api/v2/filters/1/keywords") { _ = try await $0.filters.keywords(of: "1") },
    PeopleCall("GET /api/v2/filters/keywords/2") { _ = try await $0.filters.keyword("2") },
    PeopleCall("POST /api/v2/filters/1/keywords", #"{"keyword":"k"}"#, isRepeatable: false) {
      _ = try await $0.filters.add(.init("k"), to: "1")
    },
    PeopleCall("PUT /api/v2/filters/keywords/2", #"{"keyword":"k","whole_word":true}"#) {
      _ = try await $0.filters.updateKeyword("2", to: .init("k", isWholeWord: true))
    },
    PeopleCall("DELETE /api/v2/filters/keywords/2") { try await $0.filters.deleteKeyword("2") },
    .list("GET /api/v2/filters/1/statuses") { _ = try await $0.filters.statuses(of: "1") },
    PeopleCall("GET /api/v2/filters/statuses/3") { _ = try await $0.filters.status("3") },
    PeopleCall("POST /api/v2/filters/1/statuses", #"{"status_id":"4"}"#, isRepeatable: false) {
      _ = try await $0.filters.add(status: "4", to: "1")
    },
    PeopleCall("DELETE /api/v2/filters/statuses/3") { try await $0.filters.removeStatus("3") },
    .list("GET /api/v1/filters") { _ = try await $0.legacyFilters.all() },
    PeopleCall("GET /api/v1/filters/1") { _ = try await $0.legacyFilters.filter("1") },
    PeopleCall("DELETE /api/v1/filters/1") { try await $0.legacyFilters.delete("1") },
    PeopleCall("POST /api/v1/filters", #"{"phrase":"p","context":["home"]}"#, isRepeatable: false) {
      _ = try await $0.legacyFilters.create(NewLegacyFilter("p", contexts: [.home]))
    },
  ]

  @Test(arguments: calls)
  func callsAreAsServersKnowThem(_ call: PeopleCall) async throws {
    transport.on(call.request, call.answer)
    try await call.perform(Client.scripted(transport))
    #expect(transport.asked == [call.request])
    #expect(transport.requests.first?.body.map { String(decoding: $0, as: UTF8.self) } == call.body)
  }

  @Test func aFilterIsMadeWithItsWords() throws {
    var filter = NewFilter("t", contexts: [.home, .public], keywords: [.init("a"), .init("b", isWholeWord: false)])
    let start = #"{"title":"t","context":["home","public"],"#
    let words = #""keywords_attributes":[{"keyword":"a"},{"keyword":"b","whole_word":false}]}"#
    #expect(filter.json.text == start + words)
    filter.action = .hide
    filter.expiry = .after(seconds: 60)
    #expect(filter.json.text == start + #""filter_action":"hide","expires_in":60,"# + words)
    filter.expiry = .never
    filter.keywords = []
    #expect(filter.json.text == start + #""filter_action":"hide"}"#)
  }

  @Test func onlyChangesAreSent() {
    var changes = FilterChanges()
    #expect(changes.object == [:])
    changes.action = .blur
    changes.expiry = .never
    #expect(JSON.object(changes.object).text == #"{"filter_action":"blur","expires_in":null}"#)
  }

  @Test func changesGoToTheFilter() async throws {
    transport.on("PUT /api/v2/filters/1", #"{"id":1,"title":"n","filter_action":"vanish","context":"home"}"#)
      .on("POST /api/v2/filters", #"{"id":"2"}"#).on("PUT /api/v1/filters/1", #"{"id":"1","phrase":"p"}"#)
    let client = try Client.scripted(transport)
    var changes = FilterChanges()
    changes.title = "n"
    let filter = try await client.filters.update("1", changes)
    #expect(filter.id == "1" && filter.title == "n" && filter.action.rawValue == "vanish" && filter.contexts.isEmpty)
    #expect(try await client.filters.create(NewFilter("t", contexts: [])).action == .warn)
    var legacy = NewLegacyFilter("p", contexts: [.thread])
    (legacy.isWholeWord, legacy.isIrreversible, legacy.expiry) = (true, false, .after(seconds: 60))
    _ = try await client.legacyFilters.update("1", to: legacy)
    let text = #"{"phrase":"p","context":["thread"],"irreversible":false,"whole_word":true,"expires_in":60}"#
    #expect(transport.requests.last?.body.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test func wordsAndStatusesOfAFilterAreRead() throws {
    let filter = try Filter(
      json: JSON(
        parsing: """
          {"id":"1","title":"t","context":["home","somewhere"],"expires_at":"","filter_action":null,
           "keywords":[{"id":2,"keyword":"k","whole_word":"true"},{}],"statuses":[{"id":3,"phrase":"01HW"},null]}
          """))
    #expect(filter.contexts == [.home, FilterContext(rawValue: "somewhere")] && filter.expiresAt == nil)
    #expect(filter.keywords.map(\.keyword) == ["k"] && filter.keywords.first?.isWholeWord == true)
    #expect(filter.statuses.map(\.statusID) == ["01HW"] && filter.action == .warn)
  }
}
