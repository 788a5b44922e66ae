import TuskCommon
import XCallbackURL

extension ArgumentBinder {
  /// Adds what a value after the verb names.
  mutating func addSubjects(_ value: Value, _ subject: Signature.Subject) throws(Diagnostic) {
    switch value.form {
    case .list(let values):
      for value in values { try addSubjects(value, subject) }
    case .reference(let reference):
      guard reference.kind == subject.kind else { throw wrongKind(subject, reference.kind, label: nil, value.span) }
      let id = try text(of: reference.id)
      guard try !isPending(reference.id) else { return subjects.append(CallbackURL.Pair(subject.id, id)) }
      try addSubject(subject, id, at: value.span, isLiteral: reference.id.literal != nil)
    case .url(let text), .string(let text):
      try addAddress(subject, try self.text(of: text), Word(value), at: value.span)
    case .word(let text):
      if let unknown = unknownKind(text, subject, value.span) { throw unknown }
      try addAddress(subject, try self.text(of: text), Word(value), at: value.span)
    case .variable(let variable):
      try addSubject(subject, bindings.value(variable), Word(value), at: value.span)
    case .result(let pipeline):
      try addSubject(subject, bindings.result(pipeline), Word(value), at: value.span)
    }
  }

  private mutating func addSubject(
    _ subject: Signature.Subject, _ binding: Binding, _ word: Word, at span: Span
  ) throws(Diagnostic) {
    switch binding {
    case .text(let text): try addAddress(subject, text, word, at: span)
    case .reference(let kind, let id):
      guard kind == subject.kind else {
        throw wrongKind(subject, kind, label: "\(kind.rawValue):\(id)", span, exitCode: .data)
      }
      try addSubject(subject, id, at: span, isLiteral: false)
    case .list(let bindings):
      for binding in bindings { try addSubject(subject, binding, word, at: span) }
    case .record(let name, let referent, _, let fields):
      try addSubject(subject, name, referent, url: fields["url"], at: span)
    case .nothing:
      throw .notASubject(verb.spelling.value, subject, Word.nothing, "", span)
    case .pending(let kind, let text):
      if let found = kind?.reference, found != subject.kind {
        throw wrongKind(subject, found, label: text, span, exitCode: .data)
      }
      subjects.append(CallbackURL.Pair(subject.id, text))
    }
  }

  /// Adds a record: by its identifier where it has one of this kind, for a record from a file by its address.
  private mutating func addSubject(
    _ subject: Signature.Subject, _ name: String, _ referent: Binding.Referent?, url: String?, at span: Span
  ) throws(Diagnostic) {
    if let referent {
      guard referent.kind == subject.kind else {
        let label = "\(referent.kind.rawValue):\(referent.id)"
        throw wrongKind(subject, referent.kind, label: label, span, exitCode: .data)
      }
      return try addSubject(subject, referent.id, at: span, isLiteral: false)
    }
    // A record of a file has no kind, and its address says which one it has; another's address is something else.
    guard let url, name == Binding.shapeless else {
      throw .notASubject(verb.spelling.value, subject, .record(name), "", span)
    }
    try addAddress(subject, url, .value, at: span)
  }

  /// Adds what follows a kind: an address on the web, a handle or an id.
  private mutating func addSubject(
    _ subject: Signature.Subject, _ id: String, at span: Span, isLiteral: Bool
  ) throws(Diagnostic) {
    let (name, type): (String?, ParameterType) =
      if ParameterType.isWebURL(id) {
        (subject.url, .url)
      } else if subject.kind == .account, id.contains("@") {
        (subject.acct, .acct)
      } else {
        (subject.id, .identifier(subject.kind))
      }
    guard let name, let text = try? type.accepting(id) else {
      throw .badID(id, verb.spelling.value, subject, span, exitCode: isLiteral ? .usage : .data)
    }
    subjects.append(CallbackURL.Pair(name, text))
  }

