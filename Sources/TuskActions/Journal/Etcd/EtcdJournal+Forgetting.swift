import JSONValue
import TuskCommon
package import XCallbackURL

extension EtcdJournal {
  package func forget(script: String?, account: String?, key: String?) async throws(Failure) -> Int {
    var chosen: [(scope: EtcdScope, blocks: [EtcdEntry])] = []
    for scope in try await scopes(of: script, account) {
      let blocks = try await blocks(of: scope, key)
      for entry in blocks {
        let holder = try await client.entries([entry.key.moved(from: "block", to: "claim")])[0]
        if let holder { throw .running(try entry.read(EtcdBlock.init).name.key, holder.value.worker) }
      }
      chosen.append((scope, blocks))
    }
    for (scope, blocks) in chosen {
      let generations = blocks.compactMap { $0.value["generation"]?.int }
      if let newest = generations.max() { try await raiseGeneration(of: scope, to: newest + 1) }
      if key == nil { try await forgetTimes(of: scope) }
      try await delete(blocks)
    }
    return chosen.reduce(0) { $0 + $1.blocks.count }
  }

  package func forget(script: String, begunBefore moment: Int) async throws(Failure) {
    var old: [EtcdEntry] = []
    // It is asked for after each command, so that some at a time are enough.
    let oldest: JSON.Object = ["sort_target": "CREATE", "sort_order": "ASCEND", "limit": "20"]
    for entry in try await client.list(.blocks(of: script, nil), oldest)
    where (entry.value["begun"]?.int ?? moment) < moment { old.append(entry) }
    try await delete(old)
  }

  package func forget(script: String, unchangedSince moment: Int) async throws(Failure) {
    let oldest: JSON.Object = ["sort_target": "CREATE", "sort_order": "ASCEND", "limit": "20"]
    let newest: JSON.Object = ["sort_target": "MOD", "sort_order": "DESCEND", "limit": "1"]
    var old: [EtcdEntry] = []
    for entry in try await client.list(.blocks(of: script, nil), oldest) {
      guard try entry.read(EtcdBlock.init).begun < moment else { continue }
      let last = try await client.list(entry.key.moved(from: "block", to: "effect").folder, newest).first
      let effect = try last?.read(EtcdChange.init)
      if max(effect?.sent ?? 0, effect?.answered ?? 0) < moment { old.append(entry) }
    }
    try await delete(old)
  }

  package func checkRoom(forChanges count: Int) async throws(Failure) { try await client.checkRoom(forChanges: count) }

  private func blocks(of scope: EtcdScope, _ key: String?) async throws(Failure) -> [EtcdEntry] {
    var all: [EtcdEntry] = []
    try await readAll(.blocks(of: scope.script, scope.account)) { all.append($0) }
    guard let key else { return all }
    let name = OnceName(script: scope.script, account: scope.account, key: key)
    return all.filter { $0.key == .block(name) || $0.value["key"]?.string == key }
  }

  /// Forgets a block that nobody has claimed; its next generation is not below this one.
  func forget(_ block: EtcdEntry, below generation: Int, of scope: EtcdScope) async throws(Failure) {
    try await raiseGeneration(of: scope, to: generation)
    try await delete([block])
  }

  /// Forgets the times of schedules, under a condition that holds only once.
  private func forgetTimes(of scope: EtcdScope) async throws(Failure) {
    for tries in 0..<Self.mostTries {
      guard let entry = try await client.entries([.scope(scope.name)])[0] else { return }
      var transaction = newTransaction()
      transaction.require(entry.key, changedAt: entry.changed)
      transaction.put(entry.key, entry.value)
      transaction.deleteAll(below: .times(scope.name))
      if try await client.commit(transaction) != nil { return }
      await pause(after: tries)
    }
    throw .contended(scope.script)
  }

  private func raiseGeneration(of scope: EtcdScope, to least: Int) async throws(Failure) {
    for tries in 0..<Self.mostTries {
      guard let entry = try await client.entries([.scope(scope.name)])[0] else { return }
      var raised = try entry.read(EtcdScope.init)
      guard raised.generation < least else { return }
      raised.generation = least
      var transaction = newTransaction()
      transaction.require(entry.key, changedAt: entry.changed)
      transaction.put(entry.key, raised.json)
      if try await client.commit(transaction) != nil { return }
      await pause(after: tries)
    }
    throw .contended(scope.script)
  }

  /// Deletes blocks that nobody has claimed, with their effects.
  private func delete(_ blocks: [EtcdEntry]) async throws(Failure) {
    for entry in blocks {
      var transaction = newTransaction()
      transaction.require(entry.key.moved(from: "block", to: "claim"), changedAt: 0)
      transaction.require(entry.key, changedAt: entry.changed)
      transaction.delete(entry.key)
      transaction.deleteAll(below: entry.key.moved(from: "block", to: "effect").folder)
      _ = try await client.commit(transaction)
    }
  }
}
