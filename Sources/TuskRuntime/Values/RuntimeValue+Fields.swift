import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension RuntimeValue {
  /// The value of a variable with its field path.
  ///
  /// - Parameter shapes: the records that can occur in others, by name.
  func following(_ variable: Variable, shapes: [String: RecordShape]) async throws(Diagnostic) -> RuntimeValue {
    var runtimeValue = self
    for (index, field) in variable.path.enumerated() {
      guard let next = try await runtimeValue.field(field, of: variable, at: index, shapes) else {
        guard field.isOptional else { throw .noField(runtimeValue, variable, at: index, shapes) }
        return .null
      }
      let mayBeNull = field.isOptional && next.isPending
      runtimeValue = next
      runtimeValue.mayBeNull = mayBeNull
    }
    return runtimeValue
  }

  /// The value of one field; `nil` if it is missing.
  private func field(
    _ field: Variable.Field, of variable: Variable, at index: Int, _ shapes: [String: RecordShape]
  ) async throws(Diagnostic) -> RuntimeValue? {
    switch form {
    case .record(let record):
      guard let json = record.fields[field.name], json != .null else { return nil }
      let value = RuntimeValue(json, as: record.shape?.field(field.name)?.kind, shapes: shapes, isForeign: isForeign)
      return remote.map { value.coming(from: $0) } ?? value
    case .list(let elements): return try await part(of: elements, field, of: variable, at: index, shapes)
    case .sequence(let sequence):
      if let place = Int(field.name) { return try await sequence.item(at: place) }
      return try await part(of: sequence.all(), field, of: variable, at: index, shapes)
    case .time, .text, .acct:
      guard let part = builtInPart(field.name) else { throw .noField(self, variable, at: index, shapes) }
      return part
    case .pending(let kind, let text):
      return pendingField(field.name, kind, text, shapes)
    case .null where field.isOptional || variable.path[..<index].contains(where: \.isOptional): return nil
    case .null, .boolean, .number, .reference: throw .noField(self, variable, at: index, shapes)
    }
  }

  /// An item of a list, what every list has, or the list of this field of its items; `nil` for an item beyond its end.
  private func part(
    of elements: [RuntimeValue], _ field: Variable.Field, of variable: Variable, at index: Int,
    _ shapes: [String: RecordShape]
  ) async throws(Diagnostic) -> RuntimeValue? {
    if let place = Int(field.name) { return elements.indices.contains(place) ? elements[place] : nil }
    switch BuiltInField(rawValue: field.name) {
    case .count: return .number(elements.count, isForeign: isForeign)
    case .first: return elements.first
    case .last: return elements.last
    default: break
    }
    // It is what lists have in other languages.
    guard field.name != BuiltInField.length.rawValue else { throw .noField(self, variable, at: index, shapes) }
    var column: [RuntimeValue] = []
    for element in elements {
      let value = try await element.field(field, of: variable, at: index, shapes)
      guard value != nil || field.isOptional else { throw .noField(element, variable, at: index, shapes) }
      column.append(value ?? .null)
    }
    return RuntimeValue(.list(column), isForeign: isForeign)
  }

  /// What every text and every time has.
  private func builtInPart(_ name: String) -> RuntimeValue? {
    guard secret == nil else { return nil }
    return switch (form, BuiltInField(rawValue: name)) {
    case (.text(let text), .length), (.acct(let text), .length): .number(text.count, isForeign: isForeign)
    case (.time(let seconds), .hour): .number(LocalTime.hour(of: seconds), isForeign: isForeign)
    case (.time(let seconds), .weekday): .text(LocalTime.weekday(of: seconds).abbreviation, isForeign: isForeign)
    case (.time(let seconds), .date): .text(LocalTime.day(of: seconds), isForeign: isForeign)
    case (.time(let seconds), .week): .text(LocalTime.week(of: seconds), isForeign: isForeign)
    case (.time(let seconds), .month): .text(String(LocalTime.day(of: seconds).dropLast(3)), isForeign: isForeign)
    default: nil
    }
  }

  /// The placeholder for a field of an answer in a rehearsal.
  private func pendingField(
    _ name: String, _ kind: ValueKind?, _ text: String, _ shapes: [String: RecordShape]
  ) -> RuntimeValue? {
    let token = PlaceholderSyntax.text(text, field: name)
    guard case .record(let record)? = kind, let shape = shapes[record] else {
      return RuntimeValue(.pending(nil, token), isForeign: true)
    }
    return shape.field(name).map { RuntimeValue(.pending($0.kind, token), isForeign: true) }
  }

  private init(_ json: JSON, as kind: ValueKind?, shapes: [String: RecordShape], isForeign: Bool) {
    self.init(json, as: kind, shapes: shapes)
    self.isForeign = isForeign
  }

  /// What to say of a row of a file that lacks a field: the fields that it has, and how they are named.
  fileprivate func rowAdvice(_ names: [String]) -> String? {
    guard case .record(let record) = form, record.shape == nil, !names.isEmpty else { return nil }
    let shown = names.prefix(8).map { ".\($0)" }.joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    return "it has \(shown); the first line of a CSV file names the fields, which commas separate"
  }

  /// The names of the fields, as far as they are known.
  fileprivate func fieldNames(_ shapes: [String: RecordShape]) -> [String] {
    switch form {
    case .record(let record): record.shape?.fields.map(\.name) ?? record.fields.members.map(\.name)
    case .pending(.record(let name)?, _): shapes[name]?.fields.map(\.name) ?? []
    default: []
    }
  }
}

