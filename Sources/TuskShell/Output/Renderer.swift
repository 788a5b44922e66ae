import JSONValue
package import TuskActions
package import TuskRuntime
import XCallbackURL

/// The one place where answers become text.
package struct Renderer: Sendable, Hashable {
  package var format: Format
  /// How wide a card or table may be, in cells.
  package var width: Int
  package var isColored: Bool

  package init(format: Format, width: Int = 80, isColored: Bool = false) {
    self.format = format
    self.width = width
    self.isColored = isColored
  }

  /// What answers look like.
  package enum Format: Sendable, Hashable {
    /// Cards and tables for a person at a terminal.
    case human
    /// Fields between tabs, for other programs.
    case tabs
    /// One JSON object a line.
    case json
    /// References that are input again, one a line.
    case ids
  }

  /// An answer as whole lines; empty where there is nothing to say.
  package func text(of result: ActionResult) -> String {
    guard let shape = result.signature.items, let items = result.items else {
      let records = Records(fields: result.signature.results, rows: [result.data], isCard: true, kind: nil)
      // Not every record says which one it is; who asked for it by its identifier knows.
      if format == .ids, records.references.isEmpty, let reference = result.subject { return reference + "\n" }
      return text(of: records)
    }
    return text(of: Records(fields: shape.fields, rows: items, isCard: false, kind: shape.kind))
  }

  /// Records to be shown, as whole lines.
  package func text(of presentation: Presentation) -> String {
    presentation.sections.map { section in
      let records = Records(
        fields: section.fields, rows: section.records, isCard: section.isCard, kind: section.kind)
      let body = text(of: records)
      guard format == .human, !section.title.isEmpty else { return body }
      return paint("\(section.title)\n", "1") + body
    }.joined(separator: format == .human && presentation.sections.count > 1 ? "\n" : "")
  }

  private func text(of records: Records) -> String {
    switch format {
    case .human where records.fields.isEmpty: "done\n"
    case .human where records.isCard: Card(width: width, paint: paint).text(of: records)
    case .human: Table(width: width, paint: paint).text(of: records)
    case .tabs: TabSeparated.text(of: records)
    case .json: records.rows.map { JSON.object(records.dated($0)).text + "\n" }.joined()
    case .ids: records.references.filter(\.isOneWord).map { TerminalText.field($0) + "\n" }.joined()
    }
  }

  private func paint(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension ActionResult {
  /// What was read by its identifier.
  fileprivate var subject: String? {
    guard case .read = signature.effect, let subject = signature.subject else { return nil }
    return url.pairs.first { $0.name == subject.id }?.value.map { "\(subject.kind.rawValue):\($0)" }
  }
}

extension String {
  /// Whether the text is read as one word again, whatever a server put into it.
  fileprivate var isOneWord: Bool {
    !isEmpty && unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
  }
}

/// Records of one kind, and what their fields are.
struct Records {
  let fields: [Signature.ResultField]
  let rows: [JSON.Object]
  let isCard: Bool
  let kind: ReferenceKind?

  /// The record with RFC 3339 beside every Unix time.
  func dated(_ row: JSON.Object) -> JSON.Object {
    let times = Set(fields.lazy.filter { $0.kind == .time }.map(\.name))
    return JSON.Object(
      row.members.flatMap { member in
        guard times.contains(member.name), let seconds = member.value.int else { return [member] }
        return [member, (name: member.name + "At", value: .string(Moment(seconds: seconds).rfc3339))]
      })
  }

  /// What names each record: its identifier with its kind, or else a user name, or else an address.
  var references: [String] {
    rows.compactMap { row in
      if let kind, let id = row["id"]?.string { return "\(kind.rawValue):\(id)" }
      return fields.compactMap { reference($0, row) }.min { $0.rank < $1.rank }?.text
    }
  }

  private func reference(_ field: Signature.ResultField, _ row: JSON.Object) -> (rank: Int, text: String)? {
    guard let text = row[field.name]?.string, !text.isEmpty else { return nil }
    switch field.kind {
    case .identifier(let kind) where field.name == "id": return (0, "\(kind.rawValue):\(text)")
    case .acct where field.name == "username": return (1, "@\(text)")
    case .url: return (2, text)
    default: return nil
    }
  }
}

extension JSON {
  /// The value as one field of human-readable output.
  func shown(as kind: ValueKind) -> String {
    switch (self, kind) {
    case (.number(let number), .time): number.int.map(LocalTime.text) ?? number.text
    case (.bool(let value), _): value ? "yes" : "no"
    case (.string(let text), _): text
    default: text
    }
  }
}
