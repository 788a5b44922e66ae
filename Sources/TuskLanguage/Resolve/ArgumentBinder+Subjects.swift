import TuskCommon
import XCallbackURL

extension ArgumentBinder {
  /// Adds the subjects that a value after the verb refers to.
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
      try addURL(subject, try self.text(of: text), WrittenForm(value), at: value.span)
    case .word(let text):
      if let unknown = unknownKind(text, subject, value.span) { throw unknown }
      if let word = text.literal, let choice = openChoice(word) { throw .unnamedChoice(word, choice, verb, value.span) }
      try addURL(subject, try self.text(of: text), WrittenForm(value), at: value.span)
    case .variable(let variable):
      try addSubject(subject, bindings.value(variable), WrittenForm(value), at: value.span)
    case .result(let pipeline):
      try addSubject(subject, bindings.result(pipeline), WrittenForm(value), at: value.span)
    case .arithmetic, .range:
      try addSubject(subject, bindings.computed(value), WrittenForm(value), at: value.span)
    }
  }

  /// The mistake of a number that was to name a row, where the text after it came to be in the place of the subject.
  func rowNumber(before value: Value, _ subject: Signature.Subject) -> Diagnostic? {
    guard case .string = value.form, let number = arguments.given.last?.value, let word = number.literalWord,
      word.utf8.count <= 2, word.utf8.allSatisfy(Lexer.isDigit)
    else { return nil }
    return .notASubject(verb, subject, .word, word, number.span)
  }

  /// Whether a value is a subject rather than an operand.
  func isSubject(_ value: Value, _ subject: Signature.Subject) -> Bool {
    switch value.form {
    case .reference(let reference): reference.kind == subject.kind
    case .url(let text): subject.url != nil && subjectSource == nil && text.isWebAddress
    case .variable, .result: subjectSource == nil
    case .list(let values): values.first.map { isSubject($0, subject) } ?? (subjectSource == nil)
    case .word, .string, .arithmetic, .range: false
    }
  }

  private mutating func addSubject(
    _ subject: Signature.Subject, _ binding: Binding, _ word: WrittenForm, at span: Span
  ) throws(Diagnostic) {
    switch binding {
    case .text(let text): try addURL(subject, text, word, at: span)
    case .argument(let text):
      guard let (kind, id) = Binding.reference(spelledBy: text) else {
        return try addURL(subject, text, .argument, at: span)
      }
      try addSubject(subject, .reference(kind, id: id), word, at: span)
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
      throw .notASubject(verb, subject, WrittenForm.nothing, "", span)
    case .pending(let kind, let text):
      if let found = kind?.reference, found != subject.kind {
        throw wrongKind(subject, found, label: text, span, exitCode: .data)
      }
      subjects.append(CallbackURL.Pair(subject.id, text))
    }
  }

  /// Adds a record by its identifier, or a record from a file by its URL.
  private mutating func addSubject(
    _ subject: Signature.Subject, _ name: String, _ referent: Binding.Referent?, url: String?, at span: Span
  ) throws(Diagnostic) {
    if let referent {
      guard referent.kind == subject.kind else {
        let label = "\(referent.kind.rawValue):\(referent.id)"
        throw wrongKind(subject, referent.kind, label: label, span, exitCode: .data)
      }
      return try addSubject(subject, subject.isRow ? referent.id : referent.actedOn, at: span, isLiteral: false)
    }
    // The URL of a record from a file refers to the record; in other records it may refer to something else.
    guard let url, name == Binding.shapeless else {
      throw .notASubject(verb, subject, .record(name), "", span)
    }
    try addURL(subject, url, .value, at: span)
  }

  /// Adds the identifier of a reference: a web URL, a handle or an id.
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

  /// Adds a text that must be a web URL, because an id without a kind is ambiguous.
  private mutating func addURL(
    _ subject: Signature.Subject, _ text: String, _ word: WrittenForm, at span: Span
  ) throws(Diagnostic) {
    guard let name = subject.url, ParameterType.isWebURL(text) else {
      throw .notASubject(verb, subject, word, text, span)
    }
    subjects.append(CallbackURL.Pair(name, text))
  }

  /// A word like `stauts:109`, with an unknown kind.
  private func unknownKind(_ text: Text, _ subject: Signature.Subject, _ span: Span) -> Diagnostic? {
    guard case .literal(let literal)? = text.pieces.first, let colon = literal.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let kind = literal[..<colon]
    guard !kind.isEmpty, kind.utf8.allSatisfy(Lexer.isLetter), !literal[colon...].hasPrefix("://") else { return nil }
    let place = Span(span.start, span.start + kind.utf8.count)
    return .unknownKind(String(kind), place, near: NearWords.near(String(kind), among: [subject.kind.rawValue]))
  }

  private func wrongKind(
    _ subject: Signature.Subject, _ found: ReferenceKind, label: String?, _ span: Span, exitCode: ExitCode = .usage
  ) -> Diagnostic {
    .wrongKind("'\(verb.spelling.value)' needs", subject.kind, found, label: label, span, exitCode: exitCode)
  }
}