extension Diagnostic {
  fileprivate static func noField(
    _ runtimeValue: RuntimeValue, _ variable: Variable, at index: Int, _ shapes: [String: RecordShape]
  ) -> Diagnostic {
    let field = variable.path[index].name
    switch runtimeValue.form {
    case .text(let text), .acct(let text):
      return .textHasNoField(runtimeValue.masked ?? text, variable, at: index)
    case .record(let record) where record.shape?.field(field) != nil:
      return Diagnostic(
        .unknownField, at: variable.span, "this \(record.name) has no '\(field)'",
        label: "write $\(variable.spelling(through: index))? if it may be missing", exitCode: .data)
    case .list(let elements) where elements.isEmpty && ["first", "last"].contains(field):
      return Diagnostic(
        .unknownField, at: variable.span, "the list is empty, so it has no '\(field)'",
        label: "write .\(field)? if it may be empty", exitCode: .data)
    case .list where field == BuiltInField.length.rawValue:
      return Diagnostic(
        .unknownField, at: variable.span, "a list has no field 'length'", label: "items are counted with .count",
        exitCode: .data)
    case .list(let elements) where Int(field) != nil:
      let count = elements.count.counting("item")
      return Diagnostic(
        .unknownField, at: variable.span, "the list has \(count), so there is no index \(field)",
        label: "indexes count from 0", exitCode: .data)
    default: break
    }
    let names = runtimeValue.fieldNames(shapes)
    let near = NearWords.fields(field, among: names)
    return Diagnostic(
      .unknownField, at: variable.span, "\(runtimeValue.description) has no field '\(field)'",
      label: near.first.map { "did you mean .\($0)?" } ?? runtimeValue.rowAdvice(names), near: near, exitCode: .data)
  }

  /// The error for a field of a text; the dot was probably meant as more text.
  private static func textHasNoField(_ text: String, _ variable: Variable, at index: Int) -> Diagnostic {
    let name = variable.spelling(through: index - 1)
    let fields = variable.path[index...].map { ".\($0.name)" }.joined()
    return Diagnostic(
      .unknownField, at: variable.span, "text has no field '\(variable.path[index].name)'",
      label: "$\(name) is the text '\(text.count <= 40 ? text : "\(text.prefix(37))…")'",
      edits: [Edit(variable.span, "${\(name)}\(fields)")], exitCode: .data)
  }
}

extension Variable {
  /// The name and its fields up to this index.
  func spelling(through index: Int) -> String {
    ([name] + path.prefix(index + 1).map(\.name)).joined(separator: ".")
  }
}
