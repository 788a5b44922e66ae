import JSONValue
import TuskActions
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension ShownRows.Row {
  /// What a record can stand for: a boost stands for the boosted status.
  init(_ row: JSON.Object, _ shape: RecordShape) {
    let named = shape.kindField.flatMap { row[$0]?.string }.flatMap(ReferenceKind.init(rawValue:))
    let own = (row["boost"]?.object ?? row)
    let id = own[shape.id]?.string
    let itself = (shape.kind ?? named).flatMap { kind in id.map { Self.reference(kind, $0, own) } }
    let status = row["status"]?.object.map { $0["boost"]?.object ?? $0 }
    let about = status.flatMap { status in status["id"]?.string.map { Self.reference(.status, $0, status) } }
    let authors = [own, status].compactMap(\.self).flatMap { record in
      ["author", "account", "target"].compactMap { record[$0]?.object }.compactMap { account in
        account["id"]?.string.map { Self.reference(.account, $0, account) }
      }
    }
    let polls = [own, status].compactMap { $0?["poll"] }.compactMap { $0["id"]?.string ?? $0.string }
      .map { Self.reference(.poll, $0, [:]) }
    var seen: Set<ReferenceKind> = []
    self.init(([itself, about].compactMap(\.self) + authors + polls).filter { seen.insert($0.kind).inserted })
  }

  private static func reference(_ kind: ReferenceKind, _ id: String, _ record: JSON.Object) -> ShownRows.Reference {
    switch kind {
    case .account:
      let name = record["username"]?.string.flatMap { $0.contains("@") ? "@\($0)" : nil }
      return .init(kind, name ?? "account:\(id)")
    default: return .init(kind, "\(kind.rawValue):\(id)")
    }
  }
}

extension ShownRows {
  /// Later rows of a longer list have no numbers, because a stream may run for days.
  static let most = 10_000

  /// Takes the rows of a list, or what was shown alone.
  ///
  /// - Parameters:
  ///   - isFolded: whether rows that boost the same status are one.
  ///   - isContinued: whether the rows follow those shown before.
  mutating func take(_ result: ActionResult, isFolded: Bool, isContinued: Bool) {
    guard let shape = result.signature.items?.record, let items = result.items else {
      guard let shape = result.signature.record, let item = result.item else { return }
      let row = Row(item, shape)
      if !row.references.isEmpty { last = row }
      return
    }
    guard !isContinued || rows.count < Self.most else { return }
    let shown = isFolded ? FoldedRow.all(in: items).map(\.row) : items
    rows = (isContinued ? rows : []) + shown.map { Row($0, shape) }
  }

  /// Takes what a presentation shows alone.
  mutating func take(_ presentation: Presentation) {
    guard let section = presentation.sections.first(where: \.isCard) else { return }
    let shape = section.whole?.shape ?? RecordShape("", kind: section.kind, fields: section.fields)
    guard let record = (section.whole?.records ?? section.records).first else { return }
    last = Row(record, shape)
  }
}
