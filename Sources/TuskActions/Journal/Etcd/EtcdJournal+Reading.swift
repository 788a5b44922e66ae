import JSONValue
import TuskCommon
package import XCallbackURL

extension EtcdJournal {
  package func entries(
    script: String?, account: String?, after number: Int, limit: Int
  ) async throws(Failure) -> [Journal.Entry] {
    var (entries, last) = ([Journal.Entry](), number)
    while entries.count < limit {
      let part = try await part(of: .blocks(of: script, account), after: last)
      for entry in part where entries.count < limit {
        let block = try entry.read(EtcdBlock.init)
        if isWanted(block, script, account) { entries.append(try await self.entry(of: entry, block)) }
      }
      guard part.count == Self.partLength, let end = part.last else { return entries }
      last = end.created
    }
    return entries
  }

  /// How many blocks are read at a time.
  private static let partLength = 500

  private func isWanted(_ block: EtcdBlock, _ script: String?, _ account: String?) -> Bool {
    (script == nil ? block.name.script != Journal.commands : block.name.script == script)
      && (account == nil || block.name.account == account)
  }

  private func entry(of entry: EtcdEntry, _ block: EtcdBlock) async throws(Failure) -> Journal.Entry {
    let holder = try await client.entries([entry.key.moved(from: "block", to: "claim")])[0]
    let effects = try await effects(of: entry).map { one in
      Journal.Entry.Change(
        name: one.effect.name, url: one.effect.url, sent: one.effect.sent, answered: one.effect.answered,
        isNotSent: one.effect.isNotSent)
    }
    let state: Journal.Entry.State =
      if block.isDone {
        .done
      } else if let holder {
        .running(holder.value.worker)
      } else {
        effects.contains(where: \.isUnknown) ? .unknown : .open
      }
    return Journal.Entry(
      number: entry.created, name: block.name, generation: block.generation, state: state, begun: block.begun,
      finished: block.finished, effects: effects)
  }

  private typealias Recorded = (key: EtcdKey, changed: Int, effect: EtcdChange)

  /// The effects of a block, in the order in which they were first sent.
  private func effects(of block: EtcdEntry) async throws(Failure) -> [Recorded] {
    let folder = block.key.moved(from: "block", to: "effect").folder
    var found: [Recorded] = []
    for entry in try await client.list(folder, ["sort_target": "CREATE", "sort_order": "ASCEND"]) {
      found.append((entry.key, entry.changed, try entry.read(EtcdChange.init)))
    }
    return found
  }

  package func number(
    beforeNewest count: Int, script: String?, account: String?
  ) async throws(Failure) -> Int {
    // The keys say whose the blocks are, so that long values are not read.
    let newest: JSON.Object = ["sort_target": "CREATE", "sort_order": "DESCEND", "keys_only": true]
    var seen = 0
    for entry in try await client.list(.blocks(of: script, account), newest) {
      guard entry.key.isBlock(of: script, account) else { continue }
      guard seen < count else { return entry.created }
      seen += 1
    }
    return 0
  }

  package func blocks(of script: String, account: String) async throws(Failure) -> [Journal.Block] {
    let folder = EtcdKey.blocks(of: script, account)
    let claimed = Set(
      try await client.list(folder.moved(from: "block", to: "claim"), ["keys_only": true])
        .map { $0.key.moved(from: "claim", to: "block") })
    var changes: [EtcdKey: [EtcdChange]] = [:]
    try await readAll(folder.moved(from: "block", to: "effect")) { entry throws(Failure) in
      changes[entry.key.moved(from: "effect", to: "block").parent, default: []].append(try entry.read(EtcdChange.init))
    }
    var blocks: [Journal.Block] = []
    try await readAll(folder) { entry throws(Failure) in
      let block = try entry.read(EtcdBlock.init)
      let effects = changes[entry.key] ?? []
      blocks.append(
        Journal.Block(
          key: block.name.key, isFinished: block.isDone, isClaimed: claimed.contains(entry.key),
          answers: effects.compactMap(\.answered), unknown: effects.count(where: \.isUnknown)))
    }
    return blocks
  }

