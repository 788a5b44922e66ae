import TuskCommon
package import XCallbackURL

/// The value of a variable or of a command in parentheses, for resolving a line.
package indirect enum Binding: Sendable, Hashable {
  case text(String)
  /// An argument of the script, which may spell a reference, as a word of the script may.
  case argument(String)
  /// A reference to an entity of a known kind.
  case reference(ReferenceKind, id: String)
  /// A record: its type's name, its reference, its spelling within a text, and its text fields.
  case record(String, reference: Referent?, spelling: String?, fields: [String: String])
  case list([Binding])
  /// `null` or a missing optional field; the parameter is omitted.
  case nothing
  /// A value unknown until the run, its kind if known, and a placeholder.
  case pending(ValueKind?, String)

  /// The name of a record without a declared shape.
  package static let shapeless = "record"

  /// The reference that an argument spells: `status:109`, `@alice`, `#birds`; `nil` if it spells none.
  static func reference(spelledBy text: String) -> (kind: ReferenceKind, id: String)? {
    if text.hasPrefix("@"), text.utf8.count > 1 { return (.account, text) }
    if text.hasPrefix("#"), Lexer(Source(text), at: 0).isTagName(at: 1) { return (.tag, String(text.dropFirst())) }
    guard let colon = text.firstIndex(of: ":"), let kind = ReferenceKind(rawValue: String(text[..<colon])) else {
      return nil
    }
    let id = String(text[text.index(after: colon)...])
    return id.isEmpty ? nil : (kind, id)
  }

  /// The kind and the identifier of an entity.
  package struct Referent: Sendable, Hashable {
    package var kind: ReferenceKind
    package var id: String
    /// For the row of a boost, the identifier of the boosted status.
    package var boosted: String?

    package init(_ kind: ReferenceKind, id: String, boosted: String? = nil) {
      self.kind = kind
      self.id = id
      self.boosted = boosted
    }

    /// The identifier of what an action acts on. Not every server takes the row of a boost for a status, so it stands for
    /// the boosted status.
    package var actedOn: String { boosted ?? id }
  }
}

/// The sources of the values of variables, commands in parentheses and files.
package struct Bindings {
  /// The value of a variable, its fields included.
  package var value: (Variable) throws(Diagnostic) -> Binding
  /// The result of a command in parentheses.
  package var result: (Pipeline) throws(Diagnostic) -> Binding
  /// The result of arithmetic.
  package var computed: (Value) throws(Diagnostic) -> Binding
  /// The contents of a file given as `file:path` to a text parameter; the path `-` is standard input.
  package var contents: (Spanned<String>) throws(Diagnostic) -> String
  /// Whether the value of a variable came from a server, a file or a program, so that it must not name a file.
  package var isForeign: (Variable) -> Bool

  package init(
    value: @escaping (Variable) throws(Diagnostic) -> Binding,
    result: @escaping (Pipeline) throws(Diagnostic) -> Binding,
    computed: @escaping (Value) throws(Diagnostic) -> Binding = { _ throws(Diagnostic) in .pending(nil, "1") },
    contents: @escaping (Spanned<String>) throws(Diagnostic) -> String,
    isForeign: @escaping (Variable) -> Bool = { _ in false }
  ) {
    self.value = value
    self.result = result
    self.computed = computed
    self.contents = contents
    self.isForeign = isForeign
  }

  /// Values that are known only when the line runs, except that some kinds are known.
  static func unknown(kind: @escaping (Value) -> ReferenceKind?) -> Bindings {
    Bindings(
      value: { variable throws(Diagnostic) in
        .pending(kind(Value(.variable(variable), variable.span)).map(ValueKind.identifier), "1")
      },
      result: { pipeline throws(Diagnostic) in
        .pending(kind(Value(.result(pipeline), pipeline.span)).map(ValueKind.identifier), "1")
      },
      contents: { _ throws(Diagnostic) in "" })
  }

  /// The bindings by which a command is checked that has no variable and no command.
  static var written: Bindings {
    var bindings = Bindings.none
    bindings.contents = { _ throws(Diagnostic) in "" }
    return bindings
  }

  /// No variables, commands or files.
  package static var none: Bindings {
    Bindings(
      value: { variable throws(Diagnostic) in throw .unknownName(variable, known: []) },
      result: { pipeline throws(Diagnostic) in throw .unresolved("a command in ( )", pipeline.span) },
      contents: { path throws(Diagnostic) in throw .unresolved("a file", path.span) })
  }
}

extension Diagnostic {
  /// An undefined variable.
  ///
  /// - Parameter known: the defined names.
  package static func unknownName(_ variable: Variable, known: [String]) -> Diagnostic {
    let near = NearWords.near(variable.name, among: known)
    let name = variable.nameSpan
    return Diagnostic(
      .unknownName, at: Span(variable.span.start, name.end), "undefined variable '\(variable.name)'",
      label: near.first.map { "did you mean $\($0)?" }, edits: near.first.map { [Edit(name, $0)] } ?? [], near: near,
      exitCode: .data)
  }

  fileprivate static func unresolved(_ what: String, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "\(what) has no value before the line runs", exitCode: .data)
  }
}
