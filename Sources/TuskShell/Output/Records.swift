import JSONValue
import XCallbackURL

/// Records of one kind, and the fields they have.
struct Records {
  let fields: [Signature.ResultField]
  private(set) var rows: [JSON.Object]
  let isCard: Bool
  let kind: ReferenceKind?
  /// The field that names the kind of each record, if they are of several.
  let kindField: String?
  /// The name of the shape of complete records.
  let name: String?
  /// The identifier or address that the request named.
  var asked: String?
  /// Where filters of statuses apply to them.
  var filterContexts: [String] = []

  init(
    fields: [Signature.ResultField], rows: [JSON.Object], isCard: Bool, kind: ReferenceKind?, kindField: String? = nil,
    name: String? = nil
  ) {
    self.kindField = kindField
    self.name = name
    self.fields = fields
    self.rows = rows
    self.isCard = isCard
    self.kind = kind
  }

  /// Records of a script; those without a shape have the fields that occur in them.
  init(_ shape: RecordShape?, _ rows: [JSON.Object], isCard: Bool) {
    let names = rows.first?.members.map(\.name) ?? []
    self.init(
      fields: shape?.fields ?? names.map { Signature.ResultField($0, .text, "") }, rows: rows, isCard: isCard,
      kind: shape?.kind, kindField: shape?.kindField, name: shape?.name)
  }

  /// The records without fields meant only for programs.
  var columns: Records {
    Records(fields: fields.filter(\.isColumn), rows: rows, isCard: isCard, kind: kind, kindField: kindField)
  }

  /// The records as people see them in a table or cards: of a list, without the texts that are hidden.
  func hidingTexts(now: Int) -> Records {
    guard !isCard else { return self }
    let hidden = HiddenText(contexts: filterContexts, now: now)
    var records = self
    records.rows = rows.map { hidden.replacingTexts(of: $0, isStatus: kind == .status) }
    return records
  }

  /// The fields of one record, without those that repeat another: the account that posted a status usually wrote it.
  func fields(of row: JSON.Object) -> [Signature.ResultField] {
    fields.filter { field in
      !field.isAppended || !fields.contains { $0 != field && $0.kind == field.kind && row[$0.name] == row[field.name] }
    }
  }

  /// A reference to each record: its kind and identifier, or else its user name, its address or what names it.
  var references: [String] {
    rows.compactMap { row in
      let named = kindField.flatMap { row[$0]?.string }.flatMap { ReferenceKind(rawValue: $0) }
      if let kind = kind ?? named, let id = row["id"]?.string { return "\(kind.rawValue):\(id)" }
      return fields.compactMap { reference($0, row) }.min { $0.rank < $1.rank }?.text
    }
  }

  private func reference(_ field: Signature.ResultField, _ row: JSON.Object) -> (rank: Int, text: String)? {
    guard let text = row[field.name]?.string, !text.isEmpty else { return nil }
    switch field.kind {
    case .identifier(let kind) where field.name == "id": return (0, "\(kind.rawValue):\(text)")
    case .acct where field.name == "username": return (1, "@\(text)")
    case .url: return (2, text)
    case .identifier(let kind) where kind == self.kind: return (3, "\(kind.rawValue):\(text)")
    default: return nil
    }
  }
}
