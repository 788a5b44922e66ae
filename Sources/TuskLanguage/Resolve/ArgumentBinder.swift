import AccountNames
import XCallbackURL

/// Binds the arguments of one command to the parameters of its verb.
struct ArgumentBinder {
  let verb: Resolver.Verb
  let bindings: Bindings
  let command: Span
  let options: [Parameter]
  /// One pair for each subject.
  var subjects: [CallbackURL.Pair] = []
  private var pairs = BoundPairs()
  private(set) var shellOptions: [Invocation.Option] = []
  /// Where the arguments went so far.
  private(set) var arguments = Invocation.Arguments()
  /// The parameters that accept no more values.
  private(set) var given: [String] = []
  /// The operands with at least one value.
  private var filled: [String] = []
  /// How the subject was given.
  private(set) var subjectSource: SubjectSource?
  /// The values of the parameters given by name.
  private var values = Dictionary<String, Value>()
  /// The previous argument, if it was an unquoted word bound to a text operand.
  private var prose: Spanned<String>?

  /// - Parameter command: the span of the command, for corrections of all of it.
  init(verb: Resolver.Verb, options: [Parameter], bindings: Bindings, command: Span) {
    self.verb = verb
    self.command = command
    self.options = options
    self.bindings = bindings
  }

  /// How a command gives its subject.
  enum SubjectSource: Equatable {
    case references
    case parameter(String)
  }

  var signature: Signature { verb.signature }

  /// Binds the next argument; the ones after it only serve corrections.
  mutating func bind(_ argument: Argument, before rest: ArraySlice<Argument>) throws(Diagnostic) {
    switch argument {
    case .value(let value): try place(value, before: rest)
    case .setting(let setting):
      try set(setting, before: rest.first)
      prose = nil
    }
  }

  private mutating func set(_ setting: Setting, before next: Argument?) throws(Diagnostic) {
    if let option = option(of: setting), case .flag(let flag) = setting.content {
      guard !shellOptions.contains(where: { $0.name == option.name }) else {
        throw .duplicate(option, setting, after: nil)
      }
      return add(option, Given(text: String(flag)), setting.span)
    }
    guard let parameter = parameter(named: setting.key.value) else { throw unknownParameter(setting) }
    guard !given.contains(parameter.name) else { throw .duplicate(parameter, setting, after: values[parameter.name]) }
    values[parameter.name] = setting.value
    if isSubject(parameter) {
      guard subjectSource == nil else { throw .conflict(signature, setting.span) }
      subjectSource = .parameter(parameter.name)
    }
    switch setting.content {
    case .flag(let flag):
      if !flag, let negative = parameter.negative {
        pairs.append(CallbackURL.Pair(parameter.name, negative), with: [])
      } else {
        guard case .boolean = parameter.type else { throw .flagNeedsValue(parameter, setting, next) }
        add(parameter, Given(text: String(flag)), setting.span)
      }
    case .value(let value):
      arguments.given.append(Invocation.Arguments.Given(parameter: parameter, value: value))
      let isLiteral = value.variables.isEmpty && value.pipelines.isEmpty
      for given in try completed(given(by: value, for: parameter), for: parameter) {
        add(parameter, given, setting.span, isLiteral: isLiteral)
      }
    }
    given.append(parameter.name)
  }

  private func parameter(named key: String) -> Parameter? {
    signature.parameter(named: key) ?? options.named(key) ?? unchecked(key)
  }

  /// A parameter of an app whose actions are unknown.
  private func unchecked(_ key: String) -> Parameter? {
    guard let app = signature.app, !app.isKnown, !key.hasPrefix("x-") else { return nil }
    return Parameter(key, .text, isRepeatable: true, "")
  }

  private func isSubject(_ parameter: Parameter) -> Bool {
    signature.subject?.isNamed(by: parameter.name) ?? false
  }

