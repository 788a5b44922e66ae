import JSONValue
import TuskCommon
import XCallbackURL

/// Records as CSV (RFC 4180): a line of field names, then a line for each record.
enum CommaSeparated {
  /// - Parameter isContinued: whether the names have been printed already.
  static func text(of records: Records, isContinued: Bool) -> String {
    let names = isContinued ? [] : [records.fields.map { field($0.name) }]
    let rows = records.rows.map { row in
      records.fields.map { column in row[column.name].map { field($0.written(as: column.kind)) } ?? "" }
    }
    return (names + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// A text as one field, in quotes if it needs them, without what a terminal would execute.
  static func field(_ text: String) -> String {
    CSVField.quoted(TerminalText.block(text))
  }
}

extension JSON {
  /// The value for programs: a text as it is, everything else as in JSON, and a record by what spells it.
  func written(as kind: ValueKind) -> String {
    switch kind {
    case .record, .list: shown(as: kind)
    default: string ?? text
    }
  }
}
