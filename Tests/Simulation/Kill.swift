/// When a process dies.
struct Kill {
  let moment: Moment
  /// Whether the whole machine loses its power, so that what was not flushed may be lost.
  let losesPower: Bool

  enum Moment {
    /// At its so-manieth statement: a write to the disk, a request, or an answer.
    case step(Int)
    /// In a phase of its so-manieth change at the server.
    case change(Int, Phase)
    /// After so many nanoseconds.
    case time(Int)
  }

  /// Where a request is.
  enum Phase: CaseIterable {
    case sent, arrived, acted, answered
  }

  /// - Parameter changes: how many changes there may be.
  init(changes: Int, by dice: inout Dice) {
    losesPower = dice.chance(0.35)
    switch dice.below(10) {
    case 0..<4: moment = .step(dice.below(dice.pick([20, 60, 140])))
    case 4: moment = .time(dice.below(dice.pick([50, 400, 5000])) * 1_000_000)
    default: moment = .change(dice.pick([0, 0, 1, 2, 3, dice.below(changes)]), dice.pick(Phase.allCases + [.acted]))
    }
  }
}

extension Kill: CustomStringConvertible {
  var description: String {
    "\(losesPower ? "power lost" : "killed") at \(moment)"
  }
}

extension Kill.Moment: CustomStringConvertible {
  var description: String {
    switch self {
    case .step(let number): "step \(number + 1)"
    case .change(let number, let phase): "change \(number + 1), \(phase)"
    case .time(let time): "\(time / 1_000_000) ms"
    }
  }
}
