import Testing

@testable import Fediverse

/// Addresses of accounts and statuses as each software writes them, and what is asked to resolve them.
struct ReferenceDialectTests {
  private let transport = ScriptedTransport()

  private func search(_ query: String, _ kind: String) -> String {
    "GET /api/v2/search?q=\(query.escapedComponent)&type=\(kind)&resolve=true&limit=5"
  }

  private func refusal(_ ask: (Client) async throws(FediverseError) -> Void) async throws -> FediverseError? {
    let client = try Client.scripted(transport)
    return await #expect(throws: FediverseError.self) { try await ask(client) }
  }

  /// The page of a status and its identifier.
  private static let statuses = [
    ("@ben/7", "users/ben/statuses/7"), ("@ben/7", "ap/users/1/statuses/7"), ("notice/AcLw3Ou", "objects/0a-1b"),
    ("@ben/statuses/01HWRR", "users/ben/statuses/01HWRR"), ("p/ben/7", "p/ben/7"), ("display/a-b-c", "objects/a-b-c"),
    ("notes/9s8f7e6d", "notes/9s8f7e6d"), ("ben/p/1700000000.123", "ben/p/1700000000.123"),
    ("post/0a-1b", "objects/0a-1b"),
    ("@ben/posts/7/", "@ben/posts/7/"), ("w/5xYz", "videos/watch/0a-1b"), ("comment/12", "comment/12"),
    ("2024/01/02/a-title/", "?p=12"), ("item/0a-1b?x=1&y=2", "item/0a-1b"), ("@ben/%E4%BE%8B", "notes/%E4%BE%8B"),
  ]

