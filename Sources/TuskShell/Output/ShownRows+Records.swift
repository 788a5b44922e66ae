import JSONValue
import TuskActions
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension ShownRows.Row {
  /// What a record can stand for: a boost stands for the boosted status, an event for its notification.
  init(_ row: JSON.Object, _ shape: RecordShape) {
    if shape.kind == nil, let notification = row["notification"]?.object {
      self.init(notification, RecordShape("", kind: .notification, fields: []))
      return
    }
    let named = shape.kindField.flatMap { row[$0]?.string }.flatMap(ReferenceKind.init(rawValue:))
    let kind = shape.kind ?? named
    let own = row["boost"]?.object ?? row
    let status = row["status"]?.object.map { $0["boost"]?.object ?? $0 }
    let itself = kind.flatMap { kind in
      own[shape.id]?.string.flatMap { Self.reference(kind, $0, Self.account(foundIn: own)) }
    }
    let about = status.flatMap { status in status["id"]?.string.flatMap { Self.reference(.status, $0, status) } }
    var seen: Set<ReferenceKind> = []
    let all =
      [itself, about].compactMap(\.self) + Self.authors(of: [own, status].compactMap(\.self), kind)
      + Self.polls(of: [own, status].compactMap(\.self))
    let boost = row["boost"].flatMap { _ in row["id"]?.string.flatMap { Self.reference(.status, $0, row) } }
    self.init(all.filter { seen.insert($0.kind).inserted }, boost: boost)
    let record = status ?? own
    author = record.writer?.handle ?? JSON.object(record).handle ?? ""
    words = Self.words(of: record)
  }

  /// The account that a row of a search has found, which has the name of the account; else the row.
  private static func account(foundIn row: JSON.Object) -> JSON.Object {
    guard let account = row["account"]?.object, account["id"]?.string == row["id"]?.string else { return row }
    return account
  }

  /// How it begins, or its title, on one line.
  private static func words(of record: JSON.Object) -> String {
    let titles = [record.beginning] + ["displayName", "title", "name"].map { record[$0]?.string ?? "" }
    let title = titles.first { !$0.isEmpty } ?? ""
    return TerminalText.block(String(title.prefix(200))).onOneLine.truncated(toCells: 60)
  }

  /// Who wrote or did it, of a report the one who is reported; nobody where there are several.
  private static func authors(of records: [JSON.Object], _ kind: ReferenceKind?) -> [ShownRows.Reference] {
    guard kind != .conversation, records.first?["count"]?.int ?? 1 == 1 else { return [] }
    return records.flatMap { record in
      ["author", "target", "account"].compactMap { record[$0]?.object }.compactMap { account in
        account["id"]?.string.flatMap { reference(.account, $0, account) }
      }
    }
  }

  private static func polls(of records: [JSON.Object]) -> [ShownRows.Reference] {
    records.compactMap { $0["poll"] }.compactMap { $0["id"]?.string ?? $0.string }
      .compactMap { reference(.poll, $0, [:]) }
  }

  private static func reference(_ kind: ReferenceKind, _ id: String, _ record: JSON.Object) -> ShownRows.Reference? {
    switch kind {
    case .account:
      let name = record["username"]?.string.flatMap { $0.contains("@") ? ShownRows.Reference(kind, "@\($0)") : nil }
      return name ?? .init(kind, "account:\(id)")
    default: return .init(kind, "\(kind.rawValue):\(id)")
    }
  }
}

extension ShownRows {
  /// Later rows of a longer list have no numbers, because a stream may run for days.
  static let most = 10_000

  /// Takes what was shown alone.
  mutating func take(_ result: ActionResult, readBy account: String?) {
    guard let shape = result.signature.record, let item = result.item else { return }
    var row = Row(item, shape)
    row.account = account
    last = row.references.isEmpty ? nil : row
  }

  /// Takes the rows of a list.
  ///
  /// - Parameters:
  ///   - form: how the rows are shown: without numbers, nothing names them.
  ///   - isContinued: whether the rows follow those shown before.
  mutating func take(_ page: RowPage, as form: Form, readBy account: String?, isContinued: Bool) {
    if !isContinued { restart() }
    guard form != .unnumbered, highest < Self.most else { return }
    rows += Self.rows(of: page.rows, page.record, as: form, readBy: account)
  }

  /// How the rows of a list are shown.
  enum Form {
    case numbered, unnumbered
    /// With numbers, and those that boost the same status as one.
    case folded
  }

  /// Takes what a presentation shows alone, and the rows of its lists.
  mutating func take(_ presentation: Presentation, as form: Form, readBy account: String?, isContinued: Bool) {
    var (alone, lists): (Row?, [Row]) = (nil, [])
    for section in presentation.sections {
      let shape = section.whole?.shape ?? RecordShape("", kind: section.kind, fields: section.fields)
      let records = section.whole?.records ?? section.records
      let rows = Self.rows(of: records, shape, as: form, readBy: account)
      if !section.isCard { lists += rows } else if alone == nil { alone = rows.first }
    }
    if let alone { last = alone }
    guard form != .unnumbered, !lists.isEmpty else { return }
    if isContinued { rows += lists } else { restart(with: lists) }
  }

  /// What records stand for, in the order in which they are shown.
  private static func rows(
    of records: [JSON.Object], _ shape: RecordShape, as form: Form, readBy account: String?
  ) -> [Row] {
    (form == .folded ? ReadingRow.all(in: records).map(\.row) : records).map { record in
      var row = Row(record, shape)
      row.account = account
      return row
    }
  }
}
