/// What a run does, all of it chosen by its seed.
struct Scenario {
  let form: Form
  let flavor: Flavor
  let settings: SimulatedServer.Settings
  let clocks: Clocks
  let faults: [Fault]
  let kills: [Kill]
  /// What each worker suffers if several machines share the journal; empty for one process at a time.
  let workers: [Trouble]
  /// How many newer statuses of the account there are after each kill.
  let crowds: [Int]
  /// Whether the software of the server is known before.
  let knowsServer: Bool
  /// How a job is recorded and taken back.
  let job: JobTerms
  let script: Script

  enum Form: CaseIterable {
    /// One post on the command line, with the ten-minute guard.
    case command
    case script
    /// A script, and plans of its rehearsals, in any order.
    case plans
    /// A post every hour.
    case schedule
    /// More changes than are made untold, which become a job.
    case job
  }

  /// How a job is recorded, and what becomes of it.
  struct JobTerms {
    /// Whether its journal is in a store instead of a file.
    var isInStore = false
    /// Whether somebody tries to continue it with the other journal.
    var isTriedElsewhere = false
    /// Whether it is taken back in the end.
    var isUndone = false
    /// The statuses that were favorites before.
    var favorites: Set<Int> = []

    init(isUndoable: Bool, by dice: inout Dice) {
      (isInStore, isTriedElsewhere) = (dice.chance(0.3), dice.chance(0.3))
      guard isUndoable, dice.chance(0.7) else { return }
      isUndone = true
      favorites = Set(SimulatedServer.strangers.filter { _ in dice.chance(0.3) })
    }
  }

  /// Few, or around the end of a page; long lists take long.
  private static let crowdSizes = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 5, 19, 20, 21, 40, 41, 45]

  init(_ seed: UInt64, by dice: inout Dice) {
    form = dice.pick([
      .command, .command, .script, .script, .script, .script, .script, .plans, .plans, .schedule, .job,
    ])
    flavor = Flavor.chosen(by: &dice)
    let most = form == .job ? SimulatedServer.most : 4
    kills = (0..<dice.pick([0, 1, 1, 1, 1, 2, 3])).map { _ in Kill(changes: most, by: &dice) }
    let isShared = [.script, .schedule].contains(form) && dice.chance(0.4)
    let script = Self.script(of: form, seed, hasBarePosts: !isShared && dice.chance(0.4), by: &dice)
    self.script = script
    clocks = Self.clocks(form, flavor, hasBarePosts: !script.bare.isEmpty, kills, by: &dice)
    let hasRightClocks = !flavor.hasDate || clocks.style == .serverIsWrongWithoutDate
    workers =
      isShared ? (0..<dice.pick([2, 2, 3, 4])).map { _ in Trouble(hasRightClock: hasRightClocks, by: &dice) } : []
    settings = SimulatedServer.Settings(
      putsPinnedFirst: dice.chance(0.3), lag: Self.lag(flavor, by: &dice),
      limit: dice.chance(0.1) ? dice.number(in: 1...6) + (form == .job ? 10 : 0) : nil, clock: clocks.serverOffset,
      hasStrangers: form == .job)
    faults = dice.chance(0.6) ? Fault.chosen(by: &dice) : []
    crowds = kills.map { _ in dice.pick(dice.chance(0.05) ? [dice.below(201)] : Self.crowdSizes) }
    knowsServer = dice.chance(0.5)
    job = JobTerms(isUndoable: form == .job && script.makesFavorites, by: &dice)
  }

  private static func script(of form: Form, _ seed: UInt64, hasBarePosts: Bool, by dice: inout Dice) -> Script {
    switch form {
    case .command, .schedule:
      let post = Script.Change.post(Flavor.text("\(seed)", by: &dice))
      return Script([Script.Section(part: .bare(post), isCaught: false)], readsFirst: false)
    case .job:
      let statuses = Array(SimulatedServer.strangers.prefix(dice.number(in: 21...SimulatedServer.most)))
      let part = Script.Part.job(boosts: dice.chance(0.7), statuses)
      return Script([Script.Section(part: part, isCaught: false)], readsFirst: false)
    case .script: return Script(number: "\(seed)", hasBarePosts: hasBarePosts, by: &dice)
    case .plans: return Script(number: "\(seed)", hasBarePosts: false, by: &dice)
    }
  }

  /// How long a new status is not in lists; longer only where keys tell requests apart.
  private static func lag(_ flavor: Flavor, by dice: inout Dice) -> Int {
    dice.pick(flavor.keys == .honored ? [0, 0, 400, 30_000, 100_000] : [0, 0, 0, 400, 5000]) * 1_000_000
  }

  /// Nothing tells how long ago a bare post was made once the machine has restarted and its clock was set.
  private static func clocks(
    _ form: Form, _ flavor: Flavor, hasBarePosts: Bool, _ kills: [Kill], by dice: inout Dice
  ) -> Clocks {
    while true {
      let clocks = Clocks(hasDate: flavor.hasDate, by: &dice)
      let isSet = [.wasSet, .restartedAndSet].contains(clocks.style)
      if hasBarePosts, isSet, clocks.style == .restartedAndSet || kills.contains(where: \.losesPower) { continue }
      if form == .schedule, isSet || clocks.style == .dayLater { continue }
      return clocks
    }
  }

  var title: String {
    let faults = faults.map { "\($0.name) x\($0.times) after \($0.skips) (\($0.route))" }
    let parts = ["\(form)", flavor.name, "\(clocks)"] + zip(kills, crowds).map { "\($0), then \($1) newer" } + faults
    return (parts + workers.map { "\($0)" }).joined(separator: "; ")
  }
}