  @Test(arguments: statuses)
  func remoteStatusesAreFoundByPageAndByIdentifier(_ page: String, _ identifier: String) async throws {
    let (url, uri) = ("https://other.example/\(page)", "https://other.example/\(identifier)")
    for text in [url, uri, url + "#top", "HTTPS://Other.Example" + url.dropFirst(21)] {
      let transport = ScriptedTransport()
      let asked = try #require(WebURL(text)).description
      transport.on(search(asked, "statuses"), #"{"statuses":[{"id":"9","url":"\#(url)","uri":"\#(uri)"}]}"#)
      #expect(try await Client.scripted(transport).resolver.status(at: text).id == "9", "\(text)")
      #expect(transport.asked == [search(asked, "statuses")])
    }
  }

  @Test(arguments: statuses)
  func ownStatusesAreFoundByPageAndByIdentifier(_ page: String, _ identifier: String) async throws {
    let (url, uri) = ("https://example.social/\(page)", "https://example.social/\(identifier)")
    let status = #"{"id":"9","url":"\#(url)","uri":"\#(uri)"}"#
    let segment = try #require(WebURL(url)).segments.last ?? ""
    transport.on("GET /api/v1/statuses/\(segment.escapedComponent)", status)
    #expect(try await Client.scripted(transport).resolver.status(at: url).id == "9")
    #expect(transport.asked.count == 1, "the server itself need not be searched")
  }

  /// The page of an account and its identifier.
  @Test(arguments: [
    ("@ben", "users/ben"), ("users/ben", "users/ben"), ("@ben", "users/9s8f7e6d"), ("profile/ben", "profile/ben"),
    ("ben", "users/ben"), ("u/ben", "u/ben"), ("c/ben", "c/ben"), ("a/ben", "accounts/ben"),
    ("channel/ben", "channel/ben"),
    ("author/ben/", "?author=1"), ("@ben@other.example", "ap/users/1"), ("~ben", "federation/u/ben"),
  ])
  func remoteAccountsAreFoundByPageAndByIdentifier(_ page: String, _ identifier: String) async throws {
    let (url, uri) = ("https://other.example/\(page)", "https://other.example/\(identifier)")
    let account = #"{"id":"9","acct":"ben@other.example","url":"\#(url)","uri":"\#(uri)"}"#
    for text in [url, uri] {
      let transport = ScriptedTransport()
      transport.on(search(try #require(WebURL(text)).description, "accounts"), #"{"accounts":[\#(account)]}"#)
      #expect(try await Client.scripted(transport).resolver.account(at: text).id == "9")
    }
  }

  @Test(arguments: [
    // Another place on the same host, two that may fit, a name on another host, and none at all.
    (#"[{"id":"1","username":"carl","url":"https://other.example/@carl"}]"#),
    (#"[{"id":"1","username":"ben","url":"https://other.example/@ben"},{"id":"2","username":"ben","url":"https://other.example/@ben"}]"#),
    (#"[{"id":"1","username":"ben","url":"https://third.example/@ben"}]"#), (#"[{"id":"1","username":"ben"}]"#), "[]",
    "[{}]",
  ])
  func doubtfulAccountsAreNotTaken(_ accounts: String) async throws {
    let url = "https://other.example/users/ben"
    transport.on(search(url, "accounts"), #"{"accounts":\#(accounts)}"#)
    let error = try await refusal { client throws(FediverseError) in _ = try await client.resolver.account(at: url) }
    #expect(error?.kind == .notFound && error?.subject == "account '\(url)'")
  }

  @Test(arguments: [
    "https://other.example/@ben/7?x=1", "https://other.example/@BEN/7", "https://other.example:8443/@ben/7",
    "https://www.other.example/@ben/7", "https://other.example/@ben/77",
  ])
  func aStatusOfAnotherAddressIsNotTaken(_ url: String) async throws {
    transport.on(search(url, "statuses"), #"{"statuses":[{"id":"1","url":"https://other.example/@ben/7"}]}"#)
    let error = try await refusal { client throws(FediverseError) in _ = try await client.resolver.status(at: url) }
    #expect(error?.kind == .notFound)
  }

  /// Mastodon writes such domains as they are read, others as the network has them.
  @Test(arguments: [
    "ben@bücher.example", "@Ben@BÜCHER.example", "ben@xn--bcher-kva.example", "ben@bu\u{308}cher.example",
  ])
  func domainsOfOtherScriptsAreTheSameInAnySpelling(_ text: String) async throws {
    for domain in ["bücher.example", "xn--bcher-kva.example", "Bücher.Example"] {
      let transport = ScriptedTransport()
      let name = text.hasPrefix("@B") ? "Ben" : "ben"
      transport.on(
        search("@\(name)@xn--bcher-kva.example", "accounts"), #"{"accounts":[{"id":"9","acct":"ben@\#(domain)"}]}"#)
      #expect(try await Client.scripted(transport).resolver.account(named: text).id == "9", "\(domain)")
    }
  }

  @Test(arguments: ["anna", "anna@example.social", "Anna@HOME.example", "ANNA@home.example"])
  func theOwnDomainMayStandOnEitherSide(_ acct: String) async throws {
    transport.on(
      search("@anna", "accounts"), #"{"accounts":[{"id":"2","acct":"anna@x.example"},{"id":"1","acct":"\#(acct)"}]}"#)
    let client = try Client.scripted(transport, domain: "home.example")
    for text in ["anna", "@anna@example.social", "anna@home.example"] {
      #expect(try await client.resolver.account(named: text).id == "1")
    }
  }

  @Test(arguments: [
    "acct:ben@other.example", "ben@other.example/x", "ben@other.example?x", "ben@other.example#x", "ben@", "@@",
    "ben@@x",
    "ben@[::1", "ben\u{0}@x", "ben\u{7F}", "b en@x", "https://other.example/@ben", "ben@other.example:0", "ben@u:p@x",
    "\n",
  ])
  func otherTextsAreNoNames(_ text: String) async throws {
    let error = try await refusal { client throws(FediverseError) in _ = try await client.resolver.account(named: text)
    }
    #expect(error?.kind == .rejected && error?.description.contains("\n") == false && transport.asked.isEmpty)
  }

  @Test(arguments: [" @ben@other.example\n", "ben@Other.Example.", "ben@other.example:443", "@@ben@other.example"])
  func namesAreReadHoweverTheyAreTyped(_ text: String) async throws {
    transport.on("GET /api/v1/accounts/lookup?acct=ben%40other.example", #"{"id":"9","acct":"ben@other.example"}"#)
    #expect(try await Client.scripted(transport).resolver.account(named: text).id == "9")
  }

  @Test(arguments: [
    "", "ben", "ben@other.example", "/@ben", "ftp://h/x", "https://u:p@h/x", "https://", "javascript:x",
  ])
  func otherTextsAreNoAddresses(_ text: String) async throws {
    for error in [
      try await refusal({ client throws(FediverseError) in _ = try await client.resolver.account(at: text) }),
      try await refusal({ client throws(FediverseError) in _ = try await client.resolver.status(at: text) }),
    ] {
      #expect(error?.kind == .rejected && error?.description.contains("web address") == true)
    }
    #expect(transport.asked.isEmpty)
  }

  /// Trouble on the way is told, because it does not mean that nothing is there.
  @Test(arguments: [
    (401, FediverseError.Kind.unauthorized), (403, .forbidden), (429, .rateLimited), (500, .server), (504, .server),
  ])
  func troubleIsNotAbsence(_ status: Int, _ kind: FediverseError.Kind) async throws {
    let url = "https://other.example/x"
    transport.on(search(url, "statuses"), status: status).on(search("@ben@other.example", "accounts"), status: status)
    let byURL = try await refusal { client throws(FediverseError) in _ = try await client.resolver.status(at: url) }
    let byName = try await refusal { client throws(FediverseError) in
      _ = try await client.resolver.account(named: "ben@other.example")
    }
    #expect(byURL?.kind == kind && byName?.kind == kind)
  }

  @Test func aLookupOfAnotherAccountIsNotBelieved() async throws {
    transport.on("GET /api/v1/accounts/lookup?acct=ben", #"{"id":"1","acct":"carl"}"#)
      .on(search("@ben", "accounts"), #"{"accounts":[{"id":"2","acct":"ben"}]}"#)
    #expect(try await Client.scripted(transport).resolver.account(named: "ben").id == "2")
  }
}