  private mutating func add(_ parameter: Parameter, _ given: Given, _ span: Span, isLiteral: Bool = true) {
    let text = given.text
    if parameter.place == .shell {
      shellOptions.append(Invocation.Option(name: parameter.name, value: text, span: span, isLiteral: isLiteral))
    } else if isSubject(parameter) {
      subjects.append(CallbackURL.Pair(parameter.name, text))
    } else if parameter.type != .boolean || text == "true" || parameter.negative != nil || signature.app != nil {
      pairs.append(CallbackURL.Pair(parameter.name, text), with: given.companions)
    }
  }

  private mutating func place(_ value: Value, before rest: ArraySlice<Argument>) throws(Diagnostic) {
    let shape = try shape(of: value)
    let operand = operand(for: shape)
    try refuseKind(of: shape, ifSubjectOf: operand)
    if operand == nil, !filled.isEmpty, let number = unnamedNumber(value) { throw number }
    guard let subject = signature.subject, operand == nil || isSubject(shape, subject) else {
      guard let operand else { throw excess(value, before: rest) }
      return try fill(operand, with: value)
    }
    guard subjectSource == nil || subjectSource == .references else { throw .conflict(signature, value.span) }
    // A name within a text that is not quoted is no second subject.
    if subjectSource != nil, prose != nil { throw .subjectInText(subject, value.span) }
    subjectSource = .references
    arguments.subjects.append(value)
    do throws(Diagnostic) { try addSubjects(value, subject) } catch { throw rowNumber(before: value, subject) ?? error }
  }

  /// Refuses a reference of the wrong kind in the place of the subject, which an operand would take as text.
  private func refuseKind(of value: Value, ifSubjectOf operand: Parameter?) throws(Diagnostic) {
    guard case .reference(let reference) = value.form, let subject = signature.subject, subject.isRequired,
      subjectSource == nil, filled.isEmpty, operand?.type == .text, reference.kind != subject.kind
    else { return }
    throw .wrongKind(verb, reference.kind, value.span)
  }

  private mutating func fill(_ operand: Parameter, with value: Value) throws(Diagnostic) {
    arguments.given.append(Invocation.Arguments.Given(parameter: operand, value: value))
    for given in try completed(given(by: value, for: operand), for: operand) { add(operand, given, value.span) }
    if !operand.isRepeatable { given.append(operand.name) }
    filled.append(operand.name)
    prose = operand.type == .text ? value.bareWord : nil
  }

  /// The next operand that accepts this value.
  private func operand(for value: Value) -> Parameter? {
    let takesTexts = signature.parameters.contains { $0.place == .operand && $0.type == .text }
    return signature.parameters.first { parameter in
      guard parameter.place == .operand, !given.contains(parameter.name) else { return false }
      // A text goes to a later operand that takes texts; only a number that is not quoted counts.
      if case .integer = parameter.type, takesTexts, value.literalWord.flatMap({ Int($0) }) == nil { return false }
      // A number after a verb that needs no account counts the rows: `statuses 5`.
      if case .reference = parameter.type, !parameter.isRequired, value.literalWord.flatMap({ Int($0) }) != nil {
        return false
      }
      // After another value, a number without a kind is no identifier.
      if !filled.isEmpty, case .identifier = parameter.type, value.literalWord != nil { return false }
      guard case .reference(let reference) = value.form else { return true }
      return parameter.type.accepts(reference.kind)
    }
  }

  /// An extra value; unquoted words that continue an operand were probably meant as one text.
  private func excess(_ value: Value, before rest: ArraySlice<Argument>) -> Diagnostic {
    if let number = unnamedNumber(value) { return number }
    let operands = signature.parameters.filter { $0.place == .operand }
    let values = rest.prefix { if case .value = $0 { true } else { false } }
    let words = [value.bareWord] + values.map(\.bareWord)
    guard let prose, signature.subject == nil, operands.count == 1, words.allSatisfy({ $0 != nil }) else {
      return .tooMany(verb.spelling.value, value.span, operands, edits: [])
    }
    let all = [prose] + words.compactMap(\.self)
    let text = all.map(\.value).joined(separator: " ")
    let edit = Diagnostic.Edit(prose.span.through(all[all.count - 1].span), "\"\(text)\"")
    return .tooMany(verb.spelling.value, value.span, operands, edits: [edit])
  }