/// The form of a subject that is not a reference.
enum WrittenForm: Equatable {
  case word, text, url, value, nothing
  /// An argument of the script.
  case argument
  /// A record without a reference.
  case record(String)

  init(_ value: Value) {
    switch value.form {
    case .word: self = .word
    case .string: self = .text
    case .url: self = .url
    case .reference, .variable, .list, .result, .arithmetic, .range: self = .value
    }
  }

  fileprivate var label: String {
    switch self {
    case .word: "a word"
    case .text: "text"
    case .url: "a URL"
    case .value: "text"
    case .nothing: "null"
    case .argument: "an argument of the script"
    case .record(let name): name.withArticle
    }
  }

  fileprivate var exitCode: ExitCode {
    switch self {
    case .word, .text, .url: .usage
    case .value, .nothing, .argument, .record: .data
    }
  }
}

extension Resolver.Verb {
  /// The hashtag that a text was meant for: one in quotes, or a word where only a hashtag can be.
  fileprivate func tag(meantBy text: String, _ form: WrittenForm) -> String? {
    let isQuoted = text.hasPrefix("#")
    let tag = isQuoted ? String(text.dropFirst()) : text
    guard form == .word || form == .text, ReferenceKind.tag.isIdentifier(tag) else { return nil }
    let takesTag = candidates.contains { $0.subject?.kind == .tag }
    return takesTag && (isQuoted || candidates.allSatisfy { $0.subject?.kind == .tag }) ? tag : nil
  }
}

extension Signature.Subject {
  /// How the subject may be written.
  fileprivate var forms: String {
    var forms = ["\(kind.rawValue):ID"]
    if acct != nil { forms.append("@USER@HOST") }
    if url != nil { forms.append("its URL") }
    return forms.count == 1 ? forms[0] : forms.dropLast().joined(separator: ", ") + " or \(forms[forms.count - 1])"
  }
}

extension Diagnostic {
  static func conflict(_ signature: Signature, _ span: Span) -> Diagnostic {
    let kind = signature.subject?.kind.rawValue ?? "subject"
    return Diagnostic(.conflictingArgs, at: span, "the \(kind) is given twice, in different ways")
  }

  static func subjectInText(_ subject: Signature.Subject, _ span: Span) -> Diagnostic {
    Diagnostic(
      .tooManyArgs, at: span, "\(subject.kind.withArticle) after the text is not clear",
      label: "write the text in quotes, or the \(subject.kind.rawValue) before it")
  }

  fileprivate static func unnamedChoice(
    _ word: String, _ parameter: Parameter, _ verb: Resolver.Verb, _ span: Span
  ) -> Diagnostic {
    let value = parameter.type.choice(calledElsewhere: word) ?? word
    let values = parameter.type.choiceValues
    return Diagnostic(
      .typeMismatch, at: span,
      "'\(verb.spelling.value)' takes its \(parameter.name) by name: "
        + "\(parameter.name)=\(values.joined(separator: "|"))",
      edits: values.contains(value) ? [Edit(span, "\(parameter.name)=\(value)")] : [])
  }

  fileprivate static func notASubject(
    _ verb: Resolver.Verb, _ subject: Signature.Subject, _ word: WrittenForm, _ text: String, _ span: Span
  ) -> Diagnostic {
    let requirement = "'\(verb.spelling.value)' needs \(verb.neededKinds)"
    if case .argument = word {
      let advice = "write \(subject.forms)"
      return Diagnostic(
        .typeMismatch, at: span, "\(requirement), not '\(text)'", label: advice, exitCode: word.exitCode)
    }
    if let tag = verb.tag(meantBy: text, word) {
      return Diagnostic(
        .typeMismatch, at: span, "\(requirement); a hashtag starts with #", label: word.label,
        edits: [Edit(span, "#\(tag)")])
    }
    guard case .word = word else {
      return Diagnostic(.typeMismatch, at: span, requirement, label: word.label, exitCode: word.exitCode)
    }
    return notASubject(requirement, subject, word, text, span, verb)
  }

