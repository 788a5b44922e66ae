/// When a schedule ran and is to run, by its own clock and as the journal has it.
struct ScheduledRun {
  let schedule: Schedule
  let clock: WallClock
  private let wall: WallClock
  /// The time for which it last ran.
  var last: Int?
  /// The same time as it is in the journal.
  var recorded: Int?
  private var moment: IntervalSchedule.Moment

  init(_ schedule: Schedule, last: Int?, by clock: WallClock, _ wall: WallClock) {
    self.schedule = schedule
    (self.clock, self.wall) = (clock, wall)
    (self.last, recorded) = (last, last)
    moment = schedule.next(after: last, now: clock.now())
  }

  /// The seconds until it is due.
  var rest: Int { moment.due - clock.now() }

  /// When it is due, by the clock of the machine.
  var due: Int { moment.due + shift }

  /// The time for which it runs now, by its own clock and for the journal.
  var time: (own: Int, recorded: Int) {
    let time = schedule.time(of: moment, after: last, now: clock.now())
    return (time, time + shift)
  }

  /// Takes the time for which another process has run it.
  mutating func follow(_ recorded: Int?) {
    self.recorded = recorded
    last = recorded.map { $0 - shift }
  }

  /// Decides when it runs next.
  mutating func plan() {
    moment = schedule.next(after: last, now: clock.now())
  }

  /// How far the machine's clock was set since the run began; a second is only the rounding of two clocks.
  private var shift: Int {
    let shift = wall.now() - clock.now()
    return abs(shift) > 1 ? shift : 0
  }
}
