import JSONValue
import Testing

@testable import Fediverse

/// Which software a server is taken to run, from samples made up after the manners of each.
struct FlavorTests {
  @Test(
    arguments: [
      ("mastodon", .mastodon, nil), ("Hometown", .mastodon, "hometown"), ("glitch", .mastodon, "glitch"),
      ("fedibird", .mastodon, "fedibird"), ("ecko", .mastodon, "ecko"), ("pleroma", .pleroma, nil),
      ("rebased", .pleroma, "rebased"), ("soapbox", .pleroma, "rebased"), ("Akkoma", .akkoma, nil),
      ("pixelfed", .pixelfed, nil), ("friendica 'Yellow Archangel'", .friendica, nil), ("gotosocial", .gotosocial, nil),
      ("firefish", .firefish, nil), ("calckey", .firefish, "calckey"), ("catodon", .catodon, nil),
      ("iceshrimp", .iceshrimp, nil), ("Iceshrimp.NET", .iceshrimpNET, nil), ("Iceshrimp.NET/2024", .iceshrimpNET, nil),
      ("sharkey", .sharkey, nil), ("misskey", .misskey, nil), ("foundkey", .misskey, "foundkey"),
      ("mitra", .mitra, nil), ("takahe", .takahe, nil), ("snac", .snac, nil), ("hollo", .hollo, nil),
      ("ditto", .ditto, nil), ("smithereen", .smithereen, nil), ("bonfire", .bonfire, nil), ("toki", .toki, nil),
    ] as [(String, Flavor, String?)])
  func namesMeanSoftware(_ name: String, _ flavor: Flavor, _ variant: String?) {
    #expect(Software(name: name) == Software(flavor: flavor, variant: variant))
    #expect(Flavor(softwareName: " \(name.uppercased()) ") == flavor)
  }

  @Test(arguments: ["", " ", "/", "unknown", "wordpress", "mastodonish", "the server"])
  func strangeNamesMeanNothing(_ name: String) {
    #expect(Software(name: name) == nil && Flavor(softwareName: name) == .unknown)
  }

  @Test func everyFlavorHasATitleOfItsOwn() {
    #expect(Set(Flavor.allCases.map(\.title)).count == Flavor.allCases.count)
  }

  @Test(arguments: [
    ("4.2.1", "4.2.1", nil, nil), ("2.7.2 (compatible; Akkoma 3.10.4-0-g1)", "2.7.2", "Akkoma", "3.10.4-0-g1"),
    ("4.2.1 (compatible; Iceshrimp.NET/2024.1-beta2.x3+e1)", "4.2.1", "Iceshrimp.NET", "2024.1-beta2.x3+e1"),
    ("4.0 (compatible; Snac)", "4.0", "Snac", nil), (" 4.0 (compatible; )", "4.0", nil, nil),
    ("(compatible; Toki 0.1", "", "Toki", "0.1"), ("2.8.0 (compatible; A B C)", "2.8.0", "A", "B C"),
    ("", "", nil, nil),
    ("1 (compatible;", "1", nil, nil), ("4.3.0 (other)", "4.3.0 (other)", nil, nil),
  ])
  func versionLinesComeApart(_ text: String, _ claimed: String, _ software: String?, _ version: String?) {
    let line = VersionLine(text)
    #expect(line.claimed == claimed && line.software == software && line.softwareVersion == version)
  }

