import TuskCommon
import XCallbackURL

/// Help on records: their fields, the types of these, and the verbs that return them.
extension HelpText {
  /// Every kind of record, by name.
  var records: [(name: String, page: String)] {
    catalog.records.values.sorted { $0.name < $1.name }.map { ($0.name, page(of: $0)) }
  }

  /// The page of all records.
  var recordsPage: String {
    records.map { "\($0.name)\n\n\($0.page)" }.joined(separator: "\n")
  }

  private func page(of shape: RecordShape) -> String {
    let names = shape.described.map(\.0)
    let column = names.map(\.cellWidth).max() ?? 0
    let fields = zip(shape.fields.filter { $0.replacement == nil }, names).map { field, name in
      ("\(name.padded(toCells: column))  \(field.kind.words)", field.summary)
    }
    let verbs = catalog.signatures.filter { ($0.items?.record ?? $0.record)?.name == shape.name }.map(\.preferredVerb)
    let source = verbs.isEmpty ? "part of other records" : "from \(verbs.joined(separator: ", "))"
    return "  " + source.wrapped(toCells: width - 4).joined(separator: "\n    ") + "\n\n" + columns(fields)
  }
}

extension ValueKind {
  /// The type for people.
  fileprivate var words: String {
    switch self {
    case .identifier(let kind): "ID of \(kind.rawValue)"
    case .integer: "number"
    case .record(let name): "record \(name)"
    case .boolean: "boolean"
    case .list(let kind): "list of \(kind.words)"
    case .series: "list of number"
    case .time: "seconds"
    case .acct: "account name"
    case .url: "URL"
    case .text, .prose: "text"
    }
  }
}
