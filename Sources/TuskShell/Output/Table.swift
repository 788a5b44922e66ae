import JSONValue
import XCallbackURL

/// Records for a person: a row each, as many columns as the terminal holds.
struct Table {
  let width: Int
  let paint: (String, String) -> String

  func text(of records: Records) -> String {
    guard !records.rows.isEmpty else { return "" }
    let columns = fitting(records.fields.map { column($0, records.rows) }.filter { !$0.isEmpty })
    let heading = columns.map { $0.cell($0.field.name) }.joined(separator: "  ")
    let rows = records.rows.indices.map { index in
      columns.map { $0.cell($0.texts[index]) }.joined(separator: "  ")
    }
    return ([paint(heading.withoutTrailingBlanks, "2")] + rows.map(\.withoutTrailingBlanks)).map { $0 + "\n" }.joined()
  }

  private struct Column {
    let field: Signature.ResultField
    let texts: [String]
    var width: Int

    var isEmpty: Bool { texts.allSatisfy(\.isEmpty) }

    func cell(_ text: String) -> String {
      field.kind == .integer ? text.leftPadded(toCells: width) : text.padded(toCells: width)
    }
  }

  private func column(_ field: Signature.ResultField, _ rows: [JSON.Object]) -> Column {
    let texts = rows.map { TerminalText.field($0[field.name]?.shown(as: field.kind) ?? "") }
    let widest = (texts + [field.name]).map(\.cellWidth).max() ?? 0
    return Column(field: field, texts: texts, width: min(widest, field.kind == .prose ? 60 : 40))
  }

  /// The first columns that fit; the last one takes what is left, because a cut text says more than none.
  private func fitting(_ columns: [Column]) -> [Column] {
    var rest = width
    var fitting: [Column] = []
    for var column in columns {
      let gap = fitting.isEmpty ? 0 : 2
      guard rest - gap >= min(column.width, 8) else { break }
      column.width = min(column.width, rest - gap)
      rest -= column.width + gap
      fitting.append(column)
    }
    return fitting
  }
}

extension String {
  fileprivate var withoutTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
