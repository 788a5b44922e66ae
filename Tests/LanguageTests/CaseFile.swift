import Glibc
import JSONValue
import Testing

/// A file that lies beside the tests.
enum CaseFile {
  /// The bytes of a file below `Cases`.
  static func bytes(_ path: String, beside file: StaticString = #filePath) throws -> [UInt8] {
    let folder = "\(file)".split(separator: "/").dropLast().joined(separator: "/")
    let stream = try #require(fopen("/\(folder)/Cases/\(path)", "r"), "no file Cases/\(path)")
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    while true {
      let byte = getc(stream)
      guard byte != EOF else { return bytes }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
  }

  /// The rows of a file of JSON Lines.
  static func rows(_ path: String) throws -> [JSON] {
    try bytes(path).split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: Array($0)) }
  }
}

/// One row of the project's cases of the language.
struct LanguageCase: CustomTestStringConvertible, Sendable {
  let row: JSON

  /// The rows of a phase.
  static func all(_ phase: String) throws -> [LanguageCase] {
    try CaseFile.rows("language.jsonl").filter { $0["phase"]?.string == phase }.map(LanguageCase.init)
  }

  var input: String { row["in"]?.string ?? "" }
  var error: String? { row["error"]?.string }
  var span: [Int]? { row["span"]?.array?.compactMap(\.int) }
  var near: [String]? { row["near"]?.array?.compactMap(\.string) }
  var testDescription: String { "\(row["id"]?.string ?? "?") \(row["note"]?.string ?? "")" }
}
