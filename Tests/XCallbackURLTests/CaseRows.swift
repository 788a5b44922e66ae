import JSONValue
import Testing

@testable import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One row of `Cases/xcallback.jsonl`.
struct CaseRow: CustomTestStringConvertible, Sendable {
  let json: JSON
  var testDescription: String { json["id"]?.string ?? "row" }

  static func rows(of kind: String) throws -> [CaseRow] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Cases/xcallback.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map { CaseRow(json: try JSON(parsing: String($0))) }.filter {
      $0.json["kind"]?.string == kind
    }
  }

  /// A row's field that every row has.
  func text(_ name: String) throws -> String {
    try #require(json[name]?.string)
  }

  /// Pairs written as `[["name", "value"], …]`, null for a name without `=`.
  func pairs(_ name: String) throws -> [CallbackURL.Pair] {
    try #require(json[name]?.array).map { pair in
      CallbackURL.Pair(try #require(pair[0]?.string), pair[1]?.string)
    }
  }
}
