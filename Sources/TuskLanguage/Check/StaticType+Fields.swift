package import XCallbackURL

extension StaticType {
  /// A field that a value does not have.
  struct MissingField: Error {
    /// The index of the field in the path.
    let index: Int
    /// The type of the value without the field.
    let owner: StaticType
  }

  /// The type at the end of a variable's path.
  ///
  /// - Throws: the first missing field; one marked `?` may be missing from a record and from `null`.
  func following(_ path: [Variable.Field], in catalog: Catalog) throws(MissingField) -> StaticType {
    var staticType = self
    for (index, field) in path.enumerated() {
      guard let next = staticType.field(field.name, in: catalog) else {
        guard field.isOptional, staticType.mayLackFields else { throw MissingField(index: index, owner: staticType) }
        return .anything
      }
      staticType = next
    }
    return staticType
  }

  private var mayLackFields: Bool {
    switch self {
    case .record, .nothing: true
    case .anything, .truth, .number, .written, .spelled, .declared, .reference, .list: false
    }
  }

  private func field(_ name: String, in catalog: Catalog) -> StaticType? {
    switch self {
    case .anything: .anything
    case .record(let shape): shape.field(name).map { StaticType($0.kind, in: catalog) }
    case .list(let item):
      switch BuiltInField(rawValue: name) {
      case .count: .number
      case .first, .last: item
      case .length: nil
      default: Int(name) == nil ? item.field(name, in: catalog).map(StaticType.list) : item
      }
    case .declared(.time):
      switch BuiltInField(rawValue: name) {
      case .hour: .number
      case .weekday, .date, .week, .month: .declared(.text)
      default: nil
      }
    case _ where isText: BuiltInField(rawValue: name) == .length ? .number : nil
    case .nothing, .truth, .number, .written, .spelled, .declared, .reference: nil
    }
  }

  /// Whether the value is a text, so that a field after it was probably meant as text.
  var isText: Bool {
    switch self {
    case .written, .spelled, .declared(.text), .declared(.prose), .declared(.url), .declared(.acct): true
    case .anything, .nothing, .truth, .number, .declared, .reference, .record, .list: false
    }
  }

  /// The names of the value's fields.
  var fields: [String] {
    switch self {
    case .record(let shape): shape.fields.map(\.name)
    case .list(let item): BuiltInField.ofList.map(\.rawValue) + item.fields
    case .declared(.time): BuiltInField.ofTime.map(\.rawValue)
    case _ where isText: [BuiltInField.length.rawValue]
    default: []
    }
  }
}

/// A field that every list, text or time has.
package enum BuiltInField: String, Sendable {
  /// How many items a list has.
  case count
  case first, last
  /// How many characters a text has, as people see them.
  case length
  /// Of a time by the clock of this machine: `mon` to `sun`, 0 to 23, `2026-12-24`, `2026-W52` by ISO 8601, `2026-12`.
  case weekday, hour, date, week, month

  static let ofList: [BuiltInField] = [.count, .first, .last]
  static let ofTime: [BuiltInField] = [.weekday, .hour, .date, .week, .month]
}

extension RecordShape {
  /// The shape of the error in `catch NAME`.
  package static let caughtError = RecordShape(
    "error", spelling: "message",
    fields: [
      Signature.ResultField("kind", .text, words: errorKinds, "the kind of error"),
      Signature.ResultField("message", .prose, "what went wrong"),
      Signature.ResultField("url", .url, isOptional: true, "the URL of the failed request"),
      Signature.ResultField("retryable", .boolean, "whether a retry may succeed"),
      Signature.ResultField("status", .integer, isOptional: true, "the exit status of the program that failed"),
      Signature.ResultField("errors", .text, isOptional: true, "what the program wrote to standard error"),
    ])

  /// The kinds of errors that a script can catch.
  private static let errorKinds = FieldWords(
    Choices(
      ["network", "rate", "auth", "denied", "cancelled", "missing", "invalid", "expect", "usage"],
      aliases: ["canceled": "cancelled"]),
    isOpen: false)

  /// The shape of a change that can be undone.
  package static let change = RecordShape(
    "change",
    fields: [
      Signature.ResultField("id", .text, "counts back from the newest"),
      Signature.ResultField("change", .text, "what was done"),
      Signature.ResultField("undo", .text, isOptional: true, "what takes it back"),
      Signature.ResultField("reason", .text, isOptional: true, "why nothing does"),
    ])

  /// The shape of a job.
  package static let job = RecordShape(
    "job", spelling: "id",
    fields: [
      Signature.ResultField("id", .text, "its number"),
      Signature.ResultField("state", .text, "running, stopped, done, canceled, undone, damaged or unrecorded"),
      Signature.ResultField("verb", .text, "what it does"),
      Signature.ResultField("made", .integer, "how many changes were made"),
      Signature.ResultField("count", .integer, "how many changes there are"),
      Signature.ResultField("subjects", .text, "what is changed"),
      Signature.ResultField("begun", .time, "when it was begun"),
      Signature.ResultField("account", .text, isColumn: false, "the account that acts"),
      Signature.ResultField("line", .text, isColumn: false, "the line that began it"),
    ])

  /// The shape of the result of `attempt`.
  package static let attempt = RecordShape(
    "program result",
    fields: [
      Signature.ResultField("status", .integer, "the exit status; 128 and the number of the signal that ended it"),
      Signature.ResultField("text", .text, "its output without the final newline"),
      Signature.ResultField("errors", .text, "what it wrote to standard error, without the final newline"),
    ])

  /// The field that refers to the entity of this kind: named for it, or the only one that does; identifiers take
  /// precedence over records.
  func onlyField(of kind: ReferenceKind) -> String? {
    for name in ["\(kind.rawValue)ID", kind.rawValue] {
      if let field = field(name), field.kind.reference == kind { return name }
    }
    let identifiers = fields.filter { $0.kind == .identifier(kind) }
    if identifiers.count == 1 { return identifiers[0].name }
    guard identifiers.isEmpty else { return nil }
    let all = fields.filter { $0.kind.reference == kind }
    return all.count == 1 ? all[0].name : nil
  }
}

extension Signature {
  /// The type of a successful result.
  func staticType() -> StaticType {
    if let items { return .list(.record(items.record)) }
    guard let whole else { return results.isEmpty ? .anything : .record(RecordShape("result", fields: results)) }
    return .record(whole)
  }
}
