import JSONValue
import TuskCommon
import XCallbackURL

/// One record for a person: one line per field, names on the left, long texts wrapped.
struct Card {
  let width: Int
  /// Whether nothing is drawn.
  var isPlain = false
  let paint: (String, String) -> String

  func text(of records: Records) -> String {
    records.rows.map { card($0, records.fields(of: $0)) }.joined(separator: "\n")
  }

  private func card(_ row: JSON.Object, _ fields: [Signature.ResultField]) -> String {
    let shown = fields.compactMap { field in row[field.name].map { (field, $0) } }
    let margin = shown.map(\.0.name.cellWidth).max() ?? 0
    return shown.map { field, value in
      let lines = value.shown(as: field.kind, isPlain: isPlain).split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { TerminalText.field(String($0)).wrapped(toCells: max(width - margin - 2, 20)) }
      return lines.enumerated().map { index, line in
        let name = (index == 0 ? field.name : "").padded(toCells: margin)
        guard !line.isEmpty else { return (index == 0 ? paint(field.name, "2") : "") + "\n" }
        return paint(name, "2") + "  " + line + "\n"
      }.joined()
    }.joined()
  }
}
