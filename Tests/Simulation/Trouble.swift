/// What a worker among several suffers, besides being killed.
struct Trouble {
  /// By how many seconds its clock is ahead.
  let clock: Int
  /// The part of the messages to and from the store that are lost.
  let loss: Double
  /// When the store cannot be reached, in nanoseconds after its start.
  let cut: Range<Int>
  /// When it is stopped, and for how many nanoseconds.
  let stop: (moment: Kill.Moment, length: Int)?
  /// How many nanoseconds after the others it starts.
  let delay: Int

  /// For how many seconds a process may be stopped just before it writes: after its time-out it says that the outcome is
  /// unknown and gives its claim up, while the request is still on its way.
  static let longestSafeStop = 28

  /// It only shares the journal.
  static let none = Trouble(clock: 0, loss: 0, cut: 0..<0, stop: nil, delay: 0)

  private init(clock: Int, loss: Double, cut: Range<Int>, stop: (moment: Kill.Moment, length: Int)?, delay: Int) {
    (self.clock, self.loss, self.cut, self.stop, self.delay) = (clock, loss, cut, stop, delay)
  }

  /// - Parameter hasRightClock: whether its clock is right, because nothing else tells that of the server.
  init(hasRightClock: Bool, by dice: inout Dice) {
    let ahead = dice.pick([0, 0, 0, 7200, -7200, 300, -86_400])
    clock = hasRightClock ? 0 : ahead
    loss = dice.pick([0, 0, 0, 0.02, 0.1])
    let start = dice.below(dice.pick([200, 2000, 20_000])) * 1_000_000
    let length = dice.chance(0.4) ? dice.pick([500, 4000, 30_000, 290_000, 400_000]) * 1_000_000 : 0
    cut = start..<start + length
    let seconds = dice.pick([1, 20, Self.longestSafeStop, 119, 310, 400])
    let step = Kill.Moment.step(dice.below(dice.pick([10, 30, 80])))
    let moment = dice.chance(0.7) ? step : .change(dice.below(3), .sent)
    stop = dice.chance(0.3) ? (moment, seconds * 1_000_000_000) : nil
    delay = dice.pick([0, 0, dice.below(50), dice.below(3000)]) * 1_000_000
  }
}

extension Trouble: CustomStringConvertible {
  var description: String {
    var parts: [String] = []
    if clock != 0 { parts.append("clock \(clock) s") }
    if loss > 0 { parts.append("loses \(Int(loss * 100)) %") }
    if !cut.isEmpty { parts.append("cut off from \(cut.lowerBound / 1_000_000) to \(cut.upperBound / 1_000_000) ms") }
    if let stop { parts.append("stopped at \(stop.moment) for \(stop.length / 1_000_000_000) s") }
    return parts.isEmpty ? "a worker" : "a worker: \(parts.joined(separator: ", "))"
  }
}
