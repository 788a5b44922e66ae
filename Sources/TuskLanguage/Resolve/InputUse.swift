package import XCallbackURL

/// What the first use of an input in the body of a verb needs, so that a call can name a row by its number.
struct InputUse {
  let verb: Resolver.Verb
  /// The kinds of things that it takes there.
  let kinds: [ReferenceKind]

  /// How deep verbs are looked into that call each other.
  private static let mostDepth = 8

  /// - Parameters:
  ///   - name: the input.
  ///   - definitions: the verbs that earlier lines defined.
  /// - Returns: `nil` if nothing that has a kind gets the input.
  init?(
    of name: String, in definition: Definition, _ definitions: [String: Definition], _ resolver: Resolver,
    depth: Int = 0
  ) {
    guard depth < Self.mostDepth else { return nil }
    var finder = UseFinder(name: name, definitions: definitions, resolver: resolver, depth: depth)
    finder.visit(definition.body)
    guard let use = finder.use else { return nil }
    self = use
  }

  fileprivate init?(_ verb: Resolver.Verb, _ kinds: [ReferenceKind]) {
    guard !kinds.isEmpty else { return nil }
    (self.verb, self.kinds) = (verb, kinds)
  }
}

/// Finds the first use of an input.
private struct UseFinder: SyntaxVisitor {
  let name: String
  let definitions: [String: Definition]
  let resolver: Resolver
  let depth: Int
  private(set) var use: InputUse?

  init(name: String, definitions: [String: Definition], resolver: Resolver, depth: Int) {
    (self.name, self.definitions, self.resolver, self.depth) = (name, definitions, resolver, depth)
  }

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    guard use == nil else { return }
    if let definition = definitions[command.verb.value] {
      let input = definition.inputs(of: command).first { isInput($0.value) }?.name
      use = input.flatMap { InputUse(of: $0, in: definition, definitions, resolver, depth: depth + 1) }
    } else if let numbered = NumberedCommand(command, resolver, ShownRows()) {
      use = numbered.places.first { isInput($0.value) }.flatMap { InputUse(numbered.verb, $0.kinds) }
    }
  }

  private func isInput(_ value: Value) -> Bool {
    switch value.form {
    case .variable(let variable): variable.name == name && variable.path.isEmpty
    case .list(let values): values.contains(where: isInput)
    default: false
    }
  }
}

extension Definition {
  /// The values of a call by the inputs that get them.
  func inputs(of call: Command) -> [(name: String, value: Value)] {
    var unnamed = inputs.map(\.name.value)[...]
    return call.arguments.compactMap { argument in
      switch argument {
      case .value(let value): unnamed.popFirst().map { ($0, value) }
      case .setting(let setting):
        if case .value(let value) = setting.content { (setting.key.value, value) } else { nil }
      }
    }
  }
}

extension NumberedCommand {
  /// The references in place of rows in a call of a verb that a line defined. Several rows are a list, because an input
  /// is one value.
  static func edits(
    ofCall call: Command, _ definition: Definition, _ definitions: [String: Definition], _ resolver: Resolver,
    _ rows: ShownRows
  ) throws(Diagnostic) -> [Diagnostic.Edit] {
    var edits: [Diagnostic.Edit] = []
    for (name, value) in definition.inputs(of: call) {
      guard let use = InputUse(of: name, in: definition, definitions, resolver) else { continue }
      let command = NumberedCommand(call, use.verb, rows)
      for edit in try command.edits(of: value, naming: use.kinds) {
        let isSeveral = edit.text.contains(" ") && value.literalWord != nil
        edits.append(isSeveral ? Diagnostic.Edit(edit.span, "[\(edit.text)]") : edit)
      }
    }
    return edits
  }
}

extension Resolver {
  /// The kind of thing that an input of a verb takes, by its first use; `nil` if that has none.
  package func kind(of input: String, in definition: Definition, _ others: [Definition]) -> ReferenceKind? {
    let definitions = Dictionary(others.map { ($0.verb.value, $0) }) { $1 }
    return InputUse(of: input, in: definition, definitions, self)?.kinds.first
  }
}