  /// Reads what is below a folder in parts, in the order of the keys.
  func readAll(_ folder: EtcdKey, _ use: (EtcdEntry) throws(Failure) -> Void) async throws(Failure) {
    var last: EtcdKey?
    while true {
      let part = try await client.list(folder, ["limit": .string(String(Self.partLength))], after: last)
      for entry in part { try use(entry) }
      guard part.count == Self.partLength else { return }
      last = part.last?.key
    }
  }

  private func part(of folder: EtcdKey, after number: Int) async throws(Failure) -> [EtcdEntry] {
    try await client.list(
      folder,
      [
        "sort_target": "CREATE", "sort_order": "ASCEND", "min_create_revision": .string(String(number + 1)),
        "limit": .string(String(Self.partLength)),
      ])
  }

  package func scripts() async throws(Failure) -> [String] {
    Set(try await scopes(of: nil, nil).map(\.script)).subtracting([Journal.commands]).sorted()
  }

  package func settle(
    _ number: Int, as settlement: Journal.Settlement
  ) async throws(Failure) -> Journal.Settled {
    for tries in 0..<Self.mostTries {
      let (block, chosen, settled) = try await effectToSettle(number)
      var effect = chosen.effect
      switch settlement {
      case .notSent:
        (effect.answered, effect.answer, effect.made) = (nil, ["settled": false, "at": .int(now())], nil)
      case .done(let known):
        let output = known ?? ActionOutput()
        (effect.answered, effect.answer, effect.made) = (now(), output.settled, output.statusURI)
      }
      var transaction = newTransaction()
      transaction.require(block.moved(from: "block", to: "claim"), changedAt: 0)
      transaction.require(chosen.key, changedAt: chosen.changed)
      transaction.put(chosen.key, effect.json)
      if let old = chosen.effect.made, old != effect.made { transaction.delete(.status(old, by: settled.account)) }
      if let made = effect.made { try await note(made, by: settled.account, in: &transaction) }
      if try await client.commit(transaction) != nil { return settled }
      let isMade = try await client.entries([chosen.key])[0]?.value == effect.json
      if isMade { return settled }
      await pause(after: tries)
    }
    throw .contended("entry \(number)")
  }

  package func changeToSettle(_ number: Int) async throws(Failure) -> Journal.Settled {
    try await effectToSettle(number).settled
  }

  private func effectToSettle(
    _ number: Int
  ) async throws(Failure) -> (block: EtcdKey, chosen: Recorded, settled: Journal.Settled) {
    let revision = JSON.string(String(number))
    let found = try await client.list(
      .blocks(of: nil, nil), ["min_create_revision": revision, "max_create_revision": revision])
    guard let entry = found.first else { throw .noEntry(number) }
    let block = try entry.read(EtcdBlock.init)
    let holder = try await client.entries([entry.key.moved(from: "block", to: "claim")])[0]
    if let holder { throw .running(number, holder.value.worker) }
    let effects = try await effects(of: entry).enumerated().sorted { one, other in
      (one.element.effect.settledTime, one.offset) < (other.element.effect.settledTime, other.offset)
    }.map(\.element)
    let unknown = effects.filter(\.effect.isUnknown)
    let settled = effects.last { !block.isDone && $0.effect.answer?.isSettlement == true }
    guard let chosen = unknown.first ?? settled else { throw .nothingUnknown(number) }
    return (
      entry.key, chosen,
      Journal.Settled(url: chosen.effect.url, account: block.name.account, others: max(unknown.count - 1, 0))
    )
  }
}

extension EtcdChange {
  /// When it was settled; 0 if it was not.
  fileprivate var settledTime: Int { answered ?? answer?["at"]?.int ?? 0 }
}