  /// Adds a text that must be an address on the web, because nothing says of which kind an id would be.
  private mutating func addAddress(
    _ subject: Signature.Subject, _ text: String, _ word: Word, at span: Span
  ) throws(Diagnostic) {
    guard let name = subject.url, ParameterType.isWebURL(text) else {
      throw .notASubject(verb.spelling.value, subject, word, text, span)
    }
    subjects.append(CallbackURL.Pair(name, text))
  }

  /// A word like `stauts:109`, whose kind does not exist.
  private func unknownKind(_ text: Text, _ subject: Signature.Subject, _ span: Span) -> Diagnostic? {
    guard case .literal(let literal)? = text.pieces.first, let colon = literal.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let kind = literal[..<colon]
    guard !kind.isEmpty, kind.utf8.allSatisfy(Lexer.isLetter), !literal[colon...].hasPrefix("://") else { return nil }
    let place = Span(span.start, span.start + kind.utf8.count)
    return .unknownKind(String(kind), place, near: DidYouMean.near(String(kind), among: [subject.kind.rawValue]))
  }

  private func wrongKind(
    _ subject: Signature.Subject, _ found: ReferenceKind, label: String?, _ span: Span, exitCode: ExitCode = .usage
  ) -> Diagnostic {
    .wrongKind("'\(verb.spelling.value)'", subject.kind, found, label: label, span, exitCode: exitCode)
  }
}

/// What a subject was written as, where it should have been a reference.
enum Word {
  case word, text, url, value, nothing
  /// A record that refers to nothing.
  case record(String)

  init(_ value: Value) {
    switch value.form {
    case .word: self = .word
    case .string: self = .text
    case .url: self = .url
    case .reference, .variable, .list, .result: self = .value
    }
  }

  fileprivate var label: String {
    switch self {
    case .word: "a word"
    case .text: "a text"
    case .url: "a URL"
    case .value: "a text"
    case .nothing: "nothing"
    case .record(let name): name.withArticle
    }
  }

  fileprivate var exitCode: ExitCode {
    switch self {
    case .word, .text, .url: .usage
    case .value, .nothing, .record: .data
    }
  }
}

extension Diagnostic {
  fileprivate static func notASubject(
    _ verb: String, _ subject: Signature.Subject, _ word: Word, _ text: String, _ span: Span
  ) -> Diagnostic {
    let wants = "'\(verb)' wants \(subject.kind.withArticle)"
    guard case .word = word else {
      return Diagnostic(.typeMismatch, at: span, wants, label: word.label, exitCode: word.exitCode)
    }
    if subject.kind == .account, text.contains("@"), (try? ParameterType.acct.accepting(text)) != nil {
      return Diagnostic(
        .typeMismatch, at: span, "\(wants); a handle starts with @", label: word.label, edits: [Edit(span, "@\(text)")])
    }
    guard subject.kind.isIdentifier(text) else {
      return Diagnostic(.typeMismatch, at: span, "\(wants), not '\(text)'", label: word.label)
    }
    // A word without a digit is hardly an identifier.
    guard text.contains(where: \.isNumber) else {
      guard subject.kind == .account, (try? ParameterType.acct.accepting(text)) != nil else {
        return Diagnostic(.typeMismatch, at: span, "\(wants), not '\(text)'", label: word.label)
      }
      return Diagnostic(
        .typeMismatch, at: span, "\(wants); a handle starts with @", label: word.label,
        edits: [Edit(span, "@\(text)")])
    }
    return Diagnostic(
      .typeMismatch, at: span, "\(wants); an id needs its kind", label: word.label,
      edits: [Edit(span, "\(subject.kind.rawValue):\(text)")])
  }

  fileprivate static func badID(
    _ id: String, _ verb: String, _ subject: Signature.Subject, _ span: Span, exitCode: ExitCode
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(verb)' wants \(subject.kind.withArticle); '\(id)' names none", exitCode: exitCode)
  }

  fileprivate static func unknownKind(_ kind: String, _ span: Span, near: [String]) -> Diagnostic {
    Diagnostic(
      .wrongKind, at: span, "no kind of reference is called '\(kind)'",
      edits: near.first.map { [Edit(span, $0)] } ?? [], near: near)
  }
}