  @Test(
    arguments: [
      // By name, whatever else is there.
      (#"{"version":"2.7.2 (compatible; Akkoma 3.10.4)","pleroma":{}}"#, .akkoma, nil),
      (#"{"version":"4.2.1 (compatible; Iceshrimp.NET/2024.1)"}"#, .iceshrimpNET, nil),
      (#"{"version":"4.2.1 (compatible; Iceshrimp 2023.12.1)"}"#, .iceshrimp, nil),
      (#"{"version":"3.0.0 (compatible; Calckey 13.1)"}"#, .firefish, "calckey"),
      (#"{"version":"2.7.2 (compatible; Pleroma 2.5.50+soapbox)"}"#, .pleroma, "rebased"),
      (#"{"version":"3.5.3 (compatible; Pixelfed 0.12.3)"}"#, .pixelfed, nil),
      (#"{"version":"4.0.0 (compatible; Whatever 1.0)"}"#, .unknown, nil),
      // By members that only one of them has.
      (#"{"version":"2.7.2","pleroma":{"metadata":{}}}"#, .pleroma, nil),
      (#"{"version":"2022.05-dev","friendica":{"version":"2022.05"}}"#, .friendica, nil),
      (#"{"version":"0.16.0","contact":{"account":{"id":"01HVK8Y0000000000000000000"}}}"#, .gotosocial, nil),
      (#"{"version":"0.9.0","contact_account":{"id":"01HVK8Y0000000000000000000"}}"#, .gotosocial, nil),
      (#"{"version":"3.3.0","source_url":"https://codeberg.example/them/gotosocial"}"#, .gotosocial, nil),
      // Mastodon and its kin.
      (#"{"version":"4.2.1","contact_account":{"id":"1"}}"#, .mastodon, nil),
      (#"{"version":"4.5.0-nightly.2025-10-30","source_url":"https://github.com/mastodon/mastodon"}"#, .mastodon, nil),
      (#"{"version":"4.3.0-alpha.3+glitch","max_toot_chars":9000}"#, .mastodon, "glitch"),
      (
        #"{"version":"4.0.6+hometown-1.1.1","source_url":"https://github.com/hometown/hometown"}"#, .mastodon,
        "hometown"
      ),
      // Nobody knows.
      (#"{"version":"0.3.1"}"#, .unknown, nil), (#"{"version":"2022.05-dev"}"#, .unknown, nil),
      (#"{"version":"3.0.0","max_toot_chars":5000}"#, .unknown, nil), (#"{"version":""}"#, .unknown, nil),
      ("{}", .unknown, nil), (#"{"version":"good"}"#, .unknown, nil),
      (#"{"version":[],"pleroma":null}"#, .unknown, nil),
      (#"{"version":"9.1","contact_account":{"id":"91HVK8Y0000000000000000000"}}"#, .mastodon, nil),
    ] as [(String, Flavor, String?)])
  func descriptionsShowTheirSoftware(_ text: String, _ flavor: Flavor, _ variant: String?) throws {
    let json = OddValues.object(try JSON(parsing: text), with: "uri", as: "a.example")
    let software = Software(describing: try Instance(json: json))
    #expect(software == Software(flavor: flavor, variant: variant))
  }

  @Test func strangeNamesInNodeInfoMayBeExplainedByTheDescription() throws {
    let nodeInfo = try NodeInfo(json: ["software": ["name": "ourfork", "version": "1.0"]])
    let profile = { (version: JSON) throws -> ServerProfile in
      let server = try ServerAddress("a.example")
      let instance = try Instance(json: ["uri": "a.example", "version": version])
      return ServerProfile(
        of: server, at: server, nodeInfo: nodeInfo, instance: instance, oauth: nil, madeAt: Timestamp(seconds: 0))
    }
    #expect(try profile("2.7.2 (compatible; Pleroma 2.5.0)").flavor == .pleroma)
    let strange = try profile("4.2.1")
    #expect(strange.flavor == .unknown && strange.softwareTitle == "ourfork 1.0")
  }

  @Test func versionsComeFromTheBestSource() throws {
    let server = try ServerAddress("a.example")
    let version = { (nodeInfo: JSON?, line: JSON) throws -> String? in
      let info = try nodeInfo.map { try NodeInfo(json: ["software": ["name": "akkoma", "version": $0]]) }
      let instance = try Instance(json: ["uri": "a.example", "version": line])
      return ServerProfile(
        of: server, at: server, nodeInfo: info, instance: instance, oauth: nil, madeAt: Timestamp(seconds: 0)
      ).softwareVersion?.text
    }
    #expect(try version("3.12.2", "2.7.2 (compatible; Akkoma 3.10.4)") == "3.12.2")
    #expect(try version(nil, "2.7.2 (compatible; Akkoma 3.10.4)") == "3.10.4")
    #expect(try version(nil, "2.7.2 (compatible; Akkoma)") == nil)
    #expect(try version(nil, "4.2.1") == "4.2.1")
    #expect(try version(JSON.null, "4.2.1") == "4.2.1")
  }
}
