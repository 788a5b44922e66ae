import TuskCommon
import TuskLanguage

extension Interpreter {
  /// Whether a run would skip a block, because one above has its key; sets the variables of that block then.
  func isRepeated(_ onceScope: OnceScope, at span: Span, in frame: inout Frame) async -> Bool {
    guard let block = block(of: onceScope), let variables = settings.rehearsal[block] else { return false }
    for (name, value) in variables { frame.set(name, value) }
    await noteRepeated(block, line: frame.line(of: span))
    return true
  }

  /// Records that a block was rehearsed, unless it failed, because it would be run again then.
  func endRehearsal(of onceScope: OnceScope, with flow: Flow, in frame: Frame) {
    guard !flow.isFailure, let block = block(of: onceScope) else { return }
    let changed = frame.onceScope?.changed ?? []
    settings.rehearsal[block] = frame.names.filter { changed.contains($0.key) }
  }

  /// The change with this description at a place of the open block; `nil` for what the rehearsal cannot compare.
  func plannedChange(_ description: String, at place: String, in frame: Frame) -> Rehearsal.Change? {
    guard let scope = frame.onceScope, let block = block(of: scope) else { return nil }
    return Rehearsal.Change(block: block, effect: "\(scope.only ?? place) \(description)")
  }

  func noteRepeated(_ block: OnceName, line: Int) async {
    let key = settings.placeholders.shown(Value.quoted(block.key))
    await emit(.noted("line \(line) would be skipped: a block above has the key \(key)"))
  }

  /// The block as the rehearsal knows it; `nil` for what it cannot compare: keys that depend on future events, and blocks
  /// that a schedule runs later.
  private func block(of onceScope: OnceScope) -> OnceName? {
    let name = onceScope.attempt.name
    guard settings.rehearses, !settings.rehearsal.isScheduled, !settings.placeholders.dependsOnEvents(name.key) else {
      return nil
    }
    return name
  }
}
