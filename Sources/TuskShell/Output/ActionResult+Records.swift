import JSONValue
import TuskRuntime
import XCallbackURL

extension ActionResult {
  /// The record that the answer is about, with what only its callback has; without one, the data.
  var record: Records {
    guard let shape = signature.record, var row = item else {
      return Records(fields: signature.results, rows: [data], isCard: true, kind: nil)
    }
    for member in data.members where row[member.name] == nil { row[member.name] = member.value }
    return Records(shape, [row], isCard: true)
  }

  /// The columns of the record, and what else the callback has, with its texts in place of lists and records.
  var card: Records {
    guard let shape = signature.record, var row = item else { return record }
    // Where the callback has the whole record, only its columns are for people.
    let results = signature.results == shape.fields ? [] : signature.results
    for result in results where row[result.name]?.isPlain != true { row[result.name] = data[result.name] }
    let rest = results.filter { shape.field($0.name)?.isColumn != true && data[$0.name] != nil }
    var fields = shape.fields.filter(\.isColumn) + rest
    fields.removeAll { row[$0.name]?.array?.isEmpty == true }
    return Records(fields: fields, rows: [row], isCard: true, kind: shape.kind)
  }

  /// What the callback has, which programs of earlier versions read line by line; of a whole record, its columns.
  var lines: Records {
    guard signature.record?.fields != signature.results else { return card }
    return Records(fields: signature.results, rows: [data], isCard: true, kind: nil)
  }

  /// The reference that the answer was requested by.
  var subject: String? {
    guard case .read = signature.effect, let subject = signature.subject else { return nil }
    return url.pairs.first { $0.name == subject.id }?.value.map { "\(subject.kind.rawValue):\($0)" }
  }
}

extension RowPage {
  /// The rows as records.
  var records: Records {
    var records = Records(record, rows, isCard: false)
    (records.asked, records.filterContexts) = (asked, filterContexts)
    return records
  }
}

extension JSON {
  /// Whether it is neither a list nor an object.
  fileprivate var isPlain: Bool { array == nil && object == nil }
}
