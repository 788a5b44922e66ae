import JSONValue
import Testing

@testable import Fediverse

struct ServerProfileTests {
  private let now = Timestamp(seconds: 1_700_000_000)

  private func wholeProfile() throws -> ServerProfile {
    let server = try ServerAddress("example.org")
    let base = try ServerAddress("social.example.org")
    let instance = try Instance(
      json: [
        "domain": "example.org", "version": "4.4.0+glitch", "api_versions": ["mastodon": 6],
        "configuration": [
          "urls": ["streaming": "wss://stream.example.org"],
          "statuses": ["max_characters": 1, "characters_reserved_per_url": 2, "max_media_attachments": 3],
          "polls": ["max_options": 4, "max_characters_per_option": 5],
          "media_attachments": [
            "image_size_limit": 6, "video_size_limit": 7, "description_limit": 8, "supported_mime_types": ["image/png"],
          ],
        ],
      ])
    let oauth = OAuthMetadata(json: Self.metadata, of: base)
    let info = try NodeInfo(json: ["software": ["name": "mastodon", "version": "4.4.0+glitch"]])
    var profile = ServerProfile(of: server, at: base, nodeInfo: info, instance: instance, oauth: oauth, madeAt: now)
    profile.learned = [
      .quotes: .init(isSupported: true, learnedAt: now), .lists: .init(isSupported: false, learnedAt: now),
    ]
    return profile
  }

  private static let metadata: JSON = [
    "issuer": "https://social.example.org/", "authorization_endpoint": "https://social.example.org/oauth/authorize",
    "token_endpoint": "https://social.example.org/oauth/token",
    "userinfo_endpoint": "https://example.org/oauth/userinfo",
    "revocation_endpoint": "https://social.example.org/oauth/revoke",
    "app_registration_endpoint": "https://social.example.org/api/v1/apps", "scopes_supported": ["read", "write"],
    "grant_types_supported": ["authorization_code"], "response_types_supported": ["code"],
    "code_challenge_methods_supported": ["S256"],
  ]

  @Test func profilesSurviveTheirCache() throws {
    let profile = try wholeProfile()
    let read = try #require(ServerProfile(json: try JSON(parsing: profile.json.text)))
    #expect(read == profile && read.json == profile.json && read.variant == "glitch" && read.limits.pollOptions == 4)
    #expect(read.softwareVersion?.text == "4.4.0+glitch" && read.oauth?.supportsPKCE == true)
    #expect(read.oauth?.appRegistrationEndpoint?.path == "/api/v1/apps" && read.learned.count == 2)
    let bare = ServerProfile(assuming: .unknown, of: try ServerAddress("localhost:3000"), at: now)
    #expect(ServerProfile(json: bare.json) == bare)
  }

  @Test func unknownMembersAreLeftAside() throws {
    let profile = try wholeProfile()
    var later = OddValues.object(profile.json, with: "later", as: ["x": 1])
    let facts = OddValues.object(try #require(later["learned"]), with: "a-later-feature", as: ["has": true, "at": 1])
    later = OddValues.object(later, with: "learned", as: facts)
    #expect(ServerProfile(json: later) == profile)
  }

  @Test(arguments: ["format", "server", "apiBase", "flavour", "madeAt", "limits"])
  func damagedCachesAreNone(_ name: String) throws {
    let json = try wholeProfile().json
    #expect(ServerProfile(json: OddValues.object(json, with: name, as: nil)) == nil)
    for odd in OddValues.all where !(name == "limits" && odd.object != nil) && !(name == "madeAt" && odd.int != nil) {
      #expect(ServerProfile(json: OddValues.object(json, with: name, as: odd)) == nil, "\(name): \(odd)")
    }
  }

  @Test(arguments: ["https://evil.example", "http://social.example.org", "http://localhost"])
  func aCacheCannotLeadToAnotherHouse(_ base: JSON) throws {
    #expect(ServerProfile(json: OddValues.object(try wholeProfile().json, with: "apiBase", as: base)) == nil)
  }

  @Test(
    arguments: [
      (0, true), (86_399, true), (86_400, false), (-1, false), (1 << 55, false),
    ] as [(Int, Bool)])
  func profilesAgeInADay(_ age: Int, _ isFresh: Bool) throws {
    let later = Timestamp(seconds: now.seconds + age)
    #expect(try wholeProfile().isFresh(at: later) == isFresh)
  }

  @Test func whatWasLearnedCountsForAWeek() throws {
    let profile = try wholeProfile()
    let week = Timestamp(seconds: now.seconds + 7 * 86_400)
    let before = Timestamp(seconds: week.seconds - 1)
    #expect(profile.supports(.quotes, at: before) == .yes(.response(now)))
    #expect(profile.supports(.lists, at: before) == .no(.response(now)))
    #expect(
      profile.supports(.quotes, at: week) == .no(.software) && profile.supports(.lists, at: week) == .yes(.software))
    #expect(profile.refusal(of: .quotes, at: before) == nil)
    #expect(
      profile.refusal(of: .lists, at: before)
        == "Mastodon 4.4.0+glitch cannot keep lists of accounts, according to its response on 2023-11-14")
  }

  @Test func learningTheSameAgainChangesNothingForADay() throws {
    let profile = try wholeProfile()
    let hour = Timestamp(seconds: now.seconds + 3600)
    #expect(profile.learning(.quotes, true, at: hour) == nil)
    #expect(profile.learning(.quotes, false, at: hour)?.supports(.quotes, at: hour) == .no(.response(hour)))
    let day = Timestamp(seconds: now.seconds + 86_400)
    #expect(profile.learning(.quotes, true, at: day)?.learned[.quotes]?.learnedAt == day)
  }

  @Test func factsAreForgottenWhenTheSoftwareChanges() throws {
    let old = try wholeProfile()
    var new = old
    new.learned = [.lists: .init(isSupported: true, learnedAt: now)]
    #expect(new.keeping(old).learned[.lists]?.isSupported == true && new.keeping(old).learned[.quotes] != nil)
    new.softwareVersion = SoftwareVersion("4.5.0")
    #expect(new.keeping(old).learned.count == 1 && new.keeping(nil) == new)
  }

  @Test func aFlavorCanBeAssumed() throws {
    let profile = try wholeProfile()
    let assumed = profile.assuming(.gotosocial)
    #expect(assumed.flavor == .gotosocial && assumed.softwareVersion == nil && assumed.variant == nil)
    #expect(assumed.supports(.exports) == .yes(.software) && assumed.limits == profile.limits)
    #expect(profile.assuming(.mastodon) == profile)
  }

  @Test(
    arguments: [
      ("https://social.example.org/x", true), ("https://other.example.org/x", true), ("https://example.org/x", true),
      ("https://evil.example/x", false), ("http://social.example.org/x", false), ("http://localhost/x", false),
      ("https://example.org.evil.example/x", false), ("https://u:p@example.org/x", false), ("/x", false),
      ("https://notexample.org/x", false), ("", false),
    ])
  func endpointsOfOtherHousesAreDropped(_ text: String, _ isKept: Bool) throws {
    let json: JSON = ["token_endpoint": .string(text), "revocation_endpoint": 7]
    let metadata = OAuthMetadata(json: json, of: try ServerAddress("social.example.org"))
    #expect((metadata?.tokenEndpoint?.description == text) == isKept && metadata?.revocationEndpoint == nil)
  }

  @Test func aProfileTellsNoSecret() throws {
    let text = try wholeProfile().json.text
    #expect(!text.contains("token\":\"") && !text.contains("secret") && !text.contains("Bearer"))
  }
}
