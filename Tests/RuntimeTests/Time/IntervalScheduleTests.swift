import Testing
import TuskRuntime

/// `every 6h jitter=10m`.
struct IntervalScheduleTests {
  @Test(
    arguments: [
      // last planned, now, random; planned, due
      (nil, 1000, 0.5, 1000, 1000), (1000, 1000, 0, 1100, 1100), (1000, 1099, 0, 1100, 1100),
      (1000, 1100, 0, 1100, 1100),
      (1000, 1050, 0.5, 1100, 1110), (1000, 1050, 0.999, 1100, 1119), (1000, 1199, 0, 1100, 1199),
      (1000, 1200, 0, 1200, 1200), (1000, 1105, 0.5, 1100, 1110), (1000, 1955, 0.9, 1900, 1955),
      (1000, 1000_000, 0, 1_000_000, 1_000_000), (1000, 500, 0, 600, 600), (1000, 500, 2, 600, 620),
      (1000, 1000, -1, 1100, 1100),
    ] as [(Int?, Int, Double, Int, Int)])
  func missedMomentsAreMadeUpForOnce(last: Int?, now: Int, random: Double, planned: Int, due: Int) {
    let schedule = IntervalSchedule(every: 100, jitter: 20)
    let moment = schedule.next(after: last, now: now, random: random)
    #expect(moment.planned == planned)
    #expect(moment.due == due)
  }

  @Test func theBeatStaysHoweverLateARunIs() {
    let schedule = IntervalSchedule(every: 60, jitter: 30)
    var generator = SplitMix(state: 3)
    var (last, now) = (0, 0)
    for _ in 0..<500 {
      let moment = schedule.next(after: last, now: now, random: Double.random(in: 0..<1, using: &generator))
      #expect(moment.planned % 60 == 0 && moment.planned > last && moment.due >= now)
      #expect(moment.due - moment.planned < 90)
      last = moment.planned
      now = moment.due + Int.random(in: 0...200, using: &generator)
    }
  }

  @Test func anIntervalIsNeverNothing() {
    let schedule = IntervalSchedule(every: 0, jitter: -5)
    #expect(schedule.interval == 1 && schedule.jitter == 0)
    #expect(schedule.next(after: 10, now: 10, random: 0.5).due == 11)
  }
}
