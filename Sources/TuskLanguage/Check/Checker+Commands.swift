import TuskCommon
import XCallbackURL

extension Checker {
  /// Finds what is wrong with a command and with what its results go through.
  mutating func examine(_ pipeline: Pipeline, isValue: Bool) {
    switch pipeline.first {
    case .command(let command):
      examine(command)
      if isValue && pipeline.output == nil || !pipeline.programs.isEmpty { checkAnswer(of: command) }
    case .run(let program): examine(program)
    }
    for program in pipeline.programs { examine(program) }
    guard let output = pipeline.output else { return }
    examine(output.file)
    checkName(output.file, .file)
  }

  private mutating func examine(_ program: Program) {
    for word in program.words { examine(word) }
    guard var name = program.words.first else { return }
    while case .list(let values) = name.form, let first = values.first { name = first }
    let isNamed = checkName(name, .program)
    for word in program.words.dropFirst(isNamed ? 0 : 1) {
      let given = staticType(of: word).inner
      if !given.hasSpelling || given == .nothing {
        found.append(.misplaced(given.description, within: .program, at: word.span))
      }
    }
  }

  /// What a word names that only the script itself may name.
  private enum Role: String {
    case file, program
  }

  /// Whether a value may name a file or a program; a program without a name is reported like its other words.
  @discardableResult
  private mutating func checkName(_ value: Value, _ role: Role) -> Bool {
    guard !isForeign(value) else {
      found.append(.foreign(role.rawValue, value.span))
      return false
    }
    let named = staticType(of: value)
    guard role == .file, !named.hasSpelling || named == .nothing else { return true }
    found.append(.unnamed(role.rawValue, named, value.span))
    return false
  }

  /// A verb of the language that only does something has no value.
  private mutating func checkAnswer(of command: Command) {
    guard definitions[command.verb.value] == nil, let verb = resolver.ownVerb(of: command),
      !["read", "open"].contains(verb.signature.action)
    else { return }
    found.append(.noAnswer(command.verb))
  }

  private mutating func examine(_ command: Command) {
    let count = found.count
    findMistakes(in: command)
    // What was found within the words of the command is mended only if the command then takes it.
    if found.count == count + 1 { found[count] = verified(found[count], in: command) }
  }

  private mutating func findMistakes(in command: Command) {
    let count = found.count
    for argument in command.arguments {
      switch argument {
      case .value(let value): examine(value)
      case .setting(let setting): examine(setting)
      }
    }
    if let definition = definitions[command.verb.value] {
      if !place.isDefinition, !made.contains(command.verb.value) { found.append(earlyUse(of: command, definition)) }
      return check(call: command, of: definition)
    }
    guard let verb = verb(of: command) else { return report(unknown: command) }
    do throws(Diagnostic) {
      check(try resolver.resolve(command, as: verb, bindings: bindings(for: verb)), of: command, verb)
      found += misfits(in: command, verb)
    } catch {
      guard !found[count...].contains(where: { $0.span == error.span }) else { return }
      found.append(explained(error, of: command, verb))
    }
  }

  func verb(of command: Command) -> Resolver.Verb? {
    resolver.ownVerb(of: command) ?? resolver.verb(of: command)
  }

  private mutating func report(unknown command: Command) {
    guard !isOpen else { return }
    suggestions -= 1
    guard suggestions >= 0 else { return found.append(.unknownVerb(command.verb)) }
    var diagnostic = resolver.unknownVerb(of: command, known: definitions.keys.sorted())
    let span = diagnostic.span
    let right = diagnostic.near.lazy.map { Diagnostic.Edit(span, $0) }.first { self.isRight(command, after: [$0]) }
    diagnostic.edits = right.map { [$0] } ?? []
    found.append(diagnostic)
  }

  /// What must hold of a command beside the demands of its parameters.
  private mutating func check(_ invocation: Invocation, of command: Command, _ verb: Resolver.Verb) {
    for option in invocation.options where option.name == "timeout" && option.value.isZeroDuration {
      found.append(.noTime("timeout", option.span))
    }
    guard Catalog.isOwn(verb.signature) else { return resolutions.add(invocation, for: command) }
    guard verb.signature.action != "open" else { return checkURL(of: command, invocation) }
    resolutions.add(invocation, for: command)
    switch verb.signature.action {
    case "next", "stop":
      if !place.isLoop {
        found.append(.misplaced(verb.signature.action, verb.spelling.span, "speaks of a loop and stands in a 'for'"))
      }
    case "wait":
      let time = invocation.urls.first?.pairs.first { $0.name == "time" }?.value
      if let time, time.isZeroDuration { found.append(.noTime("time", command.arguments.first?.span ?? command.span)) }
    case "source": isOpen = true
    default: return
    }
  }

  /// A URL that is written out must be one that can be opened.
  private mutating func checkURL(of command: Command, _ invocation: Invocation) {
    for case .value(let value) in command.arguments {
      guard case .url(let text) = value.form, let literal = text.literal else { continue }
      do throws(Diagnostic) {
        var opened = invocation
        let (url, signature) = try resolver.opening(literal, at: value.span)
        (opened.urls, opened.signature, opened.verb) = ([url], signature, command.verb)
        resolutions.add(opened, for: command)
      } catch {
        found.append(error)
      }
    }
  }

  /// The values of a command; those that take anything take records and lists too.
  func bindings(for verb: Resolver.Verb) -> Bindings {
    var bindings = bindings
    guard Catalog.isOwn(verb.signature),
      verb.signature.parameters.contains(where: { $0.type == .anything })
    else { return bindings }
    bindings.value = { _ throws(Diagnostic) in StaticType.anything.binding }
    bindings.result = { _ throws(Diagnostic) in StaticType.anything.binding }
    return bindings
  }

  /// What the values of a line are while nothing runs.
  var bindings: Bindings {
    Bindings(
      value: { variable throws(Diagnostic) in staticType(of: variable).binding },
      result: { pipeline throws(Diagnostic) in staticType(of: pipeline).binding },
      contents: { _ throws(Diagnostic) in "" },
      isForeign: isForeign(_:))
  }
}

extension StaticType {
  /// An item of a list, which stands in the place of the list where that is spread; the value itself where it is none.
  fileprivate var inner: StaticType {
    guard case .list(let item) = self else { return self }
    return item
  }
}

extension Diagnostic {
  fileprivate static func unknownVerb(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(.unknownVerb, at: verb.span, "unknown verb '\(verb.value)'")
  }

  fileprivate static func foreign(_ role: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .foreignValue, at: span,
      "what comes from a server, a file or a program cannot name \(role.withArticle)", exitCode: .data)
  }

  fileprivate static func noAnswer(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(.typeMismatch, at: verb.span, "'\(verb.value)' answers nothing that could have a name")
  }

  fileprivate static func unnamed(_ role: String, _ found: StaticType, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "\(found.description) cannot name \(role.withArticle)", exitCode: .data)
  }
}
