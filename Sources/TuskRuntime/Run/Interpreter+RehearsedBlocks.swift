import TuskLanguage

extension Interpreter {
  /// Whether a run would skip a block, because one above has its key; sets the variables of that block then.
  func isRepeated(_ onceScope: OnceScope, at span: Span, in frame: inout Frame) async -> Bool {
    guard let block = block(of: onceScope), let variables = settings.plan[block] else { return false }
    for (name, value) in variables { frame.set(name, value) }
    let key = settings.placeholders.shown(Self.quoted(block.name.key))
    await emit(.noted("line \(frame.line(of: span)) would be skipped: a block above has the key \(key)"))
    return true
  }

  /// Records that a block was rehearsed, unless it failed, because it would be run again then.
  func endRehearsal(of onceScope: OnceScope, with flow: Flow, in frame: Frame) {
    guard !flow.isFailure, let block = block(of: onceScope) else { return }
    let changed = frame.onceScope?.changed ?? []
    settings.plan[block] = frame.names.filter { changed.contains($0.key) }
  }

  /// The block as the rehearsal knows it; `nil` for what it cannot compare: keys that depend on future events, and blocks
  /// that a schedule runs later.
  private func block(of onceScope: OnceScope) -> RehearsalPlan.Block? {
    let name = onceScope.attempt.name
    guard settings.rehearses, !settings.plan.isScheduled, !settings.placeholders.dependsOnEvents(name.key) else {
      return nil
    }
    return RehearsalPlan.Block(name: name, change: onceScope.only)
  }
}
