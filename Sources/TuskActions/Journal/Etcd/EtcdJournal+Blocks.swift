package import JSONValue
package import TuskCommon
package import XCallbackURL

extension EtcdJournal {
  package func begin(_ name: OnceName, ignoringDone: Bool) async throws(Failure) -> OnceClaim {
    try await claim(name, generation: 1) { _ in ignoringDone }
  }

  package func begin(_ name: OnceName, unlessDoneSince moment: Int) async throws(Failure) -> OnceClaim {
    // Generations start at the time, so that idempotency keys differ from those of another or a lost journal.
    try await claim(name, generation: now()) { finished in finished < moment }
  }

  /// Claims a block unless it is done or a running process has it.
  ///
  /// - Parameters:
  ///   - generation: the least generation of a new block.
  ///   - isOver: whether a block that was done at this time is begun anew.
  private func claim(
    _ name: OnceName, generation: Int, isOver: @Sendable (Int) -> Bool
  ) async throws(Failure) -> OnceClaim {
    let mark = newMark()
    return try await beginning(mark) { () async throws(Failure) in
      for tries in 0..<Self.mostTries {
        let found = try await client.entries([.block(name), .claim(name), .scope(name)])
        if let claim = try await self.claim(name, found, mark, generation: generation, isOver: isOver) { return claim }
        await pause(after: tries)
      }
      throw .contended(JournaledText(name.key).text)
    }
  }

  /// Tries to claim a block whose entries were read.
  ///
  /// - Parameter found: the block, its claim and its scope.
  /// - Returns: `nil` to try again with what is there now.
  private func claim(
    _ name: OnceName, _ found: [EtcdEntry?], _ mark: JSON, generation: Int, isOver: (Int) -> Bool
  ) async throws(Failure) -> OnceClaim? {
    let earlier: EtcdBlock? = if let entry = found[0] { try entry.read(EtcdBlock.init) } else { nil }
    if let holder = found[1], !holder.value.isMark(mark) {
      guard isLeftover(holder.value) else { return .busy(holder.value.worker) }
      try await release(name, holder.value)
      return nil
    }
    if let earlier, let finished = earlier.finished, !isOver(finished) { return .done(outcome: earlier.outcome ?? nil) }
    if let claim = found[1]?.value, let held = claim["lease"]?.string, let earlier, let entry = found[0] {
      // An earlier request of this call claimed it, and its response was lost.
      return open(
        name,
        Claim(
          mark: claim, lease: held, block: earlier, changed: entry.changed,
          isResumed: claim["resumed"]?.bool ?? true), number: entry.created)
    }
    if let earlier, earlier.isDone, let entry = found[0] {
      // A new generation is a new entry, and a transaction cannot delete a key and make it again.
      try await forget(entry, below: earlier.generation + 1, of: EtcdScope(name))
      return nil
    }
    return try await take(name, found, earlier, mark, generation: generation)
  }

  /// Claims a block that nobody has.
  private func take(
    _ name: OnceName, _ found: [EtcdEntry?], _ earlier: EtcdBlock?, _ mark: JSON, generation: Int
  ) async throws(Failure) -> OnceClaim? {
    let lease = try await lease.id()
    let scope: EtcdScope = if let entry = found[2] { try entry.read(EtcdScope.init) } else { EtcdScope(name) }
    let claim = mark.under(lease, isResumed: earlier != nil)
    var block = earlier ?? EtcdBlock(name, generation: max(generation, scope.generation), begun: now(), mark: mark)
    block.mark = mark
    var transaction = newTransaction()
    transaction.require(.block(name), changedAt: found[0]?.changed ?? 0)
    transaction.require(.claim(name), changedAt: 0)
    transaction.require(.scope(name), changedAt: found[2]?.changed ?? 0)
    if found[2] == nil { transaction.put(.scope(name), scope.json) }
    transaction.put(.claim(name), claim, lease: lease)
    // Also if it was begun before, so that the request cannot be carried out again later.
    transaction.put(.block(name), block.json)
    guard let revision = try await client.commit(transaction) else {
      try await self.lease.renew(lease)
      return nil
    }
    let opened = Claim(mark: claim, lease: lease, block: block, changed: revision, isResumed: earlier != nil)
    return open(name, opened, number: found[0]?.created ?? revision)
  }

  private func open(_ name: OnceName, _ claim: Claim, number: Int) -> OnceClaim {
    keep(claim, of: name)
    return .open(OnceAttempt(name, id: number, generation: claim.block.generation, isResumed: claim.isResumed))
  }

  private func release(_ name: OnceName, _ mark: JSON) async throws(Failure) {
    var transaction = newTransaction()
    transaction.require(.claim(name), is: mark)
    transaction.delete(.claim(name))
    _ = try await client.commit(transaction)
  }

