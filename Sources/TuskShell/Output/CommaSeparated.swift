import JSONValue
import TuskCommon
import XCallbackURL

/// Records as CSV (RFC 4180): a line of field names, then a line for each record.
enum CommaSeparated {
  /// - Parameters:
  ///   - isContinued: whether the names have been printed already.
  ///   - isSafe: whether no spreadsheet may run a text.
  static func text(of records: Records, isContinued: Bool, isSafe: Bool = false) -> String {
    let names = isContinued ? [] : [records.fields.map { field($0.name, isSafe: isSafe) }]
    let rows = records.rows.map { row in
      records.fields.map { column in
        row[column.name].map { field($0.written(as: column.kind), isSafe: isSafe && !$0.isNumber) } ?? ""
      }
    }
    return (names + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// A text as one field, in quotes if it needs them, without what a terminal would execute.
  ///
  /// - Parameter isSafe: whether it gets a quote before it if a spreadsheet would run it as a formula.
  static func field(_ text: String, isSafe: Bool = false) -> String {
    let shown = TerminalText.block(text)
    guard isSafe else { return CSVField.quoted(shown) }
    let safe = startsFormula(shown) ? "'" + shown : shown
    let field = CSVField.quoted(safe)
    // Some spreadsheets separate fields by these, and would find a formula after one.
    return field == safe && safe.contains(where: { $0 == ";" || $0 == "\t" }) ? "\"\(safe)\"" : field
  }

  /// Whether a spreadsheet may run a text as a formula, by the signs that OWASP's page on CSV injection lists. Programs
  /// skip blanks before them.
  private static func startsFormula(_ text: String) -> Bool {
    let first = text.unicodeScalars.first
    let sign = text.unicodeScalars.first { !$0.properties.isWhitespace }
    return first == "\t" || first == "\r" || sign.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
  }
}

extension JSON {
  fileprivate var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  /// The value for programs: a text as it is, everything else as in JSON, and a record by what spells it.
  func written(as kind: ValueKind) -> String {
    switch kind {
    case .record, .list: shown(as: kind)
    default: string ?? text
    }
  }
}
