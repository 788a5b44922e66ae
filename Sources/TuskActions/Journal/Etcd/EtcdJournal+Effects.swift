package import Fediverse
package import JSONValue
package import TuskCommon
package import XCallbackURL

extension EtcdJournal {
  package func effect(
    named name: String, in attempt: OnceAttempt
  ) async throws(Failure) -> Journal.ChangeRecord? {
    guard let effect = try await recorded(name, in: attempt) else { return nil }
    if effect.answered != nil { return .answered(url: effect.url, answer: effect.answer ?? nil) }
    let sending = sending(first: effect.first, last: effect.last, sent: effect.sent)
    return .sent(url: effect.url, first: sending.first, last: sending.last)
  }

  package func restoration(of effect: String, in attempt: OnceAttempt) async throws(Failure) -> Restoration? {
    try await recorded(effect, in: attempt)?.before
  }

  /// What is recorded of an effect that was or is about to be sent.
  private func recorded(_ name: String, in attempt: OnceAttempt) async throws(Failure) -> EtcdChange? {
    let effect: EtcdChange? =
      if let claim = try? claim(of: attempt), !claim.isResumed {
        // A new block has the effects that this process wrote.
        claim.effects[.effect(name, of: attempt.name)]?.effect
      } else {
        try await entry(of: name, in: attempt)?.effect
      }
    return effect?.isNotSent ?? true ? nil : effect
  }

  private func entry(
    of name: String, in attempt: OnceAttempt
  ) async throws(Failure) -> (effect: EtcdChange, changed: Int)? {
    guard let entry = try await client.entries([.effect(name, of: attempt.name)])[0] else { return nil }
    return (try entry.read(EtcdChange.init), entry.changed)
  }

  package func willSend(
    effect name: String, url: String, at time: SendTime, restoredBy restoration: Restoration?, in attempt: OnceAttempt
  ) async throws(Failure) {
    let claim = try claim(of: attempt)
    try await lease.check(claim.lease)
    let key = EtcdKey.effect(name, of: attempt.name)
    let moment = journaled(time)
    var known = claim.effects[key]
    for tries in 0..<Self.mostTries {
      if let earlier = known?.effect, earlier.answered != nil { throw .notToBeSent(JournaledText(name)) }
      var effect = EtcdChange(name, url: url, sent: now(), time: moment)
      effect.before = restoration
      if let earlier = known?.effect, earlier.isUnknown { effect.repeat(earlier) }
      var transaction = newTransaction()
      transaction.require(.claim(attempt.name), is: claim.mark)
      transaction.require(key, changedAt: known?.changed ?? 0)
      transaction.put(key, effect.json)
      if let old = known?.effect.url, old != url { transaction.delete(.doubt(name, of: attempt.name, at: old)) }
      transaction.put(.doubt(name, of: attempt.name, at: url), .string(key.text))
      if let revision = try await client.commit(transaction) {
        keep(effect, changedAt: revision, as: key, of: attempt.name)
        // The record may have taken long; what was recorded and is not sent is looked for, which does no harm.
        return try await lease.check(claim.lease)
      }
      let found = try await client.entries([.claim(attempt.name), key])
      guard found[0]?.value == claim.mark else { throw .claimLost(attempt.name) }
      known = nil
      if let entry = found[1] {
        known = (try entry.read(EtcdChange.init), entry.changed)
        if entry.value == effect.json {
          keep(effect, changedAt: entry.changed, as: key, of: attempt.name)
          return try await lease.check(claim.lease)
        }
      }
      await pause(after: tries)
    }
    throw .contended(JournaledText(name).text)
  }

  package func didAnswer(
    effect name: String, answer: JSON, making made: String?, in attempt: OnceAttempt
  ) async throws(Failure) {
    let time = now()
    try await settle(name, in: attempt) { effect in
      (effect.answered, effect.answer, effect.made) = (time, answer, made)
      return true
    }
  }

  package func didNotHappen(effect name: String, in attempt: OnceAttempt) async throws(Failure) {
    try await settle(name, in: attempt) { _ in false }
  }

