import JSONValue
import Testing

@testable import Fediverse

/// What real servers run, by what they say of themselves.
@Suite(.enabled(if: KeptSamples.all != nil))
struct FlavorSampleTests {
  private func samples(of entities: Set<String>) throws -> [(name: String, flavor: Flavor?, json: JSON)] {
    try #require(KeptSamples.all).samples(of: entities).map { sample in
      (sample.name, Flavor(rawValue: String(sample.flavor.prefix { $0 != " " })), sample.json)
    }
  }

  @Test func nodeInfoNamesTheFlavor() throws {
    let samples = try samples(of: ["NodeInfo"])
    #expect(samples.count >= 12)
    for (name, flavor, json) in samples {
      let info = try NodeInfo(json: json)
      #expect(flavor != nil && Flavor(softwareName: info.softwareName) == flavor, "\(name)")
      #expect(info.softwareVersion.flatMap(SoftwareVersion.init) != nil, "\(name)")
    }
  }

  @Test func theDescriptionAloneShowsTheFlavor() throws {
    let samples = try samples(of: ["V1::Instance", "Instance(v2)"])
    #expect(samples.count >= 21)
    for (name, flavor, json) in samples {
      let instance = try Instance(json: json)
      #expect(flavor != nil && Software(describing: instance).flavor == flavor, "\(name)")
      #expect(SoftwareVersion(VersionLine(instance.version).ownVersion) != nil, "\(name)")
    }
  }
}
