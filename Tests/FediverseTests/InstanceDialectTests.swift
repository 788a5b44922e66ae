import JSONValue
import Testing

@testable import Fediverse

/// Descriptions of servers, in samples made up after the manners of each software.
struct InstanceDialectTests {
  /// What is read of a description: edition, domain, characters, media, streaming address.
  struct Expectation: Sendable {
    var edition = Instance.Edition.v1
    var domain: String? = "a.example"
    var characters = 500
    var media = 4
    var streaming: String?
  }

  @Test(arguments: [
    // Mastodon 3, with a null contact.
    (
      #"{"uri":"a.example","contact_account":null,"urls":{"streaming_api":"wss://s.example"},"max_toot_chars":600}"#,
      Expectation(characters: 600, streaming: "wss://s.example")
    ),
    // Pleroma: a URL, limits of its own.
    (
      #"{"uri":"https://a.example","max_toot_chars":"5000","poll_limits":{"max_options":20},"upload_limit":16000000}"#,
      Expectation(characters: 5000)
    ),
    // Friendica: nothing but empty lists, and the first edition in the second's place.
    (#"{"uri":"a.example","urls":null,"contact_account":[],"configuration":[],"rules":[],"stats":[]}"#, Expectation()),
    (
      #"{"domain":"a.example","uri":"other.example","configuration":{"statuses":{"max_characters":200000}}}"#,
      Expectation(edition: .v2, characters: 200_000)
    ),
    // Pixelfed: counts as text and no stream.
    (
      #"{"uri":"A.example","configuration":{"statuses":{"max_characters":"2000","max_media_attachments":"20"}},"urls":{}}"#,
      Expectation(characters: 2000, media: 20)
    ),
    // GoToSocial and Mastodon 4.
    (
      #"{"domain":"a.example","configuration":{"urls":{"streaming":"wss://a.example"},"statuses":{"max_characters":5000}}}"#,
      Expectation(edition: .v2, characters: 5000, streaming: "wss://a.example")
    ),
    (
      #"{"domain":"gts.a.example","account_domain":"a.example","configuration":{"statuses":{"max_characters":5000}}}"#,
      Expectation(edition: .v2, characters: 5000)
    ),
    // A domain that is none is left out.
    (#"{"uri":"NOT A HOST"}"#, Expectation(domain: nil)),
    (#"{"domain":"h.example\nrun touch pwned\n#"}"#, Expectation(edition: .v2, domain: nil)),
    (#"{"domain":null,"uri":"a.example:3000"}"#, Expectation(edition: .v2, domain: "a.example:3000")),
  ])
  func descriptionsAreReadInEveryManner(_ text: String, _ expected: Expectation) throws {
    let instance = try Instance(json: JSON(parsing: text))
    #expect(instance.edition == expected.edition && instance.domain == expected.domain)
    #expect(instance.limits.characters == expected.characters && instance.limits.media == expected.media)
    #expect(instance.streamingURL == expected.streaming && instance.contactAccount == nil)
  }

  private static let pieces = [
    "a.example", "a", "@", ".", ":", "3000", "0", "/", "#", "?", " ", "\n", "\r", "\t", "\0", "\u{1B}", "\u{7}",
    "\u{85}", "\u{2028}",
    "\u{202E}", "\u{200B}", "é", "\u{301}", "[::1]", "https://", "_", "-", "\\", "\"", "$(x)", ";",
    String(repeating: "a", count: 60),
  ]

  @Test func anyNameOfOnesOwnAccountIsOneWordOrRefused() async throws {
    var generator = SplitMix(state: 5)
    var named = 0
    for _ in 0..<1500 {
      let text = {
        (0..<Int.random(in: 1..<5, using: &generator)).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
          .joined()
      }
      let (domain, user) = (text(), text())
      let transport = ScriptedTransport().on("GET /api/v2/instance", JSON.object(["domain": .string(domain)]).text)
        .on("GET /api/v1/accounts/verify_credentials", JSON.object(["id": "1", "acct": .string(user)]).text)
      let client = try Client.scripted(transport)
      let account: Account
      do { account = try await client.accounts.verifyCredentials() } catch {
        #expect(error.kind == .malformed)
        continue
      }
      named += 1
      let name = try await client.qualifiedName(of: account)
      let odd = name.unicodeScalars.first { !$0.isWord && !"@.:-~+[]".unicodeScalars.contains($0) }
      #expect(odd == nil && name.split(separator: "@").count == 2 && name.utf8.count < 600, "\(name.debugDescription)")
      if account.isLocal {
        let host = name.split(separator: "@").last.map(String.init) ?? ""
        let address = try ServerAddress(host)
        #expect(address.host.utf8.count <= 253, "\(host.debugDescription)")
      }
    }
    #expect(named > 50)
  }

  @Test(arguments: ["{}", #"{"title":"T"}"#, #"{"domain":"","uri":""}"#, #"{"uri":[]}"#, #"{"uri":{"x":1}}"#])
  func aDescriptionWithoutADomainIsNone(_ text: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: ShapeError.self) { try Instance(json: json) }
  }

  @Test func uploadsAreLimitedByEitherSpelling() throws {
    let new: JSON = [
      "uri": "a.example", "upload_limit": 9,
      "configuration": ["media_attachments": ["image_size_limit": 5, "supported_mime_types": ["image/png", 7]]],
    ]
    let limits = try Instance(json: new).limits
    #expect(limits.imageBytes == 5 && limits.videoBytes == 9 && limits.mediaTypes == ["image/png"])
    let polls = try Instance(json: ["uri": "a", "poll_limits": ["max_options": 20, "max_option_chars": 200]]).limits
    #expect(polls.pollOptions == 20 && polls.charactersPerPollOption == 200 && polls.imageBytes == nil)
  }

  @Test func oddRulesAreLeftOut() throws {
    let rules: JSON = [["id": 1, "text": "a"], ["id": "2"], nil, "x", ["text": "b", "hint": "h"], ["text": ""]]
    let read = try Instance(json: ["uri": "a.example", "rules": rules]).rules
    #expect(read == [.init(id: "1", text: "a", hint: nil), .init(id: "", text: "b", hint: "h")])
  }

  @Test(
    arguments: [
      (#"{"registrations":true,"approval_required":false}"#, true, false), (#"{"registrations":"false"}"#, false, nil),
      (#"{"registrations":{"enabled":false,"approval_required":true,"message":null}}"#, false, true), ("{}", nil, nil),
      (#"{"registrations":null,"approval_required":null}"#, nil, nil),
    ] as [(String, Bool?, Bool?)])
  func registrationsAreReadInBothShapes(_ text: String, _ isOpen: Bool?, _ needsApproval: Bool?) throws {
    let json = OddValues.object(try JSON(parsing: text), with: "uri", as: "a.example")
    let instance = try Instance(json: json)
    #expect(instance.isOpenForRegistration == isOpen && instance.needsApproval == needsApproval)
  }

  @Test(arguments: [400, 404, 405, 410, 422, 501])
  func bothEditionsMissingIsAnError(_ status: Int) async throws {
    let transport = ScriptedTransport()
    transport.on("GET /api/v2/instance", status: status).on("GET /api/v1/instance", status: status)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.domain() }
    #expect(error?.request == "GET /api/v1/instance" && transport.asked.count == 2)
  }

  @Test(arguments: [403, 408, 429, 500, 502, 503])
  func troubleIsNotTakenForAge(_ status: Int) async throws {
    let transport = ScriptedTransport()
    transport.on("GET /api/v2/instance", status: status).on("GET /api/v1/instance", #"{"uri":"a.example"}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.instance.instance() }
    #expect(error?.status == status && transport.asked.count == 1)
  }

  @Test func theDomainIsAskedForOnceThoughManyWantIt() async throws {
    let transport = ScriptedTransport()
    transport.on("GET /api/v2/instance", #"{"domain":"a.example"}"#)
    let client = try Client.scripted(transport)
    let domains = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await client.domain() } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(domains == ["a.example"])
    let count = transport.asked.count
    #expect(try await client.domain() == "a.example" && transport.asked.count == count)
  }
}
