import JSONValue
import Testing

@testable import Fediverse

/// What those who look after a server ask of it, and what it may answer.
struct AdminCallTests {
  private static let times = Timestamp(seconds: 1_704_067_200)...Timestamp(seconds: 1_704_153_600)
  private static let days = #""start_at":"2024-01-01T00:00:00Z","end_at":"2024-01-02T00:00:00Z""#

  private static let accounts: [CallSample] = [
    .list("/api/v2/admin/accounts") { _ = try await $0.admin.accounts().page() },
    .list(
      "/api/v2/admin/accounts?origin=local&status=pending&permissions=staff&invited_by=2&username=b&display_name=B"
        + "&by_domain=a.example&email=b%40a.example&ip=192.0.2.1&role_ids%5B%5D=3&role_ids%5B%5D=4"
    ) { client in
      var choice = Client.Admin.AccountFilter()
      choice.origin = .local
      choice.state = .pending
      choice.isStaff = true
      choice.roleIDs = ["3", "4"]
      choice.inviterID = "2"
      choice.username = "b"
      choice.displayName = "B"
      choice.domain = "a.example"
      choice.email = "b@a.example"
      choice.address = "192.0.2.1"
      _ = try await client.admin.accounts(choice).page()
    },
    CallSample("GET /api/v1/admin/accounts/9") { _ = try await $0.admin.account("9") },
    CallSample("POST /api/v1/admin/accounts/9/approve") { _ = try await $0.admin.approve("9") },
    CallSample("POST /api/v1/admin/accounts/9/reject") { _ = try await $0.admin.reject("9") },
    CallSample("POST /api/v1/admin/accounts/9/enable") { _ = try await $0.admin.enable("9") },
    CallSample("POST /api/v1/admin/accounts/9/unsilence") { _ = try await $0.admin.unsilence("9") },
    CallSample("POST /api/v1/admin/accounts/9/unsuspend") { _ = try await $0.admin.unsuspend("9") },
    CallSample("POST /api/v1/admin/accounts/9/unsensitive") { _ = try await $0.admin.unsensitize("9") },
    CallSample("DELETE /api/v1/admin/accounts/9") { try await $0.admin.delete("9") },
    .list("/api/v1/admin/reports?resolved=true&account_id=8&target_account_id=9") {
      _ = try await $0.admin.reports(resolved: true, by: "8", about: "9").page()
    },
    CallSample("PUT /api/v1/admin/reports/4", #"{"category":"violation","rule_ids":["1","2"]}"#) {
      _ = try await $0.admin.setCategory(of: "4", to: "violation", ruleIDs: ["1", "2"])
    },
    CallSample("POST /api/v1/admin/reports/4/reopen") { _ = try await $0.admin.reopen("4") },
    CallSample("POST /api/v1/admin/reports/4/assign_to_self") { _ = try await $0.admin.assignToSelf("4") },
    CallSample("POST /api/v1/admin/reports/4/unassign") { _ = try await $0.admin.unassign("4") },
  ]

  private static let registers: [CallSample] = [
    .list("/api/v1/admin/domain_blocks?limit=200") { _ = try await $0.admin.domainBlocks.all.page(limit: 200) },
    CallSample("GET /api/v1/admin/domain_blocks/3") { _ = try await $0.admin.domainBlocks.entry("3") },
    CallSample(
      "POST /api/v1/admin/domain_blocks",
      #"{"domain":"bad.example","severity":"silence","reject_media":true,"reject_reports":false,"#
        + #""private_comment":"p","public_comment":"c","obfuscate":true}"#
    ) { client in
      var draft = AdminDomainBlock.Draft(domain: "bad.example", severity: .silence)
      draft.rejectsMedia = true
      draft.rejectsReports = false
      draft.privateComment = "p"
      draft.publicComment = "c"
      draft.isObfuscated = true
      _ = try await client.admin.domainBlocks.add(draft)
    },
    CallSample("PUT /api/v1/admin/domain_blocks/3", #"{"domain":"bad.example","severity":"noop"}"#) {
      _ = try await $0.admin.domainBlocks.change("3", to: .init(domain: "bad.example", severity: .noop))
    },
    CallSample("DELETE /api/v1/admin/domain_blocks/3", answer: "{}") { try await $0.admin.domainBlocks.remove("3") },
    CallSample("POST /api/v1/admin/domain_allows", #"{"domain":"good.example"}"#) {
      _ = try await $0.admin.domainAllows.add(.init(domain: "good.example"))
    },
    CallSample(
      "POST /api/v1/admin/email_domain_blocks", #"{"domain":"bad.example","allow_with_approval":true}"#
    ) { _ = try await $0.admin.emailDomainBlocks.add(.init(domain: "bad.example", allowsWithApproval: true)) },
    CallSample("POST /api/v1/admin/canonical_email_blocks", #"{"email":"b@a.example"}"#) {
      _ = try await $0.admin.emailBlocks.add(.address("b@a.example"))
    },
    CallSample("POST /api/v1/admin/canonical_email_blocks", #"{"canonical_email_hash":"5d"}"#) {
      _ = try await $0.admin.emailBlocks.add(.hash("5d"))
    },
    CallSample("POST /api/v1/admin/canonical_email_blocks/test", #"{"email":"b@a.example"}"#, answer: "[]") {
      _ = try await $0.admin.emailBlocks.matching("b@a.example")
    },
    CallSample(
      "PUT /api/v1/admin/ip_blocks/3",
      #"{"ip":"192.0.2.0/24","severity":"sign_up_block","comment":"c","expires_in":60}"#
    ) { client in
      var draft = AdminIPBlock.Draft("192.0.2.0/24", severity: .signUp)
      draft.comment = "c"
      draft.lifetime = 60
      _ = try await client.admin.ipBlocks.change("3", to: draft)
    },
  ]

