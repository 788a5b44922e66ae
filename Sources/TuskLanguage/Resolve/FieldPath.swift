package import XCallbackURL

/// A field of a record, or of a record inside it, as an option names it: `account.acct`.
package struct FieldPath: Sendable, Hashable {
  /// The names of the fields, the outermost first.
  package let names: [String]

  /// The path as it is written.
  package var text: String { names.joined(separator: ".") }

  /// Reads a path; `nil` if one of its names is empty.
  package init?(_ text: some StringProtocol) {
    names = String(text).split(separator: "." as Character, omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  /// The paths of a list with commas; `nil` if one of them is not one.
  package static func all(in list: String) -> [FieldPath]? {
    let paths = list.split(separator: ",", omittingEmptySubsequences: false).map { part in
      FieldPath(part.trimmingPrefix(while: \.isWhitespace))
    }
    return paths.contains(nil) ? nil : paths.compactMap(\.self)
  }

  /// The field in records of this shape; `nil` if they have none.
  package func field(in shape: RecordShape, of catalog: Catalog) -> Signature.ResultField? {
    var shape: RecordShape? = shape
    var found: Signature.ResultField?
    for name in names {
      found = shape?.field(name)
      guard let kind = found?.kind else { return nil }
      if case .record(let inner) = kind { shape = catalog.records[inner] } else { shape = nil }
    }
    return found
  }
}

/// A template for one record of a result: text with the fields in braces, `{account.acct}: {text}`.
package struct RecordTemplate: Sendable, Hashable {
  package let parts: [Part]

  /// Text between fields, or a field.
  package enum Part: Sendable, Hashable {
    case text(String)
    case field(FieldPath)
  }

  /// The fields that it names.
  package var fields: [FieldPath] {
    parts.compactMap { if case .field(let path) = $0 { path } else { nil } }
  }

  /// Reads a template, in which `{{` and `}}` are braces of the text; `nil` if braces do not match.
  package init?(_ text: String) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if rest.first == character, "{}".contains(character) {
        literal.append(rest.removeFirst())
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}"), let path = FieldPath(rest[..<end]) else { return nil }
        if !literal.isEmpty { parts.append(.text(literal)) }
        (literal, rest) = ("", rest[rest.index(after: end)...])
        parts.append(.field(path))
      } else {
        guard character != "}" else { return nil }
        literal.append(character)
      }
    }
    self.parts = parts + (literal.isEmpty ? [] : [.text(literal)])
  }
}
