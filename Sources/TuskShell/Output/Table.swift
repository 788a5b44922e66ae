import JSONValue
import TuskCommon
import XCallbackURL

/// Records for a person: one row each, with as many columns as fit the terminal.
struct Table {
  let width: Int
  /// The number of the first row; `nil` where rows have no numbers.
  var firstNumber: Int?
  /// The numbers of the rows that are marked as new.
  var newNumbers: Set<Int> = []
  /// Whether nothing is drawn.
  var isPlain = false
  /// Whether the columns of the page above are kept as they are, without new ones.
  var keepsColumns = false
  let paint: (String, String) -> String

  /// The columns of a table and their widths.
  struct Layout: Sendable, Hashable {
    fileprivate struct Column: Sendable, Hashable {
      let name: String
      let width: Int
    }

    fileprivate let columns: [Column]

    fileprivate func width(of name: String) -> Int? {
      columns.first { $0.name == name }?.width
    }
  }

  /// What a person reads in place of a list without rows.
  static let nothing = "nothing found\n"

  func text(of records: Records) -> String {
    page(of: records, below: nil).text
  }

  /// The rows and their layout.
  ///
  /// - Parameter layout: the layout of the previous page. Columns only grow; if none has to, the header is not
  ///   repeated. Where columns are kept, only those grow that must not be cut.
  func page(of records: Records, below layout: Layout?) -> (text: String, layout: Layout?) {
    guard !records.rows.isEmpty else { return (Self.nothing, nil) }
    // A row has room for only one long text.
    let prose = records.fields.first { $0.kind == .prose }?.name
    let fields = records.fields.filter { $0.kind != .prose || $0.name == prose }
    guard !isPlain else { return (sentences(on: records.rows, fields), nil) }
    var told: [Column] = []
    for field in fields {
      let above = layout?.width(of: field.name)
      guard above != nil || layout == nil || !keepsColumns else { continue }
      var column = column(field, records.rows, prose != nil, atLeast: above ?? 0)
      if keepsColumns, let above, column.canBeCut { column.width = above }
      if above != nil || !column.isEmpty && !told.contains(where: { $0.says(sameAs: column) }) { told.append(column) }
    }
    let numbers = firstNumber.map { first in
      records.rows.indices.map { (first + $0).rowMargin(isNew: newNumbers.contains(first + $0)) }
    }
    let margin = numbers?.last?.cellWidth ?? 0
    let columns = fitting(told, in: width - margin)
    let found = Layout(columns: columns.map { Layout.Column(name: $0.field.name, width: $0.width) })
    let heading = columns.map { $0.cell($0.field.name) }.joined(separator: "  ")
    let rows = records.rows.indices.map { index in
      (numbers.map { paint($0[index].leftPadded(toCells: margin), "2") } ?? "")
        + columns.map { $0.cell($0.texts[index]) }.joined(separator: "  ")
    }
    let indent = String(repeating: " ", count: margin)
    let names = found == layout ? [] : [paint((indent + heading).withoutTrailingBlanks, "2")]
    return ((names + rows.map(\.withoutTrailingBlanks)).map { $0 + "\n" }.joined(), found)
  }

  /// A sentence on each row: the names of its fields, each with what it is.
  private func sentences(on rows: [JSON.Object], _ fields: [Signature.ResultField]) -> String {
    rows.enumerated().map { index, row in
      let facts = fields.compactMap { field -> String? in
        let text = TerminalText.field(row[field.name]?.shown(as: field.kind, isPlain: true) ?? "")
        return text.isEmpty ? nil : "\(field.name) \(text)"
      }
      let number = firstNumber.map { ($0 + index).plainMargin(isNew: newNumbers.contains($0 + index)) } ?? ""
      let sentence = number + facts.joined(separator: ", ") + "."
      return sentence.wrapped(toCells: max(width, 20)).joined(separator: "\n") + "\n"
    }.joined()
  }

  private struct Column {
    let field: Signature.ResultField
    let texts: [String]
    var width: Int

    /// Whether the column is still useful when cut: a name that another command needs is not.
    var canBeCut: Bool {
      switch field.kind {
      case .text where field.isID: false
      case .text, .prose, .list: true
      case .integer, .boolean, .time, .url, .identifier, .acct, .record, .series: false
      }
    }

    var isEmpty: Bool { texts.allSatisfy(\.isEmpty) }

    /// Whether it has the same records: the account that posted a status is usually its author.
    func says(sameAs other: Column) -> Bool {
      guard case .record = field.kind else { return false }
      return field.kind == other.field.kind && texts == other.texts
    }

    func cell(_ text: String) -> String {
      field.kind == .integer ? text.leftPadded(toCells: width) : text.padded(toCells: width)
    }
  }

  private func column(
    _ field: Signature.ResultField, _ rows: [JSON.Object], _ hasProse: Bool, atLeast width: Int
  ) -> Column {
    let texts = rows.map { TerminalText.field($0[field.name]?.shown(as: field.kind, isPlain: isPlain) ?? "") }
    let widest = (texts + [field.name]).map(\.cellWidth).max() ?? 0
    let limit =
      switch field.kind {
      case .prose: 60
      case .acct, .record: 48
      case .text where hasProse && !field.isID: 14
      default: 40
      }
    return Column(field: field, texts: texts, width: max(min(widest, limit), width))
  }

  /// The columns that fit beside the text column, in order. Texts may be cut; what identifies may not,
  /// because half of it is useless.
  private func fitting(_ columns: [Column], in width: Int) -> [Column] {
    let prose = columns.firstIndex { $0.field.kind == .prose }
    let kept = prose.map { min(columns[$0].width, Self.leastProse) } ?? 0
    var rest = width - kept
    var fitting: [Int: Int] = [:]
    for (index, column) in columns.enumerated() where index != prose {
      let gap = fitting.isEmpty && prose == nil ? 0 : 2
      let least = column.canBeCut ? min(column.width, 12) : column.width
      guard rest - gap >= least else { continue }
      fitting[index] = min(column.width, rest - gap)
      rest -= (fitting[index] ?? 0) + gap
    }
    if let prose { fitting[prose] = min(columns[prose].width, max(rest + kept, 1)) }
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

extension Signature.ResultField {
  /// Whether it identifies the row, as an identifier of some kind.
  fileprivate var isID: Bool { name == "id" }
}
