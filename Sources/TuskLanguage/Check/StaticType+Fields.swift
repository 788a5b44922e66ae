import XCallbackURL

extension StaticType {
  /// Why a field has no value.
  struct MissingField: Error {
    /// The place of the field in the path.
    let index: Int
    /// What was asked for it.
    let owner: StaticType
  }

  /// What the fields of a variable lead to.
  ///
  /// - Throws: the first field that no such value has; a record and nothing may lack one that is marked `?`.
  func following(_ path: [Variable.Field], in catalog: Catalog) throws(MissingField) -> StaticType {
    var staticType = self
    for (index, field) in path.enumerated() {
      guard let next = staticType.field(field.name, in: catalog) else {
        guard field.isOptional, staticType.couldLackFields else { throw MissingField(index: index, owner: staticType) }
        return .anything
      }
      staticType = next
    }
    return staticType
  }

  private var couldLackFields: Bool {
    switch self {
    case .record, .nothing: true
    case .anything, .truth, .number, .written, .spelled, .declared, .reference, .list: false
    }
  }

  private func field(_ name: String, in catalog: Catalog) -> StaticType? {
    switch self {
    case .anything: .anything
    case .record(let shape): shape.field(name).map { StaticType($0.kind, in: catalog) }
    case .list(let item): Int(name) == nil ? nil : item
    case .nothing, .truth, .number, .written, .spelled, .declared, .reference: nil
    }
  }

  /// Whether the value is a text, so that what looks like a field was probably meant as more text.
  var isText: Bool {
    switch self {
    case .written, .spelled, .declared(.text), .declared(.prose), .declared(.url), .declared(.acct): true
    case .anything, .nothing, .truth, .number, .declared, .reference, .record, .list: false
    }
  }

  /// The names of the fields.
  var fields: [String] {
    guard case .record(let shape) = self else { return [] }
    return shape.fields.map(\.name)
  }
}

extension RecordShape {
  /// The error that `catch` names.
  static let caughtError = RecordShape(
    "error", spelling: "message",
    fields: [
      Signature.ResultField("kind", .text, "what sort of error it is"),
      Signature.ResultField("message", .prose, "what went wrong"),
      Signature.ResultField("url", .url, isOptional: true, "the URL that failed"),
      Signature.ResultField("retryable", .boolean, "whether the same again may succeed"),
    ])

  /// The only field that names a thing of this kind; an identifier rather than a record that holds it.
  func onlyField(naming kind: ReferenceKind) -> String? {
    let identifiers = fields.filter { $0.kind == .identifier(kind) }
    if identifiers.count == 1 { return identifiers[0].name }
    guard identifiers.isEmpty else { return nil }
    let all = fields.filter { $0.kind.reference == kind }
    return all.count == 1 ? all[0].name : nil
  }
}

extension Signature {
  /// What a success answers, as a value.
  func staticType() -> StaticType {
    if let items { return .list(.record(items.record)) }
    guard let record else {
      return results.isEmpty ? .anything : .record(RecordShape("answer", fields: results))
    }
    var whole = record
    whole.fields += results.filter { record.field($0.name) == nil }
    return .record(whole)
  }
}
