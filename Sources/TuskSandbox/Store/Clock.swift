import GRDB
import Synchronization

/// The sandbox's clock: the machine's time plus the offset that the owner has set.
final class Clock: Sendable {
  private static let setting = "clock"
  private static let most = 86_400 * 36_525

  private let lead: Mutex<Int>

  /// Restores the offset from the database.
  init(in db: Database) throws {
    lead = Mutex(try Clock.lead(in: db))
  }

  var now: Moment { Moment.now.adding(seconds: secondsAhead) }

  var secondsAhead: Int { lead.withLock { $0 } }

  /// Advances the clock; the change is permanent once the transaction is committed.
  func advance(by seconds: Int, in db: Database) throws {
    let sum = try Clock.lead(in: db) + seconds
    guard seconds >= 0, sum <= Clock.most else { throw Refusal.badAdvance }
    try Store.set(Clock.setting, to: String(sum), in: db)
    db.afterNextTransaction { [self] _ in lead.withLock { $0 = sum } }
  }

  private static func lead(in db: Database) throws -> Int {
    try Store.setting(setting, in: db).flatMap { Int($0) } ?? 0
  }
}

extension Refusal {
  fileprivate static let badAdvance = invalid("Advance must be a number of seconds up to a hundred years")
}
