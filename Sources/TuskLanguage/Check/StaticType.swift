import TuskCommon
import XCallbackURL

/// The type of a value, as far as it is known before a run.
indirect enum StaticType: Sendable, Hashable {
  case anything
  case nothing
  case truth
  case number
  /// A text in the script, quoted or not; `nil` if it contains variables.
  case written(String?, isQuoted: Bool)
  /// A text from a program, a file or the command line, which may spell any type.
  case spelled
  /// A field of a kind that an action declares.
  case declared(ValueKind)
  /// A reference and, if literal, its identifier.
  case reference(ReferenceKind, id: String?)
  case record(RecordShape)
  case list(StaticType)

  /// The type of a declared kind.
  init(_ kind: ValueKind, in catalog: Catalog) {
    switch kind {
    case .integer: self = .number
    case .boolean: self = .truth
    case .record(let name): self = catalog.records[name].map(StaticType.record) ?? .anything
    case .list(let kind): self = .list(StaticType(kind, in: catalog))
    case .series: self = .list(.number)
    case .text, .prose, .time, .url, .acct, .identifier: self = .declared(kind)
    }
  }

  /// The type of an unquoted word in a place that requires none.
  init(word: String) {
    switch word {
    case "null": self = .nothing
    case "true", "false": self = .truth
    case _ where Magnitude(word) == .number: self = .number
    default: self = .written(word, isQuoted: false)
    }
  }

  /// The common type of two possible values.
  func joined(with other: StaticType) -> StaticType {
    if self == other { return self }
    switch (self, other) {
    case (.list(let left), .list(let right)): return .list(left.joined(with: right))
    default: return .anything
    }
  }

  /// A noun with its article, as in error messages.
  var description: String {
    switch self {
    case .anything: "a value"
    case .nothing: "null"
    case .truth: "true or false"
    case .number: "a number"
    case .written, .spelled: "text"
    case .declared(.time): "a time"
    case .declared(.url): "a URL"
    case .declared(.acct): "the name of an account"
    case .declared(.identifier(.list)), .reference(.list, _): "a list of accounts"
    case .declared(.identifier(let kind)): kind.withArticle
    case .declared: "text"
    case .reference(let kind, _): kind.withArticle
    case .record(let shape): shape.name.withArticle
    case .list: "a list"
    }
  }

  /// The kind of entity the value refers to, if any.
  var kind: ReferenceKind? {
    switch self {
    case .declared(let kind): kind.reference
    case .reference(let kind, _): kind
    case .record(let shape): shape.kind
    case .anything, .nothing, .truth, .number, .written, .spelled, .list: nil
    }
  }

  /// Whether the value can be part of a text.
  var hasSpelling: Bool {
    switch self {
    case .list: false
    case .record(let shape): shape.spelling != nil
    case .anything, .nothing, .truth, .number, .written, .spelled, .declared, .reference: true
    }
  }

  /// A binding of this type, for resolving a line without running it.
  var binding: Binding {
    switch self {
    case .anything, .spelled: .pending(nil, StaticType.placeholder)
    case .nothing: .nothing
    case .truth: .pending(.boolean, StaticType.placeholder)
    case .number: .pending(.integer, StaticType.placeholder)
    case .written(let text?, _): .text(text)
    case .written(nil, _): .pending(nil, StaticType.placeholder)
    case .declared(let kind): .pending(kind, StaticType.placeholder)
    case .reference(let kind, let id?): .reference(kind, id: id)
    case .reference(let kind, nil): .pending(.identifier(kind), StaticType.placeholder)
    case .record(let shape): StaticType.binding(of: shape)
    case .list(let item): .list([item.binding])
    }
  }

  /// Stands for an unknown text; a valid identifier of every kind.
  private static let placeholder = "1"

  /// A record with a spelling is pending, because the spelling is unknown; any other needs only its name and fields.
  private static func binding(of shape: RecordShape) -> Binding {
    guard shape.spelling == nil else {
      return .pending(shape.kind.map(ValueKind.identifier), placeholder)
    }
    let reference = shape.kind.map { Binding.Referent($0, id: placeholder) }
    let fields = shape.field("url") == nil ? [:] : ["url": "https://a.example/"]
    return .record(shape.name, reference: reference, spelling: nil, fields: fields)
  }
}

/// A type of ordered value that a text can spell.
package enum Magnitude: Sendable, Hashable {
  case number, duration, time

  init?(_ text: String) {
    let length = text.hasPrefix("-") ? String(text.dropFirst()) : text
    if (try? ParameterType.duration.accepting(length)) != nil {
      self = .duration
    } else if Instant(rfc3339: text) != nil {
      self = .time
    } else if Magnitude.isNumber(text) {
      self = .number
    } else {
      return nil
    }
  }

  /// Whether the text is a JSON number.
  private static func isNumber(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard let first = rest.first, Lexer.isDigit(first) else { return false }
    let whole = rest.prefix(while: Lexer.isDigit)
    guard first != UInt8(ascii: "0") || whole.count == 1 else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: Lexer.isDigit)
      guard !fraction.isEmpty else { return false }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard let mark = rest.first else { return true }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
    return !rest.isEmpty && rest.allSatisfy(Lexer.isDigit)
  }
}