  private static let figures: [CallSample] = [
    .list("/api/v1/admin/trends/tags") { _ = try await $0.admin.trends.tags.page() },
    .list("/api/v1/admin/trends/statuses") { _ = try await $0.admin.trends.statuses.page() },
    .list("/api/v1/admin/trends/links") { _ = try await $0.admin.trends.links.page() },
    CallSample("POST /api/v1/admin/trends/links/5/approve") { try await $0.admin.trends.approve(.links, "5") },
    CallSample("POST /api/v1/admin/trends/tags/5/reject") { try await $0.admin.trends.reject(.tags, "5") },
    .list("/api/v1/admin/tags") { _ = try await $0.admin.tags.page() },
    CallSample("GET /api/v1/admin/tags/5") { _ = try await $0.admin.tag("5") },
    CallSample(
      "PUT /api/v1/admin/tags/5", #"{"display_name":"CatSky","trendable":false,"usable":true,"listable":true}"#
    ) { client in
      var change = AdminTag.Change()
      change.displayName = "CatSky"
      change.isTrendable = false
      change.isUsable = true
      change.isListable = true
      _ = try await client.admin.setTag("5", to: change)
    },
    CallSample(
      "POST /api/v1/admin/measures",
      #"{"keys":["new_users","tag_uses","instance_reports"],"# + days + #","tag_uses":{"id":"5"}}"#, answer: "[]"
    ) { _ = try await $0.admin.measures(["new_users", "tag_uses", "instance_reports"], in: times, of: .tag("5")) },
    CallSample(
      "POST /api/v1/admin/dimensions",
      #"{"keys":["instance_languages"],"# + days + #","instance_languages":{"domain":"a.example"},"limit":4}"#,
      answer: "[]"
    ) {
      _ = try await $0.admin.dimensions(["instance_languages"], in: times, limit: 4, of: .domain("a.example"))
    },
    CallSample("POST /api/v1/admin/retention", "{" + days + #","frequency":"month"}"#, answer: "[]") {
      _ = try await $0.admin.retention(in: times, monthly: true)
    },
  ]

  @Test(arguments: accounts + registers + figures)
  func callsBecomeTheirRequests(_ sample: CallSample) async throws {
    try await sample.expectRequest()
  }

  @Test(arguments: accounts + registers + figures)
  func onlyWhatDoesNoHarmMayBeRepeated(_ sample: CallSample) async throws {
    try await sample.expectCaution()
  }

  @Test(arguments: [
    (#"{"id":"1","role":"admin","ip":"192.0.2.1","invite_request":""}"#, "admin"),
    (#"{"id":1,"role":{"id":"3","name":"Owner"},"ip":{"user_id":2,"ip":"192.0.2.1"},"invite_request":null}"#, "Owner"),
  ])
  func olderAccountsHaveBareRolesAndAddresses(_ text: String, _ role: String) throws {
    let account = try AdminAccount(json: JSON(parsing: text))
    #expect(account.roleName == role && account.lastAddress == "192.0.2.1" && account.inviteRequest == nil)
  }

  @Test func figuresAreNumbersInTexts() throws {
    let measure = try AdminMeasure(json: [
      "key": "instance_media_attachments", "unit": "bytes", "total": "20480", "human_value": "20 KB",
      "data": [["date": "2022-09-14T00:00:00.000+00:00", "value": ""], 7, ["date": "2022-09-15", "value": 3]],
    ])
    #expect(measure.total == 20_480 && measure.previousTotal == nil && measure.text == "20 KB")
    #expect(measure.days.map(\.value) == [nil, 3] && measure.days[0].date?.seconds == 1_663_113_600)
  }

  @Test func partsHaveNames() throws {
    let dimension = try AdminDimension(json: [
      "key": "software_versions",
      "data": [["key": "mastodon", "human_key": "Mastodon", "value": "4.4.0"], ["key": "redis", "value": 7], nil],
    ])
    #expect(dimension.parts.map(\.name) == ["Mastodon", "redis"] && dimension.parts.map(\.value) == ["4.4.0", "7"])
  }

  @Test(arguments: [("0.25", 0.25), (#""0.25""#, 0.25), ("1e999", nil), (#""x""#, nil), ("null", nil)])
  func cohortsShrink(_ text: String, _ rate: Double?) throws {
    let json = try JSON(parsing: #"{"period":"2022-09-01","frequency":"month","data":[{"rate":\#(text),"value":"3"}]}"#)
    let cohort = try AdminCohort(json: json)
    #expect(cohort.periods.map(\.rate) == [rate] && cohort.periods.map(\.value) == [3])
  }
}
