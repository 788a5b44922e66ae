import JSONValue
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Answers of real servers, in a folder that the variable `TUSK_FIXTURES` names: an `index.tsv` of file, entity and
/// flavor, and the files.
struct KeptSamples {
  private let folder: String

  /// The samples; `nil` where no folder is named.
  static let all = getenv("TUSK_FIXTURES").map { KeptSamples(folder: String(cString: $0)) }

  /// A row of the index, and what its file holds.
  struct Sample {
    let name: String
    let entity: String
    let flavor: String
    let json: JSON
  }

  /// The samples of an entity, or of all where none is named.
  func samples(of entities: Set<String>? = nil) throws -> [Sample] {
    let index = String(decoding: try bytes("index.tsv"), as: UTF8.self)
    return try index.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count > 2, entities?.contains(columns[1]) ?? true else { return nil }
      return Sample(
        name: columns[0], entity: columns[1], flavor: columns[2], json: try JSON(parsing: bytes(columns[0])))
    }
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen("\(folder)/\(name)", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
  }
}
