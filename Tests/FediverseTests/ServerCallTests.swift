import JSONValue
import Testing

@testable import Fediverse

/// What is asked of a server about itself, and what it may answer.
struct ServerCallTests {
  private let transport = ScriptedTransport()
  private static let document = #"{"content":""}"#
  private static let report = #"{"annual_reports":[]}"#

  private static let samples: [CallSample] = [
    .list("/api/v1/instance/rules") { _ = try await $0.instance.rules() },
    .list("/api/v1/instance/languages") { _ = try await $0.instance.languages() },
    .list("/api/v1/instance/peers") { _ = try await $0.instance.peers() },
    .list("/api/v1/peers/search?q=a.ex") { _ = try await $0.instance.peers(beginningWith: "a.ex") },
    .list("/api/v1/instance/domain_blocks") { _ = try await $0.instance.blockedServers() },
    .list("/api/v1/instance/activity") { _ = try await $0.instance.activity() },
    .list("/api/v1/custom_emojis") { _ = try await $0.instance.customEmojis() },
    .list("/api/v1/announcements") { _ = try await $0.announcements.list() },
    .list("/api/v1/announcements?with_dismissed=true") { _ = try await $0.announcements.list(withDismissed: true) },
    .list("/api/v1/trends/tags?limit=20") { _ = try await $0.trends.tags.page(limit: 20) },
    .list("/api/v1/trends/statuses") { _ = try await $0.trends.statuses.page() },
    .list("/api/v1/trends/links") { _ = try await $0.trends.links.page() },
    CallSample("GET /api/v1/instance/translation_languages", answer: "{}") {
      let value = try await $0.instance.translationLanguages()
      #expect(value.isEmpty)
    },
    CallSample("GET /api/v1/instance/extended_description", answer: document) {
      _ = try await $0.instance.extendedDescription()
    },
    CallSample("GET /api/v1/instance/privacy_policy", answer: document) { _ = try await $0.instance.privacyPolicy() },
    CallSample("GET /api/v1/instance/terms_of_service", answer: document) {
      _ = try await $0.instance.termsOfService()
    },
    CallSample("GET /api/v1/instance/terms_of_service/2025-04-15", answer: document) {
      _ = try await $0.instance.termsOfService(from: "2025-04-15")
    },
    CallSample("POST /api/v1/announcements/3/dismiss", answer: "{}") { try await $0.announcements.dismiss("3") },
    CallSample("PUT /api/v1/announcements/3/reactions/%F0%9F%8E%89", answer: "{}") {
      try await $0.announcements.react("🎉", to: "3")
    },
    CallSample("DELETE /api/v1/announcements/3/reactions/blob", answer: "{}") {
      try await $0.announcements.unreact("blob", to: "3")
    },
    CallSample("GET /api/v1/annual_reports", answer: report) { _ = try await $0.annualReports.all() },
    CallSample("GET /api/v1/annual_reports/2025", answer: report) { _ = try await $0.annualReports.report(of: 2025) },
    CallSample("GET /api/v1/annual_reports/2025/state", answer: #"{"state":"eligible"}"#) {
      let value = try await $0.annualReports.state(of: 2025)
      #expect(value == .eligible)
    },
    CallSample("POST /api/v1/annual_reports/2025/read", answer: "") { try await $0.annualReports.markRead(2025) },
    CallSample("POST /api/v1/annual_reports/2025/generate", answer: "") { try await $0.annualReports.generate(2025) },
  ]

  @Test(arguments: samples)
  func callsBecomeTheirRequests(_ sample: CallSample) async throws {
    try await sample.expectRequest()
  }

  @Test(arguments: samples)
  func onlyWhatDoesNoHarmMayBeRepeated(_ sample: CallSample) async throws {
    try await sample.expectCaution()
  }

  @Test func emptyTrendsAreOddRowsAndNoFailure() async throws {
    transport.on("GET /api/v1/trends/statuses", "[{},{}]")
    let page = try await Client.scripted(transport).trends.statuses.page()
    #expect(page.elements.isEmpty && page.unreadableRows.map(\.index) == [0, 1])
  }

  @Test func linksInFashionTellHowMuchTheyAreUsed() async throws {
    transport.on(
      "GET /api/v1/trends/links",
      """
      [{"url":"https://a.example/1","title":"A","type":"link","author_name":"NBC","author_url":"","width":"400",
        "history":[{"day":"1661817600","accounts":"7","uses":"9"},{"day":null},7],"image":null},
       {"url":"https://a.example/2","author_name":"old","authors":[{"name":"","account":{"id":"9","display_name":"Ben"}},
         {"name":"Eve","url":"https://e.example"},{},7]},{"title":"no URL"}]
      """)
    let page = try await Client.scripted(transport).trends.links.page()
    let cards = page.elements
    #expect(cards.count == 2 && page.unreadableRows.map(\.index) == [2])
    #expect(cards[0].authors == [.init(name: "NBC", url: nil, account: nil)] && cards[0].width == 400)
    #expect(cards[0].history.map(\.uses) == [9, 0] && cards[0].history[0].accounts == 7)
    #expect(cards[0].history[0].day?.seconds == 1_661_817_600 && cards[0].history[1].day == nil)
    #expect(cards[1].authors.map(\.name) == ["Ben", "Eve"] && cards[1].authors[0].account?.id == "9")
  }

  @Test func namesOfServersAreTexts() async throws {
    transport.on("GET /api/v1/instance/peers", #"["a.example",7,"","b.example",null]"#)
    #expect(try await Client.scripted(transport).instance.peers() == ["a.example", "b.example"])
  }

  @Test func languagesAreKnownByWhatTheyAreTranslatedFrom() async throws {
    transport.on("GET /api/v1/instance/translation_languages", #"{"de":["en","fr",7],"und":null}"#)
    #expect(try await Client.scripted(transport).instance.translationLanguages() == ["de": ["en", "fr"], "und": []])
  }

  @Test func documentsAreDated() throws {
    let terms = try InstanceDocument(json: [
      "effective_date": "2025-04-15", "effective": true, "content": "<p>x</p>", "succeeded_by": "2026-01-01",
    ])
    #expect(terms.effectiveDate == "2025-04-15" && terms.isEffective == true && terms.successorDate == "2026-01-01")
    let description = try InstanceDocument(json: ["updated_at": "2024-01-02T03:04:05Z", "content": ""])
    #expect(description.updatedAt?.seconds == 1_704_164_645 && description.isEffective == nil)
    #expect(throws: ShapeError.self) { try InstanceDocument(json: ["updated_at": nil]) }
  }

  @Test func reportsOfYearsComeWithWhatTheyName() throws {
    let reports = try AnnualReports(json: [
      "annual_reports": [["year": "2025", "data": ["archetype": "oracle"], "share_url": "u"], [:]],
      "accounts": [["id": "9"]], "statuses": [["id": "2"]],
    ])
    #expect(reports.reports.elements.map(\.year) == [2025] && reports.reports.unreadableRows.count == 1)
    #expect(reports.reports.elements[0].archetype == "oracle" && reports.accounts.elements.map(\.id) == ["9"])
    #expect(throws: ShapeError.self) { try AnnualReports(json: ["accounts": []]) }
  }

  @Test func conversationsOfPixelfedHaveNumbersAndNoStatus() async throws {
    transport.on("GET /api/v1/conversations", #"[{"id":12,"unread":true,"accounts":[{"id":"9"}],"last_status":null}]"#)
    let page = try await Client.scripted(transport).conversations.all.page()
    #expect(page.elements.map(\.id) == ["12"] && page.elements[0].lastStatus == nil && page.elements[0].isUnread)
  }
}
