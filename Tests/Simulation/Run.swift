import TuskCommon
import XCallbackURL

/// Plays the scenario of a seed, and compares what was told with the server's truth.
struct Run {
  let scenario: Scenario
  let world: World
  var report: Report
  private var dice: Dice
  /// The texts that each process told to be posted.
  var told: [Int: Set<String>] = [:]
  /// Whether a process did not end.
  private var isStuck = false
  /// Whether a process said that something does not come back.
  private(set) var isLossTold = false

  /// How often a script is run until it is done.
  private static let mostRuns = 8

  private init(_ seed: UInt64, folder: String, prints: Bool) {
    dice = Dice(seed: seed)
    scenario = Scenario(seed, by: &dice)
    Loop.shared.reset(seed: seed ^ 0xABCD)
    let server = SimulatedServer(scenario.flavor, scenario.settings)
    world = World(
      server, faults: scenario.faults, seed: seed ^ 0x1234, folder: folder, trace: Trace(isPrinted: prints))
    report = Report(seed: seed, title: scenario.title)
    scenario.clocks.prepare(world)
  }

  /// - Parameters:
  ///   - folder: where to put files while it runs.
  ///   - prints: whether to print all events.
  static func play(seed: UInt64, in folder: String, prints: Bool = false) -> Report {
    var run = Run(seed, folder: folder, prints: prints)
    run.world.trace.note("seed \(seed): \(run.report.title)")
    run.play()
    for finding in run.report.findings { run.world.trace.note("\(finding.kind): \(finding.sentence)") }
    run.report.isLate = !run.world.lateSends.isEmpty
    run.report.hash = run.world.trace.hash
    run.world.disk.remove()
    Folder.empty(folder)
    return run.report
  }

  private mutating func play() {
    if scenario.knowsServer { learnServer() }
    guard scenario.workers.isEmpty else { return playWorkers() }
    switch scenario.form {
    case .command: playUntilDone(.lines(scenario.script.text))
    case .script: playUntilDone(.script(scenario.script.text, path: "/drill.tsk"))
    case .job: playJob()
    case .plans: playPlans()
    case .schedule: playSchedule()
    }
  }

  /// Detects the server's software, which is remembered for a day.
  private mutating func learnServer() {
    world.faults = []
    _ = start(.lines("can quotes"))
    world.faults = scenario.faults
  }

  /// Kills the runs of an input as the scenario says, and then runs it to its end.
  private mutating func playUntilDone(_ input: Input) {
    for index in scenario.kills.indices {
      start(input, killed: scenario.kills[index])
      live(index)
    }
    resume(input)
    guard !isStuck else { return }
    scenario.clocks.correct(world)
    // A further run changes nothing.
    judgeTruth(isDone: start(input)?.isDone ?? false)
  }

  /// Kills a job, tries to continue it with another journal, continues it, and takes it back.
  private mutating func playJob() {
    world.server.world.favorites = scenario.job.favorites
    let input = Input.job(scenario.script.text)
    for index in scenario.kills.indices {
      start(input, killed: scenario.kills[index])
      live(index)
      endLeases()
      if scenario.job.isTriedElsewhere { tryElsewhere() }
    }
    resume(input)
    guard !isStuck else { return }
    scenario.clocks.correct(world)
    judgeTruth(isDone: start(input)?.isDone ?? false)
    if scenario.job.isUndone { undoJob() }
  }

  /// What a process that was killed had claimed in a store is free after its lease.
  private func endLeases() {
    if scenario.job.isInStore { world.pass(milliseconds: 310_000) }
  }

  /// A journal that has no record of the job would make its changes again.
  private mutating func tryElsewhere() {
    guard world.disk.hasJob else { return }
    let before = world.server.world
    let outcome = start(.lines("job resume 1"), inStore: !scenario.job.isInStore)
    let isSame = world.server.world.favorites == before.favorites && world.server.world.count == before.count
    if !isSame { report.find(.twice, "a job was continued with another journal") }
    if outcome?.isDone ?? false { report.find(.silent, "a job of another journal counts as done") }
  }

