import JSONValue
import Testing

@testable import Fediverse

/// Detection on what no server should send.
struct DetectionFuzzTests {
  /// Samples whose members are replaced one by one and by chance.
  private static let samples: [JSON] = [
    [
      "uri": "a.example", "version": "2.7.2 (compatible; Pleroma 2.5.0)", "pleroma": ["metadata": [:]],
      "contact_account": ["id": "01HVK8Y0000000000000000000"], "source_url": "https://a.example/gotosocial",
      "max_toot_chars": 500, "api_versions": ["mastodon": 2], "configuration": ["statuses": ["max_characters": 1]],
    ],
    [
      "software": ["name": "mastodon", "version": "4.3.0+glitch"], "usage": ["users": ["total": 1]], "metadata": [],
      "links": [["rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": "https://a.example/n"]],
    ],
    [
      "token_endpoint": "https://a.example/t", "scopes_supported": ["read"],
      "code_challenge_methods_supported": ["S256"],
      "format": 1, "server": "https://a.example", "apiBase": "https://a.example", "flavour": "mastodon", "madeAt": 1,
      "limits": [:], "learned": ["quotes": ["has": true, "at": 1]], "softwareVersion": "4.3.0",
    ],
  ]

  @Test(arguments: 0..<40 as Range<UInt64>)
  func mutatedDocumentsNeverCrash(_ seed: UInt64) throws {
    var chance = Chance(state: seed)
    for _ in 0..<50 {
      guard let sample = Self.samples.randomElement(using: &chance) else { continue }
      try detect(in: mutated(sample, &chance))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func randomVersionsNeverCrashAndKeepTheirOrder(_ seed: UInt64) {
    var chance = Chance(state: seed)
    var versions: [SoftwareVersion] = []
    for _ in 0..<40 {
      let text = text(&chance)
      let line = VersionLine(text)
      #expect(line.claimed.utf8.count <= text.utf8.count)
      if let version = SoftwareVersion(text) { versions.append(version) }
    }
    for left in versions {
      for right in versions {
        #expect([left < right, right < left, left == right].count { $0 } == 1, "\(left) and \(right)")
        #expect(left != right || left.hashValue == right.hashValue)
        #expect(left >= right || !left.isTowards(right) || left.numbers == right.numbers || left.isEarly)
      }
    }
    let sorted = versions.sorted()
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 <= $1 })
  }

  private func detect(in json: JSON) throws {
    let server = try ServerAddress("a.example")
    let url = WebURL(origin: server, target: "/")
    let instance = try? Instance(json: json)
    let info = try? NodeInfo(json: json)
    let link = (try? NodeInfoLinks(json: json))?.newest(at: url)
    #expect(link.map { $0.origin.isSameOrNestedDomain(as: server) && $0.origin.scheme == .https } ?? true)
    let now = Timestamp(seconds: 1)
    let profile = ServerProfile(
      of: server, at: server, nodeInfo: info, instance: instance, oauth: OAuthMetadata(json: json, of: server),
      madeAt: now)
    #expect(ServerProfile(json: profile.json) == profile)
    for profile in [profile, ServerProfile(json: json) ?? profile] {
      for feature in Feature.allCases {
        #expect((profile.refusal(of: feature, at: now) == nil) == profile.supports(feature, at: now).isPossible)
      }
    }
  }

  private func mutated(_ json: JSON, _ chance: inout Chance) -> JSON {
    if Int.random(in: 0..<12, using: &chance) == 0 {
      return Bool.random(using: &chance) ? .string(text(&chance)) : OddValues.all.randomElement(using: &chance) ?? nil
    }
    if let object = json.object {
      return .object(
        JSON.Object(object.members.map { (name: $0.name, value: mutated($0.value, &chance)) }.shuffled(using: &chance)))
    }
    return json.array.map { .array($0.map { mutated($0, &chance) }) } ?? json
  }

  private func text(_ chance: inout Chance) -> String {
    let pieces = [
      "4", ".", "3", "0", "-", "+", " ", "(compatible; ", ")", "/", "rc", "beta", "nightly", "dev", "glitch", "Akkoma",
      "\u{0}", "\u{202E}", "é", "9999999999999999999999", "v", ";", "\n", "00", "2024", "https://", "a.example", "@",
    ]
    let count = Int.random(in: 0..<10, using: &chance)
    return (0..<count).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
  }

  private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
