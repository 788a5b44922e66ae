package import XCallbackURL

/// Resolves commands to the x-callback URLs of their actions.
package struct Resolver: Sendable {
  /// The actions.
  package let catalog: Catalog
  /// The options of every action.
  package let options: [Parameter]
  /// The additional options of actions that return lists.
  package let listOptions: [Parameter]
  /// All options of actions that return lists.
  private let optionsOfLists: [Parameter]
  /// The apps for `call`.
  package let apps: Apps
  /// The `x-source` of silent requests.
  package let source: String

  package init(
    catalog: Catalog, options: [Parameter], listOptions: [Parameter] = [], apps: Apps = .none,
    source: String = "tusk"
  ) {
    self.catalog = catalog
    self.options = options
    self.listOptions = listOptions
    optionsOfLists = options + listOptions
    self.apps = apps
    self.source = source
  }

  /// A verb of one to three words and its action.
  package struct Verb: Sendable, Hashable {
    package var signature: Signature
    /// The other actions of these words that may be meant; the kind of the subject chooses one.
    package var others: [Signature] = []
    /// The words as typed.
    package var spelling: Spanned<String>
    /// How many of the command's arguments are words of the verb.
    package var length: Int
    /// Whether it is built in.
    var isOwn = false
  }

  /// The options of a verb besides its own parameters; of the built-in verbs only `open` has some, which it passes on.
  package func options(of signature: Signature) -> [Parameter] {
    guard signature.app == nil else { return callOptions }
    return switch Catalog.own.signature(action: signature.action) {
    case nil: signature.items == nil ? options : optionsOfLists
    case _? where signature.action == "open": options.filter { $0.place == .shell } + listOptions
    case _?: []
    }
  }

  private func options(of verb: Verb) -> [Parameter] {
    verb.isOwn && verb.signature.action != "open" ? [] : options(of: verb.signature)
  }

  /// The built-in verb of the command.
  package func ownVerb(of command: Command) -> Verb? {
    guard command.verb.value != Resolver.callVerb, var verb = longestVerb(of: command, in: Catalog.own) else {
      return nil
    }
    verb.isOwn = true
    return verb.takingAny(of: command)
  }

  /// The longest verb that the command starts with; `nil` if there is none.
  package func verb(of command: Command) -> Verb? {
    if command.verb.value == Resolver.callVerb { return try? call(command) }
    return longestVerb(of: command, in: catalog)
  }

  private func longestVerb(of command: Command, in catalog: Catalog) -> Verb? {
    let found = catalog.longestVerb(command.verb.value) { leadingWords(of: command).dropFirst().map(\.value) }
    guard let found, let first = found.signatures.first else { return nil }
    let spelling =
      found.further == 0 ? command.verb : Resolver.joined(leadingWords(of: command).prefix(found.further + 1))
    guard found.signatures.count > 1 else { return Verb(signature: first, spelling: spelling, length: found.further) }
    let others = Array(found.signatures.dropFirst())
    let verb = Verb(signature: first, others: others, spelling: spelling, length: found.further)
    return (try? verb.chosen(for: command, kind: { _ in nil })) ?? verb
  }

  /// The action and the URLs of a command.
  ///
  /// - Parameter known: more verbs to suggest for a misspelled one.
  package func resolve(
    _ command: Command, bindings: Bindings = .none, known: [String] = []
  ) throws(Diagnostic) -> Invocation {
    guard let verb = ownVerb(of: command) ?? verb(of: command) else { throw unknownVerb(of: command, known: known) }
    return try resolve(command, as: verb, bindings: bindings)
  }

  /// The parameters of a block, checked against those of its keyword.
  package func resolve(
    _ settings: [Setting], of keyword: Keyword, at head: Span, bindings: Bindings
  ) throws(Diagnostic) -> Invocation {
    let signature = Signature(
      action: keyword.word, verbs: [keyword.word], summary: keyword.summary, example: "", effect: .read,
      parameters: keyword.settings)
    let command = Command(
      verb: Spanned(keyword.word, head), arguments: settings.map(Argument.setting), span: head)
    for setting in settings {
      if let value = setting.value, try bindings.isEmptyList(value) { throw .emptyList(setting) }
    }
    let verb = Verb(signature: signature, spelling: command.verb, length: 0, isOwn: true)
    return try resolve(command, as: verb, bindings: bindings, options: [])
  }

  func resolve(
    _ command: Command, as verb: Verb, bindings: Bindings, options: [Parameter]? = nil
  ) throws(Diagnostic) -> Invocation {
    let verb = try verb.chosen(for: command, with: bindings)
    var binder = ArgumentBinder(
      verb: verb, options: options ?? self.options(of: verb), bindings: bindings, command: command.span)
    var rest = command.arguments.dropFirst(verb.length)
    while let argument = rest.popFirst() {
      do throws(Diagnostic) {
        try binder.bind(argument, before: rest)
      } catch {
        throw proposingLongerVerb(error, for: command, as: verb)
      }
    }
    try binder.checkMissing(at: Span(command.span.end, command.span.end))
    var invocation = Invocation(
      signature: verb.signature, verb: verb.spelling, urls: verb.isOwn ? [] : binder.urls(source: source),
      options: binder.shellOptions, span: command.span)
    if verb.isOwn { invocation.pairs = binder.parameters }
    invocation.arguments = binder.arguments
    return invocation
  }

  /// Where the arguments of a command go, whatever values its variables will have.
  ///
  /// - Parameter kind: the kind of what a value refers to, if it is known.
  func arguments(
    of command: Command, as verb: Verb, kind: @escaping (Value) -> ReferenceKind? = { _ in nil }
  ) -> Invocation.Arguments {
    let bindings = Bindings.unknown(kind: kind)
    let verb = (try? verb.chosen(for: command, with: bindings)) ?? verb
    var binder = ArgumentBinder(
      verb: verb, options: options(of: verb.signature), bindings: bindings, command: command.span)
    var rest = command.arguments.dropFirst(verb.length)
    // The check reports what cannot be bound.
    while let argument = rest.popFirst() { try? binder.bind(argument, before: rest) }
    return binder.arguments
  }

  private static let maxVerbLength = 3

  /// The unquoted words at the start of a command, which may form its verb.
  func leadingWords(of command: Command) -> [Spanned<String>] {
    var words = [command.verb]
    for argument in command.arguments {
      guard words.count < Resolver.maxVerbLength, case .value(let value) = argument, let literal = value.literalWord
      else { break }
      words.append(Spanned(literal, value.span))
    }
    return words
  }

  static func joined(_ words: some Collection<Spanned<String>>) -> Spanned<String> {
    let spelling = words.map(\.value).joined(separator: " ")
    return Spanned(spelling, Span(words.first?.span.start ?? 0, words.map(\.span.end).max() ?? 0))
  }
}

extension Bindings {
  /// Whether a value is a list without items.
  fileprivate func isEmptyList(_ value: Value) throws(Diagnostic) -> Bool {
    let binding: Binding
    switch value.form {
    case .list(let values): return values.isEmpty
    case .variable(let variable): binding = try self.value(variable)
    case .result(let pipeline): binding = try result(pipeline)
    case .word, .string, .reference, .url, .arithmetic, .range: return false
    }
    guard case .list(let items) = binding else { return false }
    return items.isEmpty
  }
}

extension Diagnostic {
  fileprivate static func emptyList(_ setting: Setting) -> Diagnostic {
    Diagnostic(.missingValue, at: setting.span, "'\(setting.key.value)' needs at least one value")
  }
}
