import GRDB
import Synchronization

/// The sandbox's clock: the machine's time, or the one at which it was stopped, plus the offset that the owner has set.
final class Clock: Sendable {
  private static let setting = "clock"
  private static let most = 86_400 * 36_525

  private let lead: Mutex<Int>
  /// The time at which it was stopped; `nil` if it goes on with that of the machine.
  private let origin: Moment?

  /// Restores the clock from the database.
  init(in db: Database) throws {
    lead = Mutex(try Clock.lead(in: db))
    origin = try Clock.origin(in: db)
  }

  var now: Moment { (origin ?? Moment.now).adding(seconds: secondsAhead) }

  /// Whether it shows another time than the machine.
  var isOwn: Bool { origin != nil || secondsAhead > 0 }

  var secondsAhead: Int { lead.withLock { $0 } }

  /// Advances the clock; the change is permanent once the transaction is committed.
  func advance(by seconds: Int, in db: Database) throws {
    let sum = try Clock.lead(in: db) + seconds
    guard seconds >= 0, sum <= Clock.most else { throw Refusal.badAdvance }
    try Store.set(Clock.setting, to: String(sum), in: db)
    db.afterNextTransaction { [self] _ in lead.withLock { $0 = sum } }
  }

  /// Stops the clock at a time, from which only the owner advances it.
  static func stop(at moment: Moment, in db: Database) throws {
    try Store.set("clock-origin", to: String(moment.milliseconds), in: db)
  }

  private static func origin(in db: Database) throws -> Moment? {
    try Store.setting("clock-origin", in: db).flatMap { Int64($0) }.map(Moment.init(milliseconds:))
  }

  private static func lead(in db: Database) throws -> Int {
    try Store.setting(setting, in: db).flatMap { Int($0) } ?? 0
  }
}

extension Refusal {
  fileprivate static let badAdvance = invalid("Advance must be a number of seconds up to a hundred years")
}
