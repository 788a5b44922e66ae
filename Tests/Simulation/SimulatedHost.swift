import Fediverse
import JSONValue
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import TuskShell
import XCallbackURL

/// What surrounds a script, as `TuskShell` provides it.
struct SimulatedHost: RuntimeHost {
  let inbox = CallbackInbox(scheme: "tusk")
  let clock: WallClock
  let ledger: (any Ledger)?
  private let process: SimulatedProcess
  private let engine: Engine
  private let journal: ScriptLedger

  init(
    _ process: SimulatedProcess, _ world: World, _ journal: any JournalStore, _ etcd: EtcdClient?, input: Input,
    limit: Int?
  ) {
    self.process = process
    clock = Self.clock(process, etcd, limit)
    engine = Self.engine(process, world, journal, etcd)
    let stated = (try? ScriptHeader(of: Source(input.text)))?.name
    self.journal = ScriptLedger(
      journal, jobs: JobStore(folder: world.disk.jobs),
      path: input.journalName, statedName: stated, isFresh: false, accountName: { _ in SimulatedTusk.account })
    if case .rehearsal = input { ledger = RehearsalLedger(self.journal) } else { ledger = self.journal }
  }

  private static func clock(_ process: SimulatedProcess, _ etcd: EtcdClient?, _ limit: Int?) -> WallClock {
    let machine = process.machine
    let end = limit.map { Loop.shared.now + $0 * 1_000_000_000 } ?? .max
    return WallClock(
      now: { etcd?.now ?? machine.time.seconds }, moment: { Machine.moment },
      sleep: { duration in
        let rest = Duration.nanoseconds(end - Loop.shared.now)
        try? await process.sleep(min(duration, rest))
      },
      isOver: { process.isDead || Loop.shared.now >= end })
  }

  /// How a process measures time, and waits.
  static func waiting(_ process: SimulatedProcess, _ world: World) -> Waiting {
    Waiting(
      sleep: { try await process.sleep($0) }, chance: { world.roll { $0.fraction() } },
      uptime: { process.machine.uptime.time })
  }

  private static func engine(
    _ process: SimulatedProcess, _ world: World, _ journal: any JournalStore, _ etcd: EtcdClient?
  ) -> Engine {
    let machine = process.machine
    let waiting = waiting(process, world)
    guard let account = try? ActingAccount(label: SimulatedTusk.account, server: SimulatedServer.host, token: "token")
    else { preconditionFailure("the address of the server is not valid") }
    let server = Server(
      account, userAgent: "simulated",
      memory: ServerMemory(cache: "\(world.memory)/cache", state: "\(world.memory)/state", shared: etcd),
      transport: Network(process: process, world: world),
      time: ClientTime(clock: { machine.time }, waiting: waiting),
      tell: { notice in
        if case .note(let text) = notice { process.told.errors.append(text) }
        if case .loss(let text) = notice { process.told.errors.append(text) }
      })
    let consent = Consent(
      account: { SimulatedTusk.account }, isSandbox: false,
      permissions: Permissions(path: "\(world.memory)/permissions", now: { machine.time.seconds }),
      ask: { question in answer(to: question, process) })
    return Engine(
      actions: Action.all, server: server, consent: consent,
      repeats: RepeatGuard(journal, account: account.lastingName),
      sleep: waiting.sleep, present: { _ in })
  }

  /// Nobody is there to be asked.
  private static func answer(to question: Consent.Question, _ process: SimulatedProcess) -> Consent.Reply {
    guard case .repeating = question else { return .nobody(Refusal("nobody can be asked")) }
    process.told.isRepeat = true
    return .nobody(Refusal(repeated))
  }

  /// Why a post that another run has made is refused.
  static let repeated = "another run did the same"

  func open(_ url: CallbackURL, with options: Dispatcher.RequestOptions) async -> EngineReply {
    let reply = await engine.open(
      url, from: Origin(.person, assumesYes: true), timeout: options.timeout, rate: options.rate,
      effect: options.effect.map(journal.effect), seen: options.seen)
    process.note("\(url.action) answers: \(Self.summary(of: reply))")
    return reply
  }

  private static func summary(of reply: EngineReply) -> String {
    if let failure = reply.failure { return "\(failure.code): \(failure.message)" }
    return reply.data == nil ? "canceled" : "done"
  }

  func show(_ event: Interpreter.Event) {
    switch event {
    case .result(let result, _):
      guard let uri = (result.data["statusURI"] ?? result.data["statusURL"])?.string else { return }
      let text = result.url.values(of: "text").first ?? nil
      process.told.made.append((result.signature.action, uri, text))
    case .planned(let line): process.told.planned.append(line)
    case .printed(let line, _): process.told.printed.append(line)
    case .skipped(let diagnostic, _):
      process.told.skipped += 1
      process.told.errors.append(diagnostic.message)
    case .missing(let text, _): process.told.errors.append(text)
    case .started, .rows, .shown, .noted, .progress: return
    }
  }

  func openApp(_ url: CallbackURL, for signature: Signature, with options: Dispatcher.RequestOptions) throws {
    throw Failure(.unsupported, "no other apps")
  }

  func contents(ofFile path: String) throws(Failure) -> String { throw Failure(.notFound, "no files") }

  func script(at path: String, from script: String?) throws(Failure) -> Source {
    throw Failure(.notFound, "no other scripts")
  }

  func answer(to question: String, default: String?) async throws(Failure) -> String? { `default` }
  func accounts(tagged tag: String?) throws(Failure) -> [String] { [] }

  func environmentVariable(_ name: String) -> String? { nil }
  func help(on topic: String) -> String? { nil }
  func help(onApp name: String?) -> String? { nil }
  func fileText(for event: Interpreter.Event, options: CommandOptions) -> String? { nil }
}
