package import XCallbackURL

extension Resolver {
  /// The command line that opens this URL, without its callbacks and source; `nil` if there is none or the app is
  /// unknown.
  package func line(for url: CallbackURL) -> String? {
    guard let signature = url.isOwn ? catalog.signature(action: url.action) : apps.action(url) else { return nil }
    let shapes = [Self.shortArgument, Self.plainArgument].lazy.map { shape in
      Self.gathered(url.parameters, of: signature).map {
        $0.count == 1 ? shape($0[0], signature) : Self.list($0, signature)
      }
    }
    return shapes.map { line(signature, $0) }.first { opens($0, url) }
  }

  private func line(_ signature: Signature, _ arguments: [Argument]) -> String {
    Command(verb: Spanned(signature.preferredVerb, .nowhere), arguments: arguments, span: .nowhere).source
  }

  /// Whether the line resolves to the same URL.
  private func opens(_ line: String, _ url: CallbackURL) -> Bool {
    guard let statements = try? Parser.parse(Source(line), mode: .repl), statements.count == 1,
      case .pipeline(let pipeline)? = statements.first?.form, case .command(let command) = pipeline.first,
      pipeline.isPlain, let found = try? resolve(command).urls, found.count == 1
    else { return false }
    return found[0].host == url.host && found[0].segments == url.segments && found[0].parameters == url.parameters
  }

  /// A reference for the subject, a flag for a boolean, and a parameter for anything else.
  private static func shortArgument(_ pair: CallbackURL.Pair, _ signature: Signature) -> Argument {
    guard let value = pair.value else { return flag(pair.name) }
    if let subject = signature.subject, let short = reference(pair.name, value, subject) { return .value(short) }
    let parameter = signature.parameter(named: pair.name)
    if parameter?.type == .boolean || (signature.app == nil && ["json", "silent"].contains(pair.name)),
      let isTrue = Dialect.truth(of: value)
    {
      return flag(pair.name, isTrue)
    }
    // The name says better than its place what the account is for.
    if let parameter, !parameter.isRequired, case .reference = parameter.type { return plainArgument(pair, signature) }
    guard parameter?.place == .operand, !(parameter?.isRepeatable ?? true) else {
      return plainArgument(pair, signature)
    }
    return .value(Value(value))
  }

  private static func plainArgument(_ pair: CallbackURL.Pair, _ signature: Signature) -> Argument {
    guard let value = pair.value else { return flag(pair.name) }
    return setting(pair.name, Self.value(value, signature.parameter(named: pair.name)?.type))
  }

  /// The pairs grouped by repeatable parameter, one pair for each value.
  private static func gathered(_ pairs: [CallbackURL.Pair], of signature: Signature) -> [[CallbackURL.Pair]] {
    var groups: [[CallbackURL.Pair]] = []
    for pair in pairs {
      let isRepeatable = signature.parameter(named: pair.name)?.isRepeatable ?? (signature.app != nil)
      let elements =
        isRepeatable && signature.app?.dialect.lists == .commas
        ? (pair.value ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
          .init(pair.name, String($0))
        }
        : [pair]
      if isRepeatable, let index = groups.firstIndex(where: { $0.first?.name == pair.name }) {
        groups[index] += elements
      } else {
        groups.append(elements)
      }
    }
    return groups
  }

  private static func list(_ pairs: [CallbackURL.Pair], _ signature: Signature) -> Argument {
    let name = pairs.first?.name ?? ""
    let type = signature.parameter(named: name)?.type
    return setting(name, Value(.list(pairs.map { value($0.value ?? "", type) }), .nowhere))
  }

  private static func setting(_ name: String, _ value: Value) -> Argument {
    .setting(Setting(key: Spanned(name, .nowhere), content: .value(value), span: .nowhere))
  }

  /// A command-line word in the syntax of the language: a flag, a parameter or a text.
  package static func argument(_ word: String) -> String {
    let key = word.prefix { $0.isNameCharacter }
    let rest = word.dropFirst(key.count)
    if word.hasPrefix("--"), word.dropFirst(2).allSatisfy(\.isNameCharacter) { return word }
    if !key.isEmpty, rest.first == "=" { return "\(key)=\(Value(String(rest.dropFirst())).source)" }
    return word.hasPrefix("scheme:") ? word : Value(word).source
  }

  private static func flag(_ name: String, _ isTrue: Bool = true) -> Argument {
    .setting(Setting(key: Spanned(name, .nowhere), content: .flag(isTrue), span: .nowhere))
  }

  /// The value in the syntax of its type: references include their kind.
  private static func value(_ text: String, _ type: ParameterType?) -> Value {
    switch type {
    case .identifier(let kind)? where kind.isIdentifier(text):
      Value(.reference(Reference(kind, Text([.literal(text)]), form: .kind)), .nowhere)
    case .reference(let kind)? where text != "me" && kind.isIdentifier(text):
      Value(.reference(Reference(kind, Text([.literal(text)]), form: .kind)), .nowhere)
    case .reference(.account)? where text.hasPrefix("@"):
      Value(.reference(Reference(.account, Text([.literal(text)]), form: .handle)), .nowhere)
    default: Value(text)
    }
  }

  private static func reference(_ name: String, _ value: String, _ subject: Signature.Subject) -> Value? {
    switch name {
    case subject.id: Value(.reference(Reference(subject.kind, Text([.literal(value)]), form: .kind)), .nowhere)
    case subject.acct: Value(.reference(Reference(.account, Text([.literal("@\(value)")]), form: .handle)), .nowhere)
    case subject.url: Value(.url(Text([.literal(value)])), .nowhere)
    default: nil
    }
  }
}

extension Span {
  /// The span of a generated node.
  fileprivate static let nowhere = Span(0, 0)
}

extension Value {
  /// A text, quoted unless it reads as one word.
  fileprivate init(_ text: String) {
    let isWord =
      !text.isEmpty && text.first != "-"
      && text.utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || "_-./".utf8.contains($0) }
    let whole = Text([.literal(text)])
    self.init(isWord ? .word(whole) : .string(whole), .nowhere)
  }
}

extension Character {
  /// Whether it is allowed in a parameter's name.
  fileprivate var isNameCharacter: Bool {
    utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