  /// Takes the job back, also after a kill in the middle.
  private mutating func undoJob() {
    guard world.disk.hasJob else { return }
    let input = Input.lines("undo job 1 --yes")
    if let kill = scenario.kills.last {
      start(input, killed: kill)
      endLeases()
    }
    var (isDone, left) = (false, Self.mostRuns)
    while !isDone, left > 0, !isStuck {
      (isDone, left) = (start(input)?.isDone ?? false, left - 1)
      world.faults = []
      world.pass(milliseconds: 310_000)
    }
    world.finishLate()
    judgeUndone(isDone: isDone)
  }

  /// What happens after a process: newer statuses, forgotten keys, time, and clocks that are set.
  private mutating func live(_ index: Int) {
    world.pass(milliseconds: dice.pick([1, 50, 1000, 30_000]))
    forgetKeys()
    world.server.crowd(scenario.crowds[index], by: &dice)
    if index == 0 { scenario.clocks.change(world) }
  }

  /// Runs one process.
  @discardableResult
  mutating func start(_ input: Input, killed kill: Kill? = nil, inStore: Bool? = nil) -> Outcome? {
    guard !isStuck else { return nil }
    let isInStore = inStore ?? (!scenario.workers.isEmpty || scenario.form == .job && scenario.job.isInStore)
    let process = SimulatedProcess(in: world, kill: kill, trouble: isInStore ? Trouble.none : nil)
    guard let outcome = process.run(input) else {
      isStuck = true
      report.find(.silent, "process \(process.number) does not end")
      return nil
    }
    if outcome.isKilled, kill?.losesPower ?? false {
      world.pass(milliseconds: 20_000)
      world.machine.restart()
    }
    note(outcome, of: process)
    return outcome
  }

  private mutating func note(_ outcome: Outcome, of process: SimulatedProcess) {
    report.processes += 1
    if outcome.isKilled { report.kills += 1 }
    if outcome.printed.contains(where: { $0.hasPrefix("does not come back") }) { isLossTold = true }
    told[process.number] = Set(outcome.made.compactMap(\.text)).union(scenario.script.repeated(in: outcome))
    judge(outcome)
  }

  /// Runs an input until it says that it is done, or that this is unknown.
  private mutating func resume(_ input: Input) {
    var before: Outcome?
    var left = Self.mostRuns
    while left > 0 {
      guard let outcome = start(input) else { return }
      // A server that takes few changes at a time is asked again and again.
      if outcome.failure != .rateLimited || scenario.settings.limit == nil { left -= 1 }
      if isOver(outcome) {
        world.finishLate()
        return judgeTruth(isDone: true)
      }
      // The search may have failed because of a fault; without it, the answer is final.
      if outcome.isUndecided, world.faults.isEmpty, before?.isUndecided ?? false {
        report.undecided += 1
        world.finishLate()
        return judgeTruth(isDone: false)
      }
      before = outcome
      world.faults = []
      forgetKeys()
      world.pass(milliseconds: outcome.failure == .rateLimited ? 310_000 : 2000)
    }
    world.finishLate()
    judgeTruth(isDone: false)
    report.find(.silent, "it says neither that it is done nor that this is unknown: \(before?.description ?? "")")
  }

  /// Whether everything is done, now or by an earlier run.
  private func isOver(_ outcome: Outcome) -> Bool {
    outcome.isDone || scenario.form == .command && outcome.isRepeat && outcome.code == .canceled
  }

  /// Lets the server forget its keys, but not while it still carries out a request.
  private func forgetKeys() {
    if !world.isLate { world.server.forgetKeys() }
  }

  // Several workers

