import XCallbackURL

/// A line of a plan: one command or URL, with what has to stay together with it.
package struct PlanLine: Sendable {
  /// The number of the line in the plan, from 1.
  package let number: Int
  package let text: String
  /// The `once` block that it is part of; `nil` if it is part of none.
  package let block: Block?
  /// Whether a block can be made of the line: it is a request as a URL.
  package let isURL: Bool
  /// Whether it changes something at a server.
  package let isChange: Bool
  /// The names of what it is about or uses: lines that share one run in their order, in one part.
  package let ties: Set<String>

  /// A `once` block of a line.
  package struct Block: Sendable, Hashable {
    package let key: String
    /// The script that the block belongs to; `nil` for that of the plan.
    package let script: String?
    /// The account that it is made as; `nil` for that of the plan.
    package let account: String?

    package init(key: String, script: String?, account: String? = nil) {
      (self.key, self.script, self.account) = (key, script, account)
    }
  }

  /// The line as one of a block of its own.
  package func text(inBlock key: String, of script: String) -> String {
    "once \(Value(quoting: key).source) of=\(Value(quoting: script).source) effect=1 \(text)"
  }

  /// Reads a line of a plan.
  ///
  /// - Parameter plan: the script and the account of the plan.
  /// - Returns: `nil` for a line without a command.
  /// - Throws: ``Diagnostic`` if it is not a whole command.
  package init?(_ source: Source, of plan: ScriptHeader.Plan, resolver: Resolver) throws(Diagnostic) {
    var parser = Parser(source)
    guard let statement = try parser.next() else { return nil }
    number = source.line(at: 0)
    text = source.text
    let uses = ActionUse.all(in: ParsedSource(source), SourcedScripts(), resolver)
    isChange = statement.block != nil || uses.contains { $0.signature.effect.isWrite }
    isURL = statement.opensURL
    block = statement.block
    var names = NameCollector()
    names.visit(statement)
    var ties = Set(names.names.map { "$\($0)" })
    if let block {
      ties.insert("once \(block.script ?? plan.script) \(block.account ?? plan.account) \(block.key)")
    }
    for use in uses { ties.formUnion(use.subjects) }
    self.ties = ties
  }
}

extension Statement {
  /// The block of a line that begins with `once`.
  fileprivate var block: PlanLine.Block? {
    guard case .scope(let scope) = form, scope.kind == .once, scope.isLine, let key = scope.value.writtenText else {
      return nil
    }
    let settings = Dictionary(scope.settings.map { ($0.key.value, $0.value?.writtenText) }) { first, _ in first }
    return PlanLine.Block(key: key, script: settings["of"] ?? nil, account: settings["as"] ?? nil)
  }
}

extension Statement {
  /// Whether it is a URL alone on its line or after `open`, and perhaps the value of a name.
  fileprivate var opensURL: Bool {
    let pipeline: Pipeline
    switch form {
    case .pipeline(let whole), .assignment(_, .pipeline(let whole)): pipeline = whole
    default: return false
    }
    var finder = URLFinder()
    finder.visit(pipeline)
    return finder.count == 1 && finder.others == 0
  }
}

/// Counts the commands that open a written URL, and the others.
private struct URLFinder: SyntaxVisitor {
  var count = 0
  var others = 0

  mutating func visit(_ command: Command) {
    let opens = command.arguments.contains { $0.value?.writtenURL != nil }
    if opens { count += 1 } else { others += 1 }
  }
}

extension Value {
  /// The text of a value without variables.
  fileprivate var writtenText: String? {
    switch form {
    case .word(let text), .string(let text): text.literal
    default: nil
    }
  }
}

extension ActionUse {
  /// The things that it names: statuses, accounts and others. The same thing by another kind of name is another one.
  fileprivate var subjects: [String] {
    pairs.compactMap { pair in
      guard let value = pair.value, let type = signature.parameter(named: pair.name)?.type else { return nil }
      return switch type {
      case .identifier(let kind), .reference(let kind): "\(kind) \(value.drop { $0 == "@" }.lowercased())"
      case .acct: "account \(value.drop { $0 == "@" }.lowercased())"
      case .url: "url \(value)"
      default: nil
      }
    }
  }
}

/// Collects the names that a line gives values to and the variables that it uses.
private struct NameCollector: SyntaxVisitor {
  var names: Set<String> = []

  mutating func visit(_ name: Spanned<String>) { names.insert(name.value) }

  mutating func visit(_ value: Value) {
    names.formUnion(value.variables.map(\.name))
    value.walk(with: &self)
  }
}

extension Value {
  /// A text in quotation marks.
  fileprivate init(quoting text: String) {
    self.init(.string(Text([.literal(text)])), Span(0, 0))
  }
}
