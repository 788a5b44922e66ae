import XCallbackURL

extension Checker {
  /// The type of a pipeline's result.
  func staticType(of pipeline: Pipeline) -> StaticType {
    guard pipeline.output == nil else { return .nothing }
    if pipeline.programs.isEmpty, case .attempt = pipeline.first { return .record(.attempt) }
    if !pipeline.programs.isEmpty, resolver.verb(onRowsOf: pipeline, unless: isScripts) != nil {
      return .list(.anything)
    }
    guard pipeline.programs.isEmpty, case .command(let command) = pipeline.first else { return .spelled }
    guard pipeline.stages.isEmpty else {
      return pipeline.stages.reduce(staticType(ofCommand: command)) { rows, stage in
        staticType(of: stage, on: rows)
      }
    }
    return staticType(ofCommand: command)
  }

  private func staticType(ofCommand command: Command) -> StaticType {
    guard !isScripts(command.verb.value), let words = verb(of: command) else { return .anything }
    guard !words.isOwn else { return staticType(ofOwn: command) }
    // Which of several actions it is may be known only when it runs.
    guard let verb = try? words.chosen(for: command, with: bindings(for: words, command)), verb.others.isEmpty else {
      return .anything
    }
    // Several subjects give several results.
    guard verb.signature.subject == nil || !hasSeveralSubjects(command, verb) else { return .anything }
    return verb.signature.staticType()
  }

  private func hasSeveralSubjects(_ command: Command, _ verb: Resolver.Verb) -> Bool {
    let values = command.arguments.dropFirst(verb.length).compactMap { argument -> Value? in
      guard case .value(let value) = argument else { return nil }
      return value
    }
    guard values.count == 1 else { return values.count > 1 }
    // Deeper nesting is not followed, because each level would evaluate all levels below it again.
    if case .result(let pipeline) = values[0].form, pipeline.containsResult { return true }
    switch staticType(of: values[0]) {
    case .list, .anything: return true
    default: return false
    }
  }

  private func staticType(ofOwn command: Command) -> StaticType {
    switch command.verb.value {
    case "read":
      let words = command.arguments.map { argument -> String? in
        switch argument {
        case .value(let value): value.plainWord
        case .setting(let setting):
          if case .value(let value) = setting.content, setting.key.value == "format" { value.plainWord } else { nil }
        }
      }
      let isText = words.contains("lines") || words.contains("paragraphs")
      return .list(isText ? .spelled : .anything)
    case "accounts": return .list(.spelled)
    case "jobs": return .list(.record(.job))
    case "job": return .record(.job)
    case "ask": return .spelled
    case "posted": return resolver.catalog.signature(verb: "statuses")?.staticType() ?? .anything
    case "join", "replace", "lower", "upper", "trim", "cut", "format": return .spelled
    case "split": return .list(.spelled)
    case "glob": return .list(.spelled)
    case "rows": return command.arguments.first?.value.map(staticType) ?? .anything
    case "now", "parse": return .declared(.time)
    case "round": return .number
    case "min", "max": return staticType(ofLeast: command)
    case "json": return staticType(ofJSON: command)
    case "record": return staticType(ofRecord: command)
    case "open":
      return command.arguments.first.flatMap(opened)?.staticType() ?? .anything
    default: return .anything
    }
  }

  /// One of the values, or of their items.
  private func staticType(ofLeast command: Command) -> StaticType {
    let types = command.arguments.compactMap(\.value).map { value in
      if case .list(let item) = staticType(of: value) { item } else { staticType(of: value) }
    }
    return types.dropFirst().reduce(types.first ?? .nothing) { $0.joined(with: $1) }
  }

  private func staticType(ofJSON command: Command) -> StaticType {
    switch command.arguments.first?.value.map(staticType) {
    case .nothing?, .truth?, .number?, .record?, .list?, .reference?: .declared(.text)
    case nil, .anything?, .written?, .spelled?, .declared?: .anything
    }
  }

  /// A record of the fields that the command names, if the kinds of all are known.
  private func staticType(ofRecord command: Command) -> StaticType {
    var fields: [Signature.ResultField] = []
    for argument in command.arguments {
      guard case .setting(let setting) = argument, let kind = kind(of: setting) else { return .anything }
      fields.append(Signature.ResultField(setting.key.value, kind, ""))
    }
    return .record(RecordShape("record", fields: fields))
  }

  private func kind(of setting: Setting) -> ValueKind? {
    guard let value = setting.value else { return .boolean }
    switch staticType(of: value) {
    case .truth: return .boolean
    case .number: return .integer
    case .declared(let kind): return kind
    case .reference(let kind, _): return .identifier(kind)
    case .written, .spelled: return .text
    case .record(let shape): return resolver.catalog.records[shape.name] == shape ? .record(shape.name) : nil
    case .anything, .nothing, .list: return nil
    }
  }

  /// The action that a literal URL requests.
  private func opened(_ argument: Argument) -> Signature? {
    guard case .value(let value) = argument, let literal = value.writtenURL?.literal else {
      return nil
    }
    return (try? CallbackURL(parsing: literal)).flatMap { resolver.catalog.signature(action: $0.action) }
  }

  /// Whether the result certainly comes from a server, a file or a program.
  func isForeign(_ pipeline: Pipeline) -> Bool {
    guard pipeline.output == nil else { return false }
    guard pipeline.programs.isEmpty, case .command(let command) = pipeline.first else { return true }
    guard definitions[command.verb.value] == nil, let verb = verb(of: command) else { return false }
    guard verb.isOwn else { return true }
    guard !Catalog.isPure(verb.signature) else {
      return command.arguments.compactMap(\.value).contains(where: isForeign)
    }
    return verb.signature.action == "read" || verb.signature.action == "open"
  }
}

extension Pipeline {
  /// Whether an argument of the command is itself a command.
  fileprivate var containsResult: Bool {
    guard case .command(let command) = first else { return false }
    return command.arguments.contains { argument in
      guard case .value(let value) = argument, case .result = value.form else { return false }
      return true
    }
  }
}

extension Value {
  /// The text of a word or of a text in quotes without variables.
  var plainWord: String? {
    switch form {
    case .word(let text), .string(let text): text.literal
    case .reference, .url, .variable, .list, .result, .arithmetic, .range: nil
    }
  }
}