  /// A name of a server after a verb that takes accounts and servers, of which none is guessed.
  private static func accountOrServer(
    _ requirement: String, _ text: String, _ verb: Resolver.Verb, _ span: Span
  ) -> Diagnostic? {
    let kinds = verb.candidates.compactMap { $0.subject?.kind }
    guard kinds.contains(.account), kinds.contains(.domain), text.contains("."), !text.contains("@"),
      ReferenceKind.domain.isIdentifier(text)
    else { return nil }
    let name = verb.spelling.value
    return Diagnostic(
      .typeMismatch, at: span, "\(requirement), not '\(text)'",
      label: "'\(name) domain:\(text)' for the server, '\(name) @USER@\(text)' for an account")
  }

  /// - Parameter requirement: what the verb needs, where a word is.
  private static func notASubject(
    _ requirement: String, _ subject: Signature.Subject, _ word: WrittenForm, _ text: String, _ span: Span,
    _ verb: Resolver.Verb
  ) -> Diagnostic {
    if let either = accountOrServer(requirement, text, verb, span) { return either }
    if namesRows(text) {
      let advice = "write \(subject.forms); '\(text)' names rows of a list only at the prompt"
      return Diagnostic(.typeMismatch, at: span, "\(requirement), not '\(text)'", label: advice)
    }
    if subject.kind == .account, text.contains("@"), (try? ParameterType.acct.accepting(text)) != nil {
      return Diagnostic(
        .typeMismatch, at: span, "\(requirement); an account name starts with @", label: word.label,
        edits: [Edit(span, "@\(text)")])
    }
    guard subject.kind.isIdentifier(text) else {
      return Diagnostic(.typeMismatch, at: span, "\(requirement), not '\(text)'", label: word.label)
    }
    // A word without a digit is unlikely to be an identifier. A change is not proposed for an account that a word of the
    // line may only look like.
    guard text.contains(where: \.isNumber) else {
      let isName = subject.kind == .account && (try? ParameterType.acct.accepting(text)) != nil
      return Diagnostic(
        .typeMismatch, at: span, requirement + (isName ? "; an account name starts with @" : ", not '\(text)'"),
        label: word.label,
        edits: isName && !verb.signature.effect.isWrite ? [Edit(span, "@\(text)")] : [])
    }
    return bareIdentifier(requirement, subject, text, span, verb)
  }

  /// An identifier of which only the number is written.
  private static func bareIdentifier(
    _ requirement: String, _ subject: Signature.Subject, _ text: String, _ span: Span, _ verb: Resolver.Verb
  ) -> Diagnostic {
    // An identifier alone may belong to anything, so that no line is proposed unless only a status can follow.
    let isStatus = verb.others.isEmpty && subject.kind == .status && text.isLongNumber
    let isShort = text.utf8.count <= 2 && text.utf8.allSatisfy(Lexer.isDigit)
    let advice =
      isShort ? "a number names a row of a list only at the prompt" : "--ids shows the references of a list"
    return Diagnostic(
      .typeMismatch, at: span, "\(requirement), not '\(text)'", label: "write \(subject.forms); \(advice)",
      edits: isStatus ? [Edit(span, "status:\(text)")] : [])
  }

  /// Whether a word would name what is on the screen at the prompt, and more than a number does.
  private static func namesRows(_ text: String) -> Bool {
    text == "it" || text.utf8.count <= 5 && text.contains("-") && ShownRows.numbers(in: text) != nil
  }

  fileprivate static func badID(
    _ id: String, _ verb: String, _ subject: Signature.Subject, _ span: Span, exitCode: ExitCode
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(verb)' needs \(subject.kind.withArticle); '\(id)' is not one", exitCode: exitCode)
  }

  fileprivate static func unknownKind(_ kind: String, _ span: Span, near: [String]) -> Diagnostic {
    Diagnostic(
      .wrongKind, at: span, "unknown kind of reference '\(kind)'",
      edits: near.first.map { [Edit(span, $0)] } ?? [], near: near)
  }
}

extension String {
  /// Whether it is a number with more digits than that of a row can have, as identifiers of statuses are.
  var isLongNumber: Bool { utf8.count > 6 && utf8.allSatisfy(Lexer.isDigit) }
}
