import JSONValue
import XCallbackURL

extension Catalog {
  /// What differs between a record and these fields; a field that is optional may be absent, and no other may be there.
  func faults(of record: JSON.Object, in fields: [Signature.ResultField], at path: String = "") -> [String] {
    let names = Set(fields.map(\.name))
    let unknown = record.members.map(\.name).filter { !names.contains($0) }.map { "\(path)\($0) is not documented" }
    return unknown
      + fields.flatMap { field -> [String] in
        guard let value = record[field.name] else {
          return field.isOptional ? [] : ["\(path)\(field.name) is missing"]
        }
        return faults(of: value, in: field.kind, at: path + field.name)
      }
  }

  private func faults(of value: JSON, in kind: ValueKind, at path: String) -> [String] {
    switch (kind, value) {
    case (.record(let name), .object(let record)):
      guard let shape = records[name] else { return ["\(path): no shape is called \(name)"] }
      return faults(of: record, in: shape.fields, at: path + ".")
    case (.list(let element), .array(let values)):
      return values.flatMap { faults(of: $0, in: element, at: path) }
    case (.text, .string), (.prose, .string), (.url, .string), (.acct, .string), (.identifier, .string),
      (.integer, .number), (.time, .number), (.boolean, .bool):
      return []
    case (.series, .array(let numbers)) where numbers.allSatisfy({ $0.int != nil }): return []
    default: return ["\(path) is not \(kind): \(value)"]
    }
  }
}
