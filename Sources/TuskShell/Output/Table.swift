import JSONValue
import XCallbackURL

/// Records for a person: a row each, as many columns as the terminal holds.
struct Table {
  let width: Int
  let paint: (String, String) -> String

  func text(of records: Records) -> String {
    guard !records.rows.isEmpty else { return "nothing found\n" }
    // One long text is what a row can hold.
    let prose = records.fields.first { $0.kind == .prose }?.name
    let fields = records.fields.filter { $0.kind != .prose || $0.name == prose }
    let columns = fitting(fields.map { column($0, records.rows, prose != nil) }.filter { !$0.isEmpty })
    let heading = columns.map { $0.cell($0.field.name) }.joined(separator: "  ")
    let rows = records.rows.indices.map { index in
      columns.map { $0.cell($0.texts[index]) }.joined(separator: "  ")
    }
    return ([paint(heading.withoutTrailingBlanks, "2")] + rows.map(\.withoutTrailingBlanks)).map { $0 + "\n" }.joined()
  }

  private struct Column {
    let field: Signature.ResultField
    let texts: [String]
    let width: Int

    /// Whether the start of a value says something.
    var canBeCut: Bool {
      switch field.kind {
      case .text, .prose, .acct: true
      case .integer, .boolean, .time, .url, .identifier: false
      }
    }

    var isEmpty: Bool { texts.allSatisfy(\.isEmpty) }

    func cell(_ text: String) -> String {
      field.kind == .integer ? text.leftPadded(toCells: width) : text.padded(toCells: width)
    }
  }

  private func column(_ field: Signature.ResultField, _ rows: [JSON.Object], _ hasProse: Bool) -> Column {
    let texts = rows.map { TerminalText.field($0[field.name]?.shown(as: field.kind) ?? "") }
    let widest = (texts + [field.name]).map(\.cellWidth).max() ?? 0
    let limit =
      switch field.kind {
      case .prose: 60
      case .acct where hasProse: 16
      case .text where hasProse: 14
      default: 40
      }
    return Column(field: field, texts: texts, width: min(widest, limit))
  }

  /// The columns in their order that fit beside the text, which takes what is left; half an identifier is no use, and
  /// a name may be cut.
  private func fitting(_ columns: [Column]) -> [Column] {
    let prose = columns.firstIndex { $0.field.kind == .prose }
    var rest = width - (prose.map { min(columns[$0].width, Self.leastProse) } ?? 0)
    var fitting: [Int: Int] = [:]
    for (index, column) in columns.enumerated() where index != prose {
      let gap = fitting.isEmpty && prose == nil ? 0 : 2
      let least = column.canBeCut ? min(column.width, 12) : column.width
      guard rest - gap >= least else { continue }
      fitting[index] = min(column.width, rest - gap)
      rest -= (fitting[index] ?? 0) + gap
    }
    if let prose { fitting[prose] = min(columns[prose].width, max(rest + Self.leastProse, 1)) }
    return columns.indices.compactMap { index in
      fitting[index].map { Column(field: columns[index].field, texts: columns[index].texts, width: $0) }
    }
  }

  private static let leastProse = 24
}

extension String {
  fileprivate var withoutTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