  /// Runs the same script on several machines at the same time, some of which are killed, and then on one to its end.
  private mutating func playWorkers() {
    let text = scenario.script.text
    let input: Input =
      scenario.form == .schedule
      ? .schedules("every 1h\n  \(text)end\n", path: "/drill.tsk", seconds: dice.number(in: 2...4) * 3600 + 60)
      : .script(text, path: "/drill.tsk")
    for index in 0..<dice.number(in: 1...2) {
      startTogether(input)
      if index < scenario.crowds.count { live(index) }
    }
    world.finishLate()
    guard scenario.form != .schedule, !isStuck else { return judgeTruth(isDone: false) }
    // Until the leases of those that were killed are over.
    world.pass(milliseconds: 310_000)
    resume(input)
    scenario.clocks.correct(world)
    judgeTruth(isDone: start(input)?.isDone ?? false)
  }

  private mutating func startTogether(_ input: Input) {
    var kills = scenario.kills[...]
    let processes = scenario.workers.map { trouble in
      let machine = Machine()
      machine.offset = trouble.clock
      return SimulatedProcess(
        in: world, kill: dice.chance(0.5) ? kills.popFirst() : nil, trouble: trouble, machine: machine)
    }
    guard let outcomes = SimulatedProcess.run(processes, input) else {
      isStuck = true
      return report.find(.silent, "one of several processes does not end")
    }
    for (process, outcome) in zip(processes, outcomes) { note(outcome, of: process) }
    let isMute = outcomes.allSatisfy { !$0.isKilled && $0.made.isEmpty && $0.errors.isEmpty && !$0.isRepeat }
    if scenario.form == .schedule, isMute {
      report.find(.silent, "no machine posted anything in hours, and nothing was said")
    }
  }

  // Plans

  private mutating func playPlans() {
    var (path, text, plans) = ("/drill.tsk", scenario.script.text, [String]())
    var kills = scenario.kills[...]
    var isNameKnown = false
    rehearse(text, path, &plans)
    for index in 0..<dice.number(in: 2...6) {
      let kill = dice.chance(0.4) ? kills.popFirst() : nil
      switch dice.below(8) {
      case 0, 1: rehearse(text, path, &plans)
      case 2 where !text.hasPrefix("#:"):
        text = "#: name drill\n" + text
        // The journal learns of the name before the file is moved.
        isNameKnown = rehearse(text, path, &plans)
      case 3 where isNameKnown: path = "/moved\(path)"
      case 4, 5: start(.script(text, path: path), killed: kill)
      default: if !plans.isEmpty { start(.plan(dice.pick(plans)), killed: kill) }
      }
      if index < scenario.crowds.count { live(index) }
    }
    resume(.script(text, path: path))
    for plan in plans { start(.plan(plan)) }
    world.finishLate()
    judgeTruth(isDone: false)
  }

  /// Keeps the plan of what is left to do.
  ///
  /// - Returns: whether there is one.
  @discardableResult
  private mutating func rehearse(_ text: String, _ path: String, _ plans: inout [String]) -> Bool {
    guard let outcome = start(.rehearsal(text, path: path)), outcome.isDone else { return false }
    let name = text.hasPrefix("#:") ? "drill" : path
    plans.append(
      "#: plan 1 \(name) \(SimulatedTusk.account)\n" + outcome.planned.map { "\($0)\n" }.joined())
    return true
  }

  // Schedules

  private mutating func playSchedule() {
    let text = "every 1h\n  \(scenario.script.text)end\n"
    for index in 0...scenario.kills.count {
      let kill = index < scenario.kills.count ? scenario.kills[index] : nil
      let hours = dice.number(in: 2...4)
      let outcome = start(.schedules(text, path: "/drill.tsk", seconds: hours * 3600 + 60), killed: kill)
      if let outcome, !outcome.isKilled, outcome.made.isEmpty, outcome.errors.isEmpty, !outcome.isRepeat {
        report.find(.silent, "nothing was posted in \(hours) hours, and nothing was said")
      }
      if kill != nil { live(index) }
    }
    world.finishLate()
    judgeTruth(isDone: false)
  }
}
