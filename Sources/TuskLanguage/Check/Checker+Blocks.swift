import TuskCommon
import XCallbackURL

extension Checker {
  mutating func check(_ loop: Loop) {
    let before = names[loop.name.value]
    line { checker in
      checker.examine(loop.items)
      checker.names.set(loop.name.value, checker.item(of: loop.items, at: loop.name.span))
      checker.examine(loop.settings, of: "for", at: loop.name.span)
    }
    // What a later line of the loop names is known in the next round, though not what it is.
    let later = [Statement].namesGiven(in: loop.body)
    let fork = names.fork()
    forget(later.subtracting([loop.name.value]))
    var place = inner
    place.isLoop = true
    let reached = way(loop.body, as: place)
    _ = names.leadBack(to: fork)
    names.join([reached, [:]])
    names.restore(loop.name.value, before)
  }

  /// Names that have values when their place is reached, nobody knows which; so has the last answer.
  mutating func forget(_ names: Set<String>) {
    for name in names.union(["_"]) {
      self.names.set(name, Names.Entry(staticType: .anything, line: self.names[name]?.line))
    }
  }

  /// What a loop's name stands for.
  private mutating func item(of items: Value, at name: Span) -> Names.Entry {
    let list = staticType(of: items)
    let line = lines.number(at: name.start)
    switch list {
    case .list(let item): return Names.Entry(staticType: item, isForeign: isForeign(items), line: line)
    case .anything, .nothing: break
    case .truth, .number, .written, .spelled, .declared, .reference, .record:
      found.append(.noList(list, items.span))
    }
    return Names.Entry(staticType: .anything, isForeign: isForeign(items), line: line)
  }

  mutating func check(_ branch: Branch) {
    var ways: [[String: Names.Entry]] = []
    for arm in branch.arms {
      line { $0.examine(arm.condition) }
      ways.append(way(arm.body, as: inner))
    }
    ways.append(way(branch.otherwise ?? [], as: inner))
    names.join(ways)
  }

  mutating func check(_ attempt: Attempt) {
    let reached = way(attempt.body, as: inner)
    names.join([reached, [:]])
    guard let handler = attempt.handler else { return }
    let fork = names.fork()
    if let name = handler.name {
      let line = lines.number(at: name.span.start)
      names.set(name.value, Names.Entry(staticType: .record(.caughtError), isForeign: true, line: line))
    }
    let outer = place
    place = inner
    check(block: handler.body)
    place = outer
    names.join([names.leadBack(to: fork), [:]])
  }

  /// Checks the settings of a block as its form has them.
  mutating func examine(_ settings: [Setting], of keyword: String, at head: Span) {
    for setting in settings { examine(setting) }
    guard let form = BlockForm.of(keyword), !settings.isEmpty else { return }
    do throws(Diagnostic) {
      _ = try resolver.resolve(settings, of: form, at: head, bindings: bindings)
    } catch {
      found.append(error)
    }
  }
}

extension [Statement] {
  /// Every name that these lines may give a value, those within their blocks included.
  static func namesGiven(in statements: [Statement]) -> Set<String> {
    var names: Set<String> = []
    for statement in statements {
      switch statement.form {
      case .assignment(let name, _): names.insert(name.value)
      case .loop(let loop): names.formUnion(namesGiven(in: loop.body))
      case .branch(let branch):
        for arm in branch.arms { names.formUnion(namesGiven(in: arm.body)) }
        names.formUnion(namesGiven(in: branch.otherwise ?? []))
      case .attempt(let attempt):
        names.formUnion(namesGiven(in: attempt.body))
        names.formUnion(namesGiven(in: attempt.handler?.body ?? []))
        if let name = attempt.handler?.name { names.insert(name.value) }
      case .scope(let scope): names.formUnion(namesGiven(in: scope.body))
      case .definition, .expectation, .answer, .show, .pipeline, .meta: break
      }
    }
    return names
  }
}

extension Diagnostic {
  fileprivate static func noList(_ found: StaticType, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'for' wants a list, not \(found.description)", exitCode: .data)
  }
}
