import XCallbackURL

/// What the prompt can say about a line while it is being typed, from the line alone.
package enum Hint {
  /// The text of a status that is being typed.
  package struct PostText: Sendable, Hashable {
    /// The text, after the account that `mentioning=` puts before it.
    package var text: String
    /// The content warning, which counts too; empty if there is none.
    package var warning: String
    /// Whether the limit of the usual account's server applies to the whole text: not with `as=`, and not to a thread.
    package var isLimited: Bool

    package init(_ text: String, warning: String = "", isLimited: Bool = true) {
      self.text = text
      self.warning = warning
      self.isLimited = isLimited
    }
  }

  /// What may follow after a whole verb or its complete arguments, and a blank: the missing subject, the operands, and
  /// the parameters that are not yet given.
  ///
  /// - Returns: nothing within a word, quotes or a comment, and after a mistake.
  package static func usage(of line: String, resolver: Resolver) -> [String] {
    let context = CompletionContext(Array(line.utf8))
    guard context.isOpen, !context.isLost, context.openQuote == nil, context.partial.isEmpty,
      let first = context.words.first
    else { return [] }
    guard context.source == nil else { return usage(ofStep: context.words.map(\.value)) }
    let typed = String(decoding: context.bytes[first.span.start...], as: UTF8.self)
    guard let command = command(in: typed), let binder = binder(of: command, resolver) else { return [] }
    return usage(after: binder)
  }

  /// The text of a status at whose end the cursor is, or whose content warning ends there, with or without the closing
  /// quote; `nil` elsewhere, and if only the run of the line gives the text.
  package static func postText(of line: String, resolver: Resolver) -> PostText? {
    let context = CompletionContext(Array(line.utf8))
    guard context.source == nil, let first = context.words.first else { return nil }
    let typed = String(decoding: context.bytes[first.span.start...], as: UTF8.self)
    for quote in ["", "\"", "'"] {
      guard let command = command(in: typed + quote) else { continue }
      guard let binder = binder(of: command, resolver) else { return nil }
      return postText(of: binder, endingAt: typed.utf8.count + quote.utf8.count)
    }
    return nil
  }

  /// The command that is all of the text; `nil` if it is something else or has a mistake.
  private static func command(in text: String) -> Command? {
    guard case .success(let statements) = ParsedSource(Source(text), mode: .repl).statements, statements.count == 1,
      case .pipeline(let pipeline)? = statements.first?.form, pipeline.isPlain,
      case .command(let command) = pipeline.first
    else { return nil }
    return command
  }

  /// The command with its arguments bound; `nil` after a mistake.
  private static func binder(of command: Command, _ resolver: Resolver) -> ArgumentBinder? {
    guard let found = resolver.ownVerb(of: command) ?? resolver.verb(of: command) else { return nil }
    let command = command.withReference(for: found)
    let bindings = Bindings.unknown { _ in nil }
    do throws(Diagnostic) {
      let verb = try found.chosen(for: command, with: bindings)
      var binder = ArgumentBinder(
        verb: verb, options: resolver.options(of: verb.signature), bindings: bindings, command: command.span)
      var rest = command.arguments.dropFirst(verb.length)
      while let argument = rest.popFirst() { try binder.bind(argument, before: rest) }
      return binder
    } catch {
      return nil
    }
  }

  private static func usage(after binder: ArgumentBinder) -> [String] {
    var parts: [String] = []
    if binder.subjectSource == nil, let subject = binder.signature.subject {
      var seen: Set<ReferenceKind> = []
      let kinds = binder.verb.candidates.compactMap { $0.subject?.kind }.filter { seen.insert($0).inserted }
      let choice = kinds.map(\.rawValue).joined(separator: "|")
      parts.append(subject.isRequired ? "<\(choice)>" : "[\(choice)]")
    }
    let given = Set(binder.given + binder.arguments.given.map(\.parameter.name))
    let missing = binder.signature.parameters.filter { !given.contains($0.name) }
    let operands = missing.filter { $0.place == .operand }
    let named = missing.filter { $0.place == .named }
    let ordered = operands + named.filter(\.isRequired) + named.filter { !$0.isRequired }
    return parts + ordered.map(\.usage)
  }

  /// What follows the first words of a step on rows.
  private static func usage(ofStep words: [String]) -> [String] {
    let typed = words.joined(separator: " ")
    guard let step = RowStage.documented.first(where: { $0.words == typed }) else { return [] }
    return [String(step.usage.dropFirst(typed.count + 1))]
  }

  private static func postText(of binder: ArgumentBinder, endingAt end: Int) -> PostText? {
    let given = binder.arguments.given
    guard let current = given.last(where: { $0.value.span.end == end })?.parameter, current.isPublished,
      !current.isRepeatable,
      let parameter = binder.signature.parameters.first(where: { $0.isPublished && $0.place == .operand })
    else { return nil }
    // An edit without a text keeps one that is not known here.
    guard parameter.isRequiredWhenSilent || given.contains(where: { $0.parameter.name == parameter.name }) else {
      return nil
    }
    var literals: [String] = []
    for name in ["mentioning", parameter.name, "cw"] {
      guard let value = given.last(where: { $0.parameter.name == name })?.value else {
        literals.append("")
        continue
      }
      guard let literal = constant(value) else { return nil }
      literals.append(literal)
    }
    let name = literals[0].drop { $0 == "@" }
    let whole = name.isEmpty ? literals[1] : "@\(name) \(literals[1])"
    let isLimited = Set(binder.given).isDisjoint(with: ["as", "thread", "numbered"])
    return PostText(whole, warning: literals[2], isLimited: isLimited)
  }

  /// What the value is before the line runs; `nil` if that is not known, as of the contents of a file.
  private static func constant(_ value: Value) -> String? {
    switch value.form {
    case .word(let text), .string(let text), .url(let text): text.literal
    case .reference(let reference): reference.kind == .file ? nil : reference.spelling.literal
    case .variable, .list, .result, .arithmetic, .range: nil
    }
  }
}

extension Command {
  /// The command with a reference in place of the number of a row, or of `it`, where the verb expects its subject.
  fileprivate func withReference(for verb: Resolver.Verb) -> Command {
    guard let kind = verb.candidates.lazy.compactMap({ $0.subject?.kind }).first else { return self }
    let place = arguments.indices.dropFirst(verb.length).first { index in
      if case .value = arguments[index] { true } else { false }
    }
    guard let place, case .value(let value) = arguments[place], let word = value.literalWord,
      word == "it" || ShownRows.numbers(in: word) != nil
    else { return self }
    var command = self
    let reference = Reference(kind, Text([.literal("1")]), form: .kind)
    command.arguments[place] = .value(Value(.reference(reference), value.span))
    return command
  }
}
