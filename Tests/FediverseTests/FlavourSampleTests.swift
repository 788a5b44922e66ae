import JSONValue
import Testing

@testable import Fediverse

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Answers of real servers, from a folder that the variable `TUSK_FIXTURES` or `FEDIVERSE_FIXTURES` names: an
/// `index.tsv` of file, entity and flavour, and the files.
private let folder = (getenv("TUSK_FIXTURES") ?? getenv("FEDIVERSE_FIXTURES")).map { String(cString: $0) }

@Suite(.enabled(if: folder != nil))
struct FlavourSampleTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen("\(folder ?? "")/\(name)", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
  }

  private func samples(of entities: Set<String>) throws -> [(name: String, flavour: Flavour?, json: JSON)] {
    let index = String(decoding: try bytes("index.tsv"), as: UTF8.self)
    return try index.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count > 2, entities.contains(columns[1]) else { return nil }
      let flavour = Flavour(rawValue: String(columns[2].prefix { $0 != " " }))
      return (columns[0], flavour, try JSON(parsing: bytes(columns[0])))
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
