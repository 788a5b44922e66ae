import JSONValue
import XCallbackURL

/// Records for other programs, separated by tabs: one line per record of a list, one line per field of a single record.
///
/// Newlines, tabs and backslashes in values are written `\n`, `\t` and `\\`, so that each record is one line.
enum TabSeparated {
  static func text(of records: Records) -> String {
    records.rows.map { row in
      guard records.isCard else {
        let fields = records.fields.filter { !$0.isAppended } + records.fields.filter(\.isAppended)
        return fields.map { escaped(row[$0.name], $0.kind) }.joined(separator: "\t") + "\n"
      }
      return records.fields(of: row).compactMap { field in
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
