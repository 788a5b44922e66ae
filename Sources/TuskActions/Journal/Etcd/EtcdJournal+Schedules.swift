import JSONValue
import TuskCommon
package import XCallbackURL

extension EtcdJournal {
  package func lastTime(of schedule: String, script: String, account: String) async throws(Failure) -> Int? {
    try await client.entries([.time(schedule, script: script, account: account)])[0]?.value["time"]?.int
  }

  package func advance(
    _ schedule: String, from last: Int?, to time: Int, script: String, account: String
  ) async throws(Failure) -> Bool {
    let key = EtcdKey.time(schedule, script: script, account: account)
    let scope = EtcdScope(OnceName(script: script, account: account, key: ""))
    let mark = newMark()
    for tries in 0..<Self.mostTries {
      let entries = try await client.entries([key, .scope(scope.name)])
      let found = entries[0]
      // An earlier request of this call may have advanced it, and its response was lost.
      if found?.value["mark"] == mark { return true }
      guard found?.value["time"]?.int == last else { return false }
      var transaction = newTransaction()
      transaction.require(key, changedAt: found?.changed ?? 0)
      transaction.put(key, ["time": .int(time), "mark": mark])
      if entries[1] == nil {
        transaction.require(.scope(scope.name), changedAt: 0)
        transaction.put(.scope(scope.name), scope.json)
      }
      if try await client.commit(transaction) != nil { return true }
      await pause(after: tries)
    }
    throw .contended(schedule)
  }
}
