import Testing

@testable import Fediverse

struct ResolverTests {
  private let transport = ScriptedTransport()

  private func search(_ query: String, _ kind: String) -> String {
    "GET /api/v2/search?q=\(query.escapedComponent)&type=\(kind)&resolve=true&limit=5"
  }

  @Test(arguments: ["anna", "@anna", "anna@example.social", "@Anna@Example.Social", "anna@home.example"])
  func localNamesAreLookedUpWithoutDomain(_ text: String) async throws {
    transport.on("GET /api/v1/accounts/lookup?acct=anna", #"{"id":"1","acct":"anna"}"#)
      .on("GET /api/v1/accounts/lookup?acct=Anna", #"{"id":"1","acct":"anna"}"#)
    let client = try Client.scripted(transport, domain: "home.example")
    #expect(try await client.resolver.account(named: text).id == "1")
    #expect(transport.asked.count == 1)
  }

  @Test func unknownNamesAreSearchedElsewhere() async throws {
    transport.on(
      search("@ben@other.example", "accounts"),
      #"{"accounts":[{"id":"3","acct":"ben@third.example"},{"id":"2","acct":"Ben@Other.example"}]}"#)
    #expect(try await Client.scripted(transport).resolver.account(named: "ben@other.example").id == "2")
  }

  @Test func ownAccountsMayComeWithoutTheirDomain() async throws {
    transport.on(
      search("@anna", "accounts"), #"{"accounts":[{"id":"2","acct":"anna@x.example"},{"id":"1","acct":"anna"}]}"#)
    #expect(try await Client.scripted(transport).resolver.account(named: "anna@example.social").id == "1")
  }

  @Test func accountsMayLiveUnderAnotherDomain() async throws {
    let account = #"{"id":"2","acct":"ben@other.example","username":"ben","url":"https://social.other.example/@ben"}"#
    transport.on(search("@ben@social.other.example", "accounts"), #"{"accounts":[\#(account)]}"#)
    #expect(try await Client.scripted(transport).resolver.account(named: "ben@social.other.example").id == "2")
  }

  @Test func aNameOfDigitsIsNotTakenForAnIdentifier() async throws {
    transport.on("GET /api/v1/accounts/109", #"{"id":"109","acct":"somebody"}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.resolver.account(named: "109") }
    #expect(error?.kind == .notFound && error?.subject == "account '109'")
  }

  @Test func serversWithoutLookupTakeTheNameForAnIdentifier() async throws {
    transport.on("GET /api/v1/accounts/lookup?acct=anna", status: 400)
      .on("GET /api/v1/accounts/anna", #"{"id":"A1","acct":"anna"}"#)
    #expect(try await Client.scripted(transport).resolver.account(named: "anna").id == "A1")
  }

  @Test func strangersDoNotAskForOtherServers() async throws {
    let client = try Client.scripted(transport, token: nil)
    _ = await #expect(throws: FediverseError.self) { try await client.resolver.account(named: "ben@other.example") }
    #expect(transport.asked[1] == "GET /api/v2/search?q=%40ben%40other.example&type=accounts&limit=5")
  }

  @Test func notFoundNamesWhatWasLookedFor() async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) {
      try await client.resolver.account(named: "@no@other.example")
    }
    #expect(error?.description == "example.social has no account 'no@other.example'")
  }

  @Test func failuresAreNotTakenForAbsence() async throws {
    transport.on("GET /api/v1/accounts/lookup?acct=anna", status: 503)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.resolver.account(named: "anna") }
    #expect(error?.kind == .server)
  }

  @Test(arguments: ["", "@", "a@b@c", "a b", "a/b", "@a@", "anna@exa mple"])
  func namesThatAreNoneAskNothing(_ text: String) async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.resolver.account(named: text) }
    #expect(error?.kind == .rejected && transport.asked.isEmpty)
  }

  @Test(arguments: [
    "https://example.social/@anna", "https://example.social/users/anna", "https://example.social/@anna/",
  ])
  func ownProfilesAreLookedUp(_ url: String) async throws {
    transport.on(
      "GET /api/v1/accounts/lookup?acct=anna",
      #"{"id":"1","acct":"anna","url":"https://example.social/@anna","uri":"https://example.social/users/anna"}"#)
    #expect(try await Client.scripted(transport).resolver.account(at: url).id == "1")
    #expect(transport.asked.count == 1)
  }

  @Test func pagesOfRemoteAccountsAreLookedUp() async throws {
    transport.on(
      "GET /api/v1/accounts/lookup?acct=ben%40other.example",
      #"{"id":"2","acct":"ben@other.example","url":"https://other.example/@ben"}"#)
    #expect(
      try await Client.scripted(transport).resolver.account(at: "https://example.social/@ben@other.example").id == "2")
  }

  @Test func remoteProfilesAreSearched() async throws {
    let url = "https://other.example/users/ben"
    transport.on(search(url, "accounts"), #"{"accounts":[{"id":"2","acct":"ben@other.example","uri":"\#(url)"}]}"#)
    #expect(try await Client.scripted(transport).resolver.account(at: url + "#main").id == "2")
  }

  @Test func olderServersGiveNoIdentifierOfAnAccount() async throws {
    let account = #"{"id":"2","username":"Ben","acct":"ben@other.example","url":"https://other.example/@ben"}"#
    transport.on(search("https://other.example/users/ben", "accounts"), #"{"accounts":[\#(account)]}"#)
      .on(search("https://other.example/users/carl", "accounts"), #"{"accounts":[\#(account)]}"#)
    let client = try Client.scripted(transport)
    #expect(try await client.resolver.account(at: "https://other.example/users/ben").id == "2")
    await #expect(throws: FediverseError.self) {
      try await client.resolver.account(at: "https://other.example/users/carl")
    }
  }

  @Test func ownStatusesAreAskedByTheirIdentifier() async throws {
    let url = "https://example.social/@anna/7"
    transport.on(
      "GET /api/v1/statuses/7", #"{"id":"7","url":"\#(url)","uri":"https://example.social/users/anna/statuses/7"}"#)
    let client = try Client.scripted(transport)
    #expect(try await client.resolver.status(at: url).id == "7")
    #expect(try await client.resolver.status(at: "https://example.social/users/anna/statuses/7").id == "7")
    #expect(transport.asked == ["GET /api/v1/statuses/7", "GET /api/v1/statuses/7"])
  }

  @Test func pagesOfRemoteStatusesAreAskedByTheirIdentifier() async throws {
    transport.on(
      "GET /api/v1/statuses/7",
      #"{"id":"7","uri":"https://other.example/9","account":{"id":"2","acct":"ben@other.example"}}"#)
    let url = "https://example.social/@ben@other.example/7"
    #expect(try await Client.scripted(transport).resolver.status(at: url).id == "7")
  }

  @Test(arguments: [
    "web/statuses/7", "deck/@ben@other.example/7", "@ben@other.example/7?utm_source=x", "web/@Ben@Other.example/7/#top",
    "deck/statuses/7", "notice/7", "statuses/7",
  ])
  func ownPagesOfAStatusHaveSeveralSpellings(_ path: String) async throws {
    transport.on(
      "GET /api/v1/statuses/7",
      #"{"id":"7","uri":"https://other.example/9","account":{"id":"2","acct":"ben@other.example"}}"#)
    #expect(try await Client.scripted(transport).resolver.status(at: "https://Example.social/" + path).id == "7")
    #expect(transport.asked.count == 1)
  }

  @Test(arguments: ["tags/7", "@anna@other.example/7", "@ben/7", "a/statuses/7", "media/7", "7"])
  func otherPagesWithItsIdentifierAreNotIts(_ path: String) async throws {
    transport.on(
      "GET /api/v1/statuses/7",
      #"{"id":"7","uri":"https://other.example/9","account":{"id":"2","acct":"ben@other.example"}}"#)
    let client = try Client.scripted(transport)
    await #expect(throws: FediverseError.self) {
      try await client.resolver.status(at: "https://example.social/" + path)
    }
  }

  @Test func anIdentifierOfAnotherStatusIsNotEnough() async throws {
    transport.on("GET /api/v1/statuses/7", #"{"id":"7","url":"https://example.social/@other/7"}"#)
      .on(search("https://example.social/@anna/7", "statuses"), #"{"statuses":[]}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) {
      try await client.resolver.status(at: "https://example.social/@anna/7")
    }
    #expect(error?.subject == "status 'https://example.social/@anna/7'")
  }

  @Test func remoteStatusesAreSearchedAndCompared() async throws {
    let url = "https://other.example/notes/9"
    transport.on(
      search(url, "statuses"),
      #"{"statuses":[{"id":"1","uri":"https://other.example/notes/8"},{"id":"2","uri":"\#(url)"}]}"#)
    #expect(try await Client.scripted(transport).resolver.status(at: url).id == "2")
  }
}