  /// Records what became of an effect whose outcome is unknown.
  ///
  /// - Parameter change: changes the effect, and returns whether it happened.
  private func settle(
    _ name: String, in attempt: OnceAttempt, _ change: (inout EtcdChange) -> Bool
  ) async throws(Failure) {
    let key = EtcdKey.effect(name, of: attempt.name)
    guard let claim = try? claim(of: attempt) else { throw .claimLost(attempt.name) }
    var known = claim.effects[key]
    // What this process did not write may be what another one is sending, unless the claim still holds.
    var isOwn = known != nil
    if known == nil { known = try await entry(of: name, in: attempt) }
    for tries in 0..<Self.mostTries {
      guard let (earlier, changed) = known, earlier.isUnknown else {
        let holder = try await client.entries([.claim(attempt.name)])[0]?.value
        throw holder == claim.mark ? .notAwaited(JournaledText(name)) : .claimLost(attempt.name)
      }
      var effect = earlier
      let isMade = change(&effect)
      var transaction = newTransaction()
      transaction.require(key, changedAt: changed)
      if !isOwn { transaction.require(.claim(attempt.name), is: claim.mark) }
      transaction.delete(.doubt(name, of: attempt.name, at: earlier.url))
      if isMade { transaction.put(key, effect.json) } else { transaction.delete(key) }
      if let made = effect.made { try await note(made, by: attempt.name.account, in: &transaction) }
      let revision = try await client.commit(transaction)
      keep(isMade ? effect : nil, changedAt: revision ?? 0, as: key, of: attempt.name)
      if revision != nil { return }
      if effect.made != nil { await memory.drop() }
      let found = try await client.entries([key, .claim(attempt.name)])
      // An earlier request of this call may have made the change, and its response was lost.
      if isMade ? found[0]?.value == effect.json : found[0] == nil { return }
      guard found[1]?.value == claim.mark else { throw .claimLost(attempt.name) }
      isOwn = false
      known = if let entry = found[0] { (try entry.read(EtcdChange.init), entry.changed) } else { nil }
      await pause(after: tries)
    }
    throw .contended(JournaledText(name).text)
  }

  /// Puts a status that was made among those of its account.
  func note(_ uri: String, by account: String, in transaction: inout EtcdTransaction) async throws(Failure) {
    let lease = try await memory.id()
    transaction.put(.status(uri, by: account), ["uri": .string(uri), "at": .int(now())], lease: lease)
  }

  package func hasAnswers(in attempt: OnceAttempt) async throws(Failure) -> Bool {
    var isAnswered = false
    try await readAll(.effects(of: attempt.name)) { entry throws(Failure) in
      if try entry.read(EtcdChange.init).answered != nil { isAnswered = true }
    }
    return isAnswered
  }

  package func statusesMade(by account: String) async throws(Failure) -> [String: Timestamp] {
    let newest: JSON.Object = ["sort_target": "MOD", "sort_order": "DESCEND", "limit": "10000"]
    var found: [String: Timestamp] = [:]
    for entry in try await client.list(.statuses(by: account), newest) {
      guard let uri = entry.value["uri"]?.string, let second = entry.value["at"]?.int else { continue }
      found[uri] = Timestamp(seconds: second - client.ahead)
    }
    return found
  }

  package func unsettled(
    _ url: String, besides effect: String, in attempt: OnceAttempt
  ) async throws(Failure) -> [OtherRequests.Sending] {
    let own = EtcdKey.effect(effect, of: attempt.name)
    let keys = try await client.list(.doubts(of: url, by: attempt.name.account))
      .compactMap { $0.value.string.map(EtcdKey.init) }.filter { $0 != own }
    var found: [OtherRequests.Sending] = []
    for key in keys {
      // What was forgotten meanwhile leaves its doubt.
      guard let entry = try await client.entries([key])[0] else { continue }
      let effect = try entry.read(EtcdChange.init)
      if effect.isUnknown, effect.url == url {
        found.append(sending(first: effect.first, last: effect.last, sent: effect.sent))
      }
    }
    return found
  }

  package func idempotencyKey(of effect: String, in attempt: OnceAttempt) async throws(Failure) -> String {
    attempt.idempotencyKey(of: effect, script: attempt.name.script)
  }

  // MARK: The clock that the users of the store share

  private func journaled(_ time: SendTime) -> String {
    var shared = time
    shared.local = Timestamp(seconds: time.local.seconds + client.ahead)
    return shared.journaled(at: uptime())
  }

  private func sending(first: String, last: String, sent: Int) -> OtherRequests.Sending {
    let uptime = uptime()
    let times = [first, last].map { text in
      var time = SendTime(journaled: text, at: uptime) ?? SendTime(local: Timestamp(seconds: sent))
      time.local = Timestamp(seconds: time.local.seconds - client.ahead)
      return time
    }
    return OtherRequests.Sending(first: times[0], last: times[1])
  }
}
