/// How the clocks of a run differ, and what happens to them between two processes.
struct Clocks {
  let style: Style
  let offset: Int

  enum Style: CaseIterable {
    case right, serverIsWrong, headerIsWrong, noDate, noDateAtFirst, noDateLater, wasSet, restarted, restartedAndSet
    case serverWasSet, headerChanged, dayLater, serverIsWrongWithoutDate
  }

  private static let steps = [300, -300, 7200, -7200, 86_400, -86_400]

  /// - Parameter hasDate: whether the server tells its time.
  init(hasDate: Bool, by dice: inout Dice) {
    style = dice.chance(0.5) ? .right : dice.pick(Style.allCases)
    // Without any date, nothing but the local clock says when a request was made.
    let isWrong = hasDate && [.serverIsWrong, .headerIsWrong].contains(style)
    offset = dice.pick(isWrong ? Self.steps + [30 * 86_400, -30 * 86_400, 9 * 3600] : Self.steps)
  }

  /// How far the server's clock is ahead at the beginning.
  var serverOffset: Int { [.serverIsWrong, .serverIsWrongWithoutDate].contains(style) ? offset : 0 }

  func prepare(_ world: World) {
    switch style {
    case .headerIsWrong: world.server.world.header = offset
    case .noDate, .noDateAtFirst, .serverIsWrongWithoutDate: world.server.world.hasDate = false
    default: break
    }
  }

  /// What happens while nothing runs.
  func change(_ world: World) {
    switch style {
    case .noDateAtFirst: world.server.world.hasDate = true
    case .noDateLater: world.server.world.hasDate = false
    case .wasSet: world.machine.offset = offset
    case .restarted: restart(world)
    case .restartedAndSet:
      restart(world)
      world.machine.offset = offset
    case .serverWasSet: world.server.world.clock = offset
    case .headerChanged: world.server.world.header = offset
    case .dayLater: world.pass(milliseconds: 86_400_000)
    case .right, .serverIsWrong, .headerIsWrong, .noDate, .serverIsWrongWithoutDate: break
    }
  }

  /// Sets the local clock right, if it was set wrong.
  func correct(_ world: World) {
    world.machine.offset = 0
  }

  private func restart(_ world: World) {
    world.pass(milliseconds: 20_000)
    world.machine.restart()
  }
}

extension Clocks: CustomStringConvertible {
  var description: String { style == .right ? "clocks are right" : "\(style) \(offset) s" }
}
