package import JSONValue
import TuskCommon
import TuskLanguage
package import XCallbackURL

/// A value while a script runs.
package struct RuntimeValue: Sendable {
  package var form: Form
  /// Whether it came from a server, a file or a program; such a value cannot name a program or a file.
  package var isForeign: Bool
  /// Whether it is an argument of the script, which may spell a reference.
  var isArgument = false
  /// Whether it is not known yet and may turn out to be null.
  var mayBeNull = false
  /// Where it came from, if it is not written in the script.
  var remote: RemoteOrigin?
  /// The places of a text that came from there at which a mention or hashtag can begin or go on.
  var remoteSigns: [RemoteSign] = []
  /// The text as a script writes it, if the access token is in it.
  var secret: Text?

  package init(_ form: Form, isForeign: Bool = false) {
    self.form = form
    self.isForeign = isForeign
  }

  /// An argument of a script: its own words, or the text of a value that it passes on, which stays foreign and keeps its
  /// signs.
  static func argument(_ text: String, from value: RuntimeValue? = nil) -> RuntimeValue {
    var argument = RuntimeValue.text(text, isForeign: value?.isForeign ?? false)
    argument.isArgument = !argument.isForeign
    argument.remoteSigns = value?.signs(in: text) ?? []
    return argument
  }

  /// The kinds of values.
  package enum Form: Sendable {
    case null
    case boolean(Bool)
    case number(JSON.Number)
    case text(String)
    /// The qualified name of an account, without its `@`; also a text that names an account.
    case acct(String)
    /// Seconds since 1970.
    case time(Int)
    case reference(ReferenceKind, id: String)
    case record(Record)
    case list([RuntimeValue])
    /// A list that is read while it is iterated.
    case sequence(ItemSequence)
    /// A placeholder for an answer in a rehearsal: its kind, and the text that represents it.
    case pending(ValueKind?, String)
  }

  /// Named values, with the kinds of those that a shape declares.
  package struct Record: Sendable {
    package var shape: RecordShape?
    package var fields: JSON.Object

    package init(_ shape: RecordShape?, _ fields: JSON.Object) {
      self.shape = shape
      self.fields = fields
    }

    /// The reference to it, if there is one.
    var referent: Binding.Referent? {
      let named = shape?.kindField.flatMap { fields[$0]?.string }.flatMap { ReferenceKind(rawValue: $0) }
      guard let shape, let kind = shape.kind ?? named, let id = fields[shape.id]?.string, !id.isEmpty else {
        return nil
      }
      let reblog = kind == .status ? fields["reblog"] : nil
      let boosted = reblog?.string ?? reblog?.object?[shape.id]?.string
      return Binding.Referent(kind, id: id, boosted: boosted.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Its spelling within a text.
    var spelling: String? {
      shape?.spelling.flatMap { fields[$0]?.string }
    }

    /// The name of its kind.
    var name: String { shape?.name ?? Binding.shapeless }
  }

  package static let null = RuntimeValue(.null)

  package static func text(_ text: String, isForeign: Bool = false) -> RuntimeValue {
    RuntimeValue(.text(text), isForeign: isForeign)
  }

  /// How deep lists and records may be in others, so that no value exhausts the stack.
  static let maxNesting = 100

  /// The most values that are nested in one that a script makes.
  static let mostValues = 5_000_000

  /// Refuses values that would make too large a list or record.
  ///
  /// - Parameter span: where it is made.
  static func checkSize(of values: [RuntimeValue], at span: Span) throws(Diagnostic) {
    var left = mostValues
    guard !values.contains(where: { $0.nests(maxNesting, &left) }) else { throw .tooDeepValue(span) }
    guard left >= 0 else { throw .tooManyItems(mostValues, span) }
  }

  /// Whether lists and records are nested in it as deep as this or deeper; stops after so many values are left.
  private func nests(_ depth: Int, _ left: inout Int) -> Bool {
    left -= 1
    guard depth > 0, left >= 0 else { return left >= 0 }
    switch form {
    case .list(let elements): return elements.contains { $0.nests(depth - 1, &left) }
    case .record(let record): return JSON.object(record.fields).nests(depth, &left)
    default: return false
    }
  }

  static func number(_ number: Int, isForeign: Bool = false) -> RuntimeValue {
    RuntimeValue(.number(JSON.Number(verbatim: String(number))), isForeign: isForeign)
  }

  /// A word in a place that accepts any type: a JSON number, `true`, `false` and `null` are themselves; other words are
  /// texts.
  static func word(_ text: String, isForeign: Bool = false) -> RuntimeValue {
    switch text {
    case "null": return RuntimeValue(.null, isForeign: isForeign)
    case "true": return RuntimeValue(.boolean(true), isForeign: isForeign)
    case "false": return RuntimeValue(.boolean(false), isForeign: isForeign)
    default: break
    }
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
      case .number(let number)? = try? JSON(parsing: Array(text.utf8))
    else { return .text(text, isForeign: isForeign) }
    return RuntimeValue(.number(number), isForeign: isForeign)
  }
}

extension RuntimeValue {
  /// A JSON value from outside the script, of this kind if it is known.
  package init(_ json: JSON, as kind: ValueKind? = nil, shapes: [String: RecordShape] = [:]) {
    self.init(Self.form(of: json, kind, shapes), isForeign: true)
  }

  private static func form(of json: JSON, _ kind: ValueKind?, _ shapes: [String: RecordShape]) -> Form {
    switch (json, kind) {
    case (.null, _): return .null
    case (.number(let number), .time): return number.int.map(Form.time) ?? .number(number)
    case (.string(let id), .identifier(let kind)): return .reference(kind, id: id)
    case (.string(let name), .acct): return .acct(name)
    case (.object(let object), .record(let name)): return .record(Record(shapes[name], object))
    case (.array(let elements), .list(let kind)):
      return .list(elements.map { RuntimeValue($0, as: kind, shapes: shapes) })
    case (.bool(let value), _): return .boolean(value)
    case (.number(let number), _): return .number(number)
    case (.string(let text), _): return .text(text)
    case (.array(let elements), _): return .list(elements.map { RuntimeValue($0, shapes: shapes) })
    case (.object(let object), _): return .record(Record(nil, object))
    }
  }

  /// The value as JSON; an unread list is `null`, so read it first.
  package var json: JSON {
    if let masked { return .string(masked) }
    return switch form {
    case .null, .sequence: .null
    case .boolean(let value): .bool(value)
    case .number(let number): .number(number)
    case .text(let text), .acct(let text), .pending(_, let text): .string(text)
    case .time(let seconds): .int(seconds)
    case .reference(_, let id): .string(id)
    case .record(let record): .object(record.fields)
    case .list(let elements): .array(elements.map(\.json))
    }
  }

  /// The value's kind with its article, for messages.
  var description: String {
    switch form {
    case .null: "null"
    case .boolean(let value): String(value)
    case .number: "a number"
    case .text, .acct: "text"
    case .time: "a time"
    case .reference(let kind, _): kind.withArticle
    case .record(let record): record.name.withArticle
    case .list, .sequence: "a list"
    case .pending: "a value that is not known yet"
    }
  }
}

extension JSON {
  fileprivate func nests(_ depth: Int, _ left: inout Int) -> Bool {
    left -= 1
    guard depth > 0, left >= 0 else { return left >= 0 }
    switch self {
    case .array(let elements): return elements.contains { $0.nests(depth - 1, &left) }
    case .object(let object): return object.members.contains { $0.value.nests(depth - 1, &left) }
    default: return false
    }
  }
}

extension Diagnostic {
  static func tooDeepValue(_ span: Span) -> Diagnostic {
    Diagnostic(
      .tooDeep, at: span, "lists and records are nested more than \(RuntimeValue.maxNesting) levels deep",
      exitCode: .data)
  }
}
