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
      // After a new block another usually is, so that it is claimed without asking first.
      var found: [EtcdEntry?]? = expectsNew ? [nil, nil, scopes[.scope(name)]] : nil
      for tries in 0..<Self.mostTries {
        let seen = if let found { found } else { try await client.entries(Self.keys(of: name)) }
        switch try await self.claim(name, seen, mark, generation: generation, isOver: isOver) {
        case .ended(let claim):
          if case .open(let attempt) = claim { expectsNew = !attempt.isResumed } else { expectsNew = false }
          return claim
        case .changed(let entries): found = entries
        }
        if tries > 0 { await pause(after: tries) }
      }
      throw .contended(JournaledText(name.key).text)
    }
  }

  /// The block, its claim and its scope.
  private static func keys(of name: OnceName) -> [EtcdKey] { [.block(name), .claim(name), .scope(name)] }

  /// What a try to claim a block led to.
  private enum Try {
    case ended(OnceClaim)
    /// The entries are others now; `nil` if they have to be read.
    case changed([EtcdEntry?]?)
  }

  /// Tries to claim a block.
  ///
  /// - Parameter found: the entries of ``keys(of:)``.
  private func claim(
    _ name: OnceName, _ found: [EtcdEntry?], _ mark: JSON, generation: Int, isOver: (Int) -> Bool
  ) async throws(Failure) -> Try {
    let earlier: EtcdBlock? = if let entry = found[0] { try entry.read(EtcdBlock.init) } else { nil }
    if let holder = found[1], !holder.value.isMark(mark) {
      guard isLeftover(holder.value) else { return .ended(.busy(holder.value.worker)) }
      try await release(name, holder.value)
      return .changed(nil)
    }
    if let earlier, let finished = earlier.finished, !isOver(finished) {
      return .ended(.done(outcome: earlier.outcome ?? nil))
    }
    if let claim = found[1]?.value, let held = claim["lease"]?.string, let earlier, let entry = found[0] {
      // An earlier request of this call claimed it, and its response was lost.
      let isResumed = claim["resumed"]?.bool ?? true
      let own = Claim(mark: claim, lease: held, block: earlier, changed: entry.changed, isResumed: isResumed)
      return .ended(open(name, own, number: entry.created))
    }
    if let earlier, earlier.isDone, let entry = found[0] {
      // A new generation is a new entry, and a transaction cannot delete a key and make it again.
      try await forget(entry, below: earlier.generation + 1, of: EtcdScope(name))
      return .changed(nil)
    }
    return try await take(name, found, earlier, mark, generation: generation)
  }

  /// Claims a block that nobody has.
  private func take(
    _ name: OnceName, _ found: [EtcdEntry?], _ earlier: EtcdBlock?, _ mark: JSON, generation: Int
  ) async throws(Failure) -> Try {
    let lease = try await lease.id()
    let scope: EtcdScope = if let entry = found[2] { try entry.read(EtcdScope.init) } else { EtcdScope(name) }
    let claim = mark.under(lease, isResumed: earlier != nil)
    var block = earlier ?? EtcdBlock(name, generation: max(generation, scope.generation), begun: now(), mark: mark)
    block.mark = mark
    var transaction = newTransaction()
    for (key, entry) in zip(Self.keys(of: name), found) {
      transaction.require(key, changedAt: entry?.changed ?? 0)
      transaction.readOtherwise(key)
    }
    if found[2] == nil { transaction.put(.scope(name), scope.json) }
    transaction.put(.claim(name), claim, lease: lease)
    // Also if it was begun before, so that the request cannot be carried out again later.
    transaction.put(.block(name), block.json)
    switch try await client.carryOut(transaction) {
    case .made(let revision):
      let entry = EtcdEntry(key: .scope(name), value: scope.json, created: revision, changed: revision)
      scopes[.scope(name)] = found[2] ?? entry
      let opened = Claim(mark: claim, lease: lease, block: block, changed: revision, isResumed: earlier != nil)
      return .ended(open(name, opened, number: found[0]?.created ?? revision))
    case .refused(let entries):
      scopes[.scope(name)] = entries[2]
      return .changed(entries)
    case .leaseUnknown:
      try await self.lease.renew(lease)
      return .changed(nil)
    }
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
    let claim = try claim(of: attempt)
    // The effects of earlier claims are not known here, and many are too large for one transaction.
    let isShort = !claim.isResumed && claim.effects.count <= Self.mostShortened
    let short = isShort ? claim.effects.compactMapValues(\.effect.shortened) : [:]
    try await rewrite(attempt) { block, transaction in
      (block.finished, block.outcome) = (time, outcome)
      transaction.delete(.claim(attempt.name))
      for (key, effect) in short { transaction.put(key, effect.json) }
    }
    keep(nil, of: attempt.name)
    if !isShort { try await shorten(attempt.name) }
  }

  /// How many effects are shortened as their block ends: etcd takes 1.5 MiB at once, and a long post has 45 KiB.
  private static let mostShortened = 16

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
    var pending: [(key: EtcdKey, changed: Int, effect: EtcdChange?)] = []
    try await readAll(.effects(of: name)) { entry throws(Failure) in
      let effect = try entry.read(EtcdChange.init)
      if effect.isNotSent {
        pending.append((entry.key, entry.changed, nil))
      } else if let short = effect.shortened {
        pending.append((entry.key, entry.changed, short))
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

  package func progress(of name: OnceName) async throws(Failure) -> Job.Progress? {
    let found = try await client.entries([.block(name), .claim(name)])
    guard let entry = found[0] else { return nil }
    let block = try entry.read(EtcdBlock.init)
    var (made, unknown, changed) = (0, 0, block.begun)
    try await readAll(.effects(of: name)) { entry throws(Failure) in
      let effect = try entry.read(EtcdChange.init)
      if effect.answered != nil { made += 1 } else if effect.isUnknown { unknown += 1 }
      changed = max(changed, effect.sent, effect.answered ?? 0)
    }
    return Job.Progress(
      made: made, unknown: unknown, isDone: block.isDone, worker: block.isDone ? nil : found[1]?.value.worker,
      changed: changed)
  }

  package func changes(of name: OnceName) async throws(Failure) -> RecordedChanges {
    let folder = EtcdKey.effects(of: name)
    var changes = RecordedChanges { String(EtcdKey.effect($0, of: name).text.dropFirst(folder.text.count)) }
    try await readAll(folder) { entry throws(Failure) in
      let effect = try entry.read(EtcdChange.init)
      guard !effect.isNotSent else { return }
      changes.add(
        String(entry.key.text.dropFirst(folder.text.count)),
        effect.isUnknown ? .unknown : .made(answer: effect.answer ?? .null, effect.before))
    }
    return changes
  }

  private func block(_ name: OnceName) async throws(Failure) -> (block: EtcdBlock, number: Int)? {
    guard let entry = try await client.entries([.block(name)])[0] else { return nil }
    return (try entry.read(EtcdBlock.init), entry.created)
  }
}
