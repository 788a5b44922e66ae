import XCallbackURL

/// The kinds of what names refer to, as far as the commands that give their values tell: `for s in (statuses)`.
struct KnownKinds: SyntaxVisitor {
  private let resolver: Resolver
  /// The kinds of the values of each name; `nil` for a value that may be anything.
  private var kinds: [String: [ReferenceKind?]] = [:]
  /// How often each name is given.
  private var counts: [String: Int] = [:]

  init(in scripts: [[Statement]], _ resolver: Resolver) {
    self.resolver = resolver
    for statements in scripts { visit(statements) }
  }

  /// The kind of what a variable or a command in parentheses refers to; `nil` if it is not known.
  func kind(of value: Value) -> ReferenceKind? {
    switch value.form {
    case .result(let pipeline): return kind(of: pipeline)
    case .variable(let variable) where variable.path.isEmpty:
      guard let found = kinds[variable.name], found.count == counts[variable.name], Set(found).count == 1 else {
        return nil
      }
      return found[0]
    case .variable, .word, .string, .reference, .url, .list, .arithmetic, .range: return nil
    }
  }

  func kind(of pipeline: Pipeline) -> ReferenceKind? {
    guard pipeline.programs.isEmpty, pipeline.output == nil, pipeline.stages.allSatisfy(\.keepsRows),
      case .command(let command) = pipeline.first, counts[command.verb.value] == nil,
      let verb = resolver.ownVerb(of: command) ?? resolver.verb(of: command), verb.others.isEmpty
    else { return nil }
    if verb.signature.action == "rows" { return command.arguments.first?.value.flatMap(kind) }
    guard let items = verb.signature.items?.record else { return verb.signature.record?.kind }
    return items.kindField == nil ? items.kind : nil
  }

  mutating func visit(_ statement: Statement) {
    switch statement.form {
    case .loop(let loop): note(loop.name, kind(of: loop.items))
    case .assignment(let name, .pipeline(let pipeline)): note(name, kind(of: pipeline))
    case .assignment(let name, .value(let value)): note(name, kind(of: value))
    default: break
    }
    statement.walk(with: &self)
  }

  mutating func visit(_ name: Spanned<String>) { counts[name.value, default: 0] += 1 }

  private mutating func note(_ name: Spanned<String>, _ kind: ReferenceKind?) {
    kinds[name.value, default: []].append(kind)
  }
}
