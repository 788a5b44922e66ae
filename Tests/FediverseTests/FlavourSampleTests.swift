import JSONValue
import Testing

@testable import Fediverse

/// What real servers run, by what they say of themselves.
@Suite(.enabled(if: KeptSamples.all != nil))
struct FlavourSampleTests {
  private func samples(of entities: Set<String>) throws -> [(name: String, flavour: Flavour?, json: JSON)] {
    try #require(KeptSamples.all).samples(of: entities).map { sample in
      (sample.name, Flavour(rawValue: String(sample.flavour.prefix { $0 != " " })), sample.json)
    }
  }

  @Test func nodeInfoNamesTheFlavour() throws {
    let samples = try samples(of: ["NodeInfo"])
    #expect(samples.count >= 12)
    for (name, flavour, json) in samples {
      let info = try NodeInfo(json: json)
      #expect(flavour != nil && Flavour(softwareName: info.softwareName) == flavour, "\(name)")
      #expect(info.softwareVersion.flatMap(SoftwareVersion.init) != nil, "\(name)")
    }
  }

  @Test func theDescriptionAloneShowsTheFlavour() throws {
    let samples = try samples(of: ["V1::Instance", "Instance(v2)"])
    #expect(samples.count >= 21)
    for (name, flavour, json) in samples {
      let instance = try Instance(json: json)
      #expect(flavour != nil && Software(describing: instance).flavour == flavour, "\(name)")
      #expect(SoftwareVersion(VersionLine(instance.version).ownVersion) != nil, "\(name)")
    }
  }
}
