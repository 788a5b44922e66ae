import JSONValue
import TuskLanguage
import XCallbackURL

extension Records {
  /// The records with these fields, one row each; `nil` for the fields that they have for people.
  func chosen(_ paths: [FieldPath]?) -> Records {
    guard let paths else { return columns }
    let fields = paths.map { field(at: $0) }
    let rows = rows.map { row in
      JSON.Object(paths.compactMap { path in row.value(at: path).map { (name: path.text, value: $0) } })
    }
    return Records(fields: fields, rows: rows, isCard: false, kind: kind, kindField: kindField)
  }

  /// The field at a path, under the path as its name.
  private func field(at path: FieldPath) -> Signature.ResultField {
    let shape = RecordShape("", fields: fields)
    var field = path.field(in: shape, of: Shell.catalog) ?? Signature.ResultField(path.text, .text, "")
    (field.name, field.isColumn, field.isAppended) = (path.text, true, false)
    return field
  }

  /// The text of a field for a template.
  func text(at path: FieldPath, of row: JSON.Object) -> String {
    row.value(at: path)?.written(as: field(at: path).kind) ?? ""
  }
}

extension RecordTemplate {
  /// The line for a record, with nothing that a terminal would execute.
  func line(for row: JSON.Object, of records: Records) -> String {
    let texts = parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let path): records.text(at: path, of: row)
      }
    }
    return TerminalText.block(texts.joined()) + "\n"
  }
}

extension JSON.Object {
  /// The value at a path; `nil` if a record on the way is missing.
  fileprivate func value(at path: FieldPath) -> JSON? {
    var object: JSON.Object? = self
    var found: JSON?
    for name in path.names {
      found = object?[name]
      object = found?.object
    }
    return found
  }
}