  package func restart(_ attempt: OnceAttempt) async throws(Failure) -> OnceAttempt {
    let generation = try claim(of: attempt).block.generation + 1
    let time = now()
    try await rewrite(attempt) { block, transaction in
      (block.generation, block.begun) = (generation, time)
      transaction.deleteAll(below: .effects(of: attempt.name))
    }
    return OnceAttempt(attempt.name, id: attempt.id, generation: generation, isResumed: false)
  }

  package func finish(_ attempt: OnceAttempt, outcome: JSON) async throws(Failure) {
    let time = now()
    try await rewrite(attempt) { block, transaction in
      (block.finished, block.outcome) = (time, outcome)
      transaction.delete(.claim(attempt.name))
    }
    keep(nil, of: attempt.name)
    try await shorten(attempt.name)
  }

  /// Changes a block that this process has claimed.
  private func rewrite(
    _ attempt: OnceAttempt, _ change: (inout EtcdBlock, inout EtcdTransaction) -> Void
  ) async throws(Failure) {
    var claim = try claim(of: attempt)
    var transaction = newTransaction()
    transaction.require(.claim(attempt.name), is: claim.mark)
    transaction.require(.block(attempt.name), changedAt: claim.changed)
    change(&claim.block, &transaction)
    claim.block.mark = newMark()
    transaction.put(.block(attempt.name), claim.block.json)
    let revision = try await client.commit(transaction)
    claim.effects = [:]
    if let revision {
      claim.changed = revision
    } else {
      // An earlier request of this call may have made the change, and its response was lost.
      let found = try await client.entries([.block(attempt.name)])[0]
      guard let found, found.value["mark"] == claim.block.mark else {
        keep(nil, of: attempt.name)
        throw .claimLost(attempt.name)
      }
      claim.changed = found.changed
    }
    keep(claim, of: attempt.name)
  }

  package func abandon(_ attempt: OnceAttempt) async throws(Failure) {
    guard let claim = try? claim(of: attempt) else { return }
    keep(nil, of: attempt.name)
    try await release(attempt.name, claim.mark)
  }

  /// Keeps of the effects of a block that is done only what later runs may refer to.
  private func shorten(_ name: OnceName) async throws(Failure) {
    var pending: [(key: EtcdKey, changed: Int, effect: EtcdEffect?)] = []
    for entry in try await client.list(.effects(of: name)) {
      let effect = try entry.read(EtcdEffect.init)
      let short = effect.answer?.withShortMembers
      if effect.isNotSent {
        pending.append((entry.key, entry.changed, nil))
      } else if short != effect.answer {
        var shortened = effect
        shortened.answer = short
        pending.append((entry.key, entry.changed, shortened))
      }
    }
    for start in stride(from: 0, to: pending.count, by: EtcdTransaction.mostChanges) {
      var transaction = newTransaction()
      for one in pending[start...].prefix(EtcdTransaction.mostChanges) {
        transaction.require(one.key, changedAt: one.changed)
        if let effect = one.effect { transaction.put(one.key, effect.json) } else { transaction.delete(one.key) }
      }
      // If this fails, the effects only take more room.
      _ = try? await client.commit(transaction)
    }
  }
}

extension EtcdJournal {
  package func outcome(of name: OnceName) async throws(Failure) -> JSON? {
    let block = try await block(name)?.block
    return block.flatMap { $0.isDone ? $0.outcome ?? JSON.null : nil }
  }

  package func completed(_ name: OnceName) async throws(Failure) -> OnceAttempt? {
    guard let (block, number) = try await block(name), block.isDone else { return nil }
    return OnceAttempt(name, id: number, generation: block.generation)
  }

  package func progress(of name: OnceName) async throws(Failure) -> Job.Progress {
    let found = try await client.entries([.block(name), .claim(name)])
    guard let entry = found[0] else { return Job.Progress(made: 0, isDone: false, worker: nil) }
    let made = try await answeredEffects(of: name).count
    let isDone = try entry.read(EtcdBlock.init).isDone
    return Job.Progress(made: made, isDone: isDone, worker: isDone ? nil : found[1]?.value.worker)
  }

  package func answeredEffects(of name: OnceName) async throws(Failure) -> Set<String> {
    var names: Set<String> = []
    for entry in try await client.list(.effects(of: name)) {
      let effect = try entry.read(EtcdEffect.init)
      if effect.answered != nil { names.insert(effect.name) }
    }
    return names
  }

  private func block(_ name: OnceName) async throws(Failure) -> (block: EtcdBlock, number: Int)? {
    guard let entry = try await client.entries([.block(name)])[0] else { return nil }
    return (try entry.read(EtcdBlock.init), entry.created)
  }
}
