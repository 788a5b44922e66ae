import JSONValue
import XCallbackURL

/// Records for other programs: a list is a line a record, a single record a line a field, with tabs between.
///
/// Newlines, tabs and backslashes inside a value are written `\n`, `\t` and `\\`, so that a line is a record.
enum TabSeparated {
  static func text(of records: Records) -> String {
    records.rows.map { row in
      guard records.isCard else {
        return records.fields.map { escaped(row[$0.name], $0.kind) }.joined(separator: "\t") + "\n"
      }
      return records.fields.compactMap { field in
        row[field.name].map { "\(field.name)\t\(escaped($0, field.kind))\n" }
      }.joined()
    }.joined()
  }

  private static func escaped(_ value: JSON?, _ kind: ValueKind) -> String {
    switch kind {
    case .record, .list: value.map { field($0.shown(as: kind)) } ?? ""
    default: value.map { field($0.string ?? $0.text) } ?? ""
    }
  }

  /// A text as one field.
  static func field(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      default: String(scalar)
      }
    }.joined()
    return TerminalText.field(escaped)
  }
}
