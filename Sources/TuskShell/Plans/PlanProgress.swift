import JSONValue
import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

/// How much of a plan is done.
struct PlanProgress: Sendable {
  var done = 0
  /// Of blocks that a process works on.
  var running = 0
  /// Sent by processes that have ended, without a response.
  var unknown = 0
  var left = 0
  /// When changes were answered in the last minutes.
  var recent: [Int] = []

  /// The window that the rate is of, in seconds.
  static let window = 600

  /// How many changes a minute were made lately.
  private func rate(now: Int) -> Int {
    guard let first = recent.min() else { return 0 }
    return recent.count * 60 / max(now - first, 1)
  }

  func text(now: Int) -> String {
    let all = done + running + unknown + left
    var text = "\(all.counting("change")): \(done) done, \(running) running, \(unknown) unknown, \(left) left\n"
    let rate = rate(now: now)
    if rate > 0, all > done {
      text += "\(rate) a minute; done about \(LocalTime.text(now + (all - done) * 60 / rate))\n"
    }
    return text
  }

  func json(now: Int) -> JSON {
    [
      "done": .int(done), "running": .int(running), "unknown": .int(unknown), "left": .int(left),
      "perMinute": .int(rate(now: now)),
    ]
  }

  /// Adds the changes of a block.
  ///
  /// - Parameters:
  ///   - count: how many of its changes are in the plan.
  ///   - block: what the journal has of it; `nil` if it was not begun.
  mutating func add(_ count: Int, of block: Journal.Block?, now: Int) {
    guard let block else { return left += count }
    let made = block.isFinished ? count : min(block.answers.count, count)
    done += made
    recent += block.answers.filter { now - $0 <= Self.window }
    let lost = block.isClaimed ? 0 : min(block.unknown, count - made)
    unknown += lost
    if block.isClaimed { running += count - made } else { left += count - made - lost }
  }
}

extension PlanFile {
  /// How much of it is done by what a journal has.
  ///
  /// - Parameter own: the account of the plan.
  func progress(in journal: any JournalStore, as own: String) async throws(Failure) -> PlanProgress {
    var progress = PlanProgress()
    var known: [Place: [String: Journal.Block]] = [:]
    for (block, count) in blocks {
      let script = try await journal.name(ofScript: block.script ?? origin.script, stating: nil)
      let account = try await journal.spelling(of: block.account ?? own)
      let place = Place(script: script, account: account)
      if known[place] == nil {
        let found = try await journal.blocks(of: script, account: account)
        known[place] = Dictionary(found.map { ($0.key, $0) }) { _, last in last }
      }
      progress.add(count, of: known[place]?[Journal.shown(block.key)], now: journal.now())
    }
    return progress
  }

  /// A script as an account.
  private struct Place: Hashable {
    let script: String
    let account: String
  }
}