  /// Checks that no required parameter is missing.
  func checkMissing(at end: Span) throws(Diagnostic) {
    if let subject = signature.subject, subject.isRequired, subjectSource == nil {
      throw .missingSubject(verb, subject, end)
    }
    for parameter in signature.parameters where parameter.isRequired {
      guard given.contains(parameter.name) || filled.contains(parameter.name) || isSubject(parameter) else {
        throw .missing(parameter, verb.spelling.value, end)
      }
    }
    guard isSilent else { return }
    for parameter in signature.parameters where parameter.isRequiredWhenSilent {
      guard pairs.all.contains(where: { $0.name == parameter.name }) else { throw .missingWhenSilent(parameter, end) }
    }
  }

  /// The parameters and their values, besides the subjects.
  var parameters: [CallbackURL.Pair] { pairs.all }

  /// One URL for each subject, or one; a silent request includes its source.
  func urls(source: String) -> [CallbackURL] {
    let rest = pairs.all + (isSilent ? [CallbackURL.Pair("x-source", source)] : [])
    guard subjectSource != nil else { return [url(rest)] }
    return subjects.map { url([$0] + rest) }
  }

  private var isSilent: Bool {
    pairs.all.contains { $0.name == "silent" && $0.value == "true" }
  }

  private func url(_ pairs: [CallbackURL.Pair]) -> CallbackURL {
    guard let app = signature.app else {
      return CallbackURL(scheme: "tusker", action: signature.action, pairs: pairs)
    }
    return app.url(for: signature.action, app.spelled(pairs, of: signature.parameters))
  }
}

extension ParameterType {
  /// Whether a reference of this kind is a valid value.
  fileprivate func accepts(_ found: ReferenceKind) -> Bool {
    switch self {
    case .identifier(let kind), .reference(let kind): found == kind
    case .choice, .integer, .boolean, .duration, .time: false
    default: true
    }
  }
}

extension Value {
  /// The word, if the value is unquoted and has no variables.
  fileprivate var bareWord: Spanned<String>? {
    literalWord.map { Spanned($0, span) }
  }
}

extension Argument {
  fileprivate var bareWord: Spanned<String>? {
    guard case .value(let value) = self else { return nil }
    return value.bareWord
  }
}

extension Text {
  var isWebAddress: Bool {
    guard case .literal(let text)? = pieces.first else { return false }
    return text.isWebAddress
  }
}

extension Diagnostic {
  fileprivate static func tooMany(
    _ verb: String, _ span: Span, _ operands: [Parameter], edits: [Edit]
  ) -> Diagnostic {
    let limit =
      switch operands.count {
      case 0: "no unnamed values"
      case 1: "one \(operands[0].noun)"
      default: "\(operands.count) unnamed values"
      }
    return Diagnostic(.tooManyArgs, at: span, "'\(verb)' takes \(limit)", label: "one too many", edits: edits)
  }

  fileprivate static func missingSubject(
    _ verb: Resolver.Verb, _ subject: Signature.Subject, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      .missingArg, at: span, "'\(verb.spelling.value)' needs \(verb.neededKinds)", label: "\(subject.kind.rawValue):…")
  }

  fileprivate static func missing(_ parameter: Parameter, _ verb: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .missingArg, at: span, "'\(verb)' requires \(parameter.spelling) (\(parameter.summary))",
      label: "\(parameter.name)=…")
  }

  fileprivate static func missingWhenSilent(_ parameter: Parameter, _ span: Span) -> Diagnostic {
    Diagnostic(
      .missingArg, at: span, "'\(parameter.name)' is required in a silent request, which cannot ask for it",
      label: "\(parameter.name)=…")
  }
}
