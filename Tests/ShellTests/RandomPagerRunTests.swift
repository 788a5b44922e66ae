import Fediverse
import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// Lines that read whole lists, through the interpreter and the engine, at servers that cut lists into random pages.
struct RandomPagerRunTests {
  /// What became of a line.
  private struct Run {
    var ids: [String] = []
    var warnings: [String] = []
    var failure: Diagnostic?
    var isPartial = false
    var requests = 0
  }

  private func run(_ line: String, at pager: RandomPager) async throws -> Run {
    let host = try PagerHost(pager)
    let interpreter = Interpreter(resolver: Shell.resolver(), host: host)
    var frame = Frame(source: Source(line))
    var run = Run()
    do throws(Diagnostic) {
      for statement in try Parser.parse(frame.source) { _ = try await interpreter.run(statement, in: &frame) }
    } catch {
      run.failure = error
    }
    let seen = host.seen
    (run.ids, run.warnings, run.isPartial, run.requests) = (seen.ids, seen.warnings, seen.isPartial, seen.requests)
    return run
  }

  private func check(_ run: Run, _ ids: [String], _ pager: RandomPager, _ about: String) {
    #expect(run.ids == ids, "\(about): \(pager.fault)")
    #expect(run.requests < 400, "\(about): \(run.requests) requests")
  }

  @Test(arguments: 0..<2) func wholeListsAreWholeOrLoud(round: UInt64) async throws {
    for seed in round * 20..<round * 20 + 20 {
      for (line, kind) in [
        ("followers --all", RandomPager.Kind.accounts), ("notifications kind=follow --all", .notifications),
        ("for x in (followers --all)\nprint $x.id\nend", .accounts),
        ("for x in (notifications kind=follow --all count=3)\nprint $x.id\nend", .notifications),
        ("followers --all count=2", .accounts),
      ] {
        let pager = RandomPager(seed: seed, kind: kind)
        let run = try await run(line, at: pager)
        let about = "seed \(seed), \(line)"
        check(run, pager.truth, pager, about)
        if !pager.truth.isEmpty {
          #expect((run.failure == nil) == (pager.fault == .none), "\(about): \(String(describing: run.failure))")
          #expect(run.failure.map { $0.exitCode == .refused } ?? true, "\(about)")
        }
        #expect(run.warnings.isEmpty == (pager.unreadable == 0), "\(about): \(run.warnings)")
        #expect(run.isPartial == !run.warnings.isEmpty, "\(about)")
      }
    }
  }

  @Test(arguments: 0..<2) func partsOfListsAreAsLongAsAskedFor(round: UInt64) async throws {
    for seed in round * 20..<round * 20 + 20 {
      var random = Lehmer(seed: seed)
      let count = 1 + random.below(20)
      for (line, kind) in [
        ("followers count=\(count)", RandomPager.Kind.accounts), ("followers limit=\(count) count=2", .accounts),
        ("notifications kind=follow count=\(count)", .notifications),
        ("for x in (notifications kind=follow limit=\(count))\nprint $x.id\nend", .notifications),
      ] {
        let pager = RandomPager(seed: seed, kind: kind)
        let run = try await run(line, at: pager)
        let about = "seed \(seed), \(line)"
        check(run, Array(pager.truth.prefix(count)), pager, about)
        guard !pager.truth.isEmpty else { continue }
        let isShort = pager.truth.count < count
        #expect(
          (run.failure != nil) == (isShort && pager.fault != .none), "\(about): \(String(describing: run.failure))")
        #expect(!run.isPartial, "\(about): only --all wants the whole list")
      }
    }
  }
}

/// A host whose engine works at a random pager.
private final class PagerHost: RuntimeHost {
  struct Seen {
    var ids: [String] = []
    var warnings: [String] = []
    var isPartial = false
    var requests = 0
  }

  let inbox = CallbackInbox(scheme: "tusk")
  let clock = WallClock.system
  let ledger: (any Ledger)? = nil
  private let engine: Engine
  private let state: SharedState

  final class SharedState: Sendable {
    let seen = Mutex(Seen())
  }

  private struct PagerTransport: Transport {
    let pager: RandomPager
    let state: SharedState

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      state.seen.withLock { $0.requests += 1 }
      guard request.url.path == pager.path else {
        return HTTPResponse(status: 200, headers: [:], body: Array(#"{"id":"1","username":"me","acct":"me"}"#.utf8))
      }
      let answer = pager.answer(to: request.url.target)
      return HTTPResponse(status: 200, headers: ["Link": answer.link], body: Array(answer.body.utf8))
    }
  }

  init(_ pager: RandomPager) throws {
    let state = SharedState()
    self.state = state
    let client = Client(
      server: try ServerAddress("a.example"), token: AccessToken("t"),
      transport: PagerTransport(pager: pager, state: state), domain: "a.example", policy: .none)
    let consent = Consent(
      account: { () async throws(Failure) in "@me@a.example" }, isSandbox: false,
      permissions: Permissions(path: TemporaryFolder.freshPath(), now: { 0 }), ask: { _ in .nobody(Refusal("nobody")) })
    engine = Engine(actions: Action.all, server: Server(client), consent: consent, present: { _ in })
  }

  var seen: Seen { state.seen.withLock { $0 } }

  func open(_ url: CallbackURL, with options: Dispatcher.RequestOptions) async -> EngineReply {
    let outcome = await engine.open(url, from: Origin(.person), timeout: options.timeout)
    return EngineReply(opening: outcome.callback, refusal: outcome.refusal)
  }

  func show(_ event: Interpreter.Event) async {
    state.seen.withLock { seen in
      switch event {
      case .result(let result, _): seen.ids += (result.items ?? []).compactMap { $0["id"]?.string }
      case .printed(let line, toErrors: false): seen.ids.append(String(line.split(separator: ":").last ?? ""))
      case .missing(let text, let isCounted):
        seen.warnings.append(text)
        if isCounted { seen.isPartial = true }
      default: break
      }
    }
  }

  func openApp(_ url: CallbackURL, for signature: Signature, with options: Dispatcher.RequestOptions) async throws {}
  func contents(ofFile path: String) throws(Failure) -> String { "" }
  func script(at path: String, from script: String?) throws(Failure) -> Source { Source("") }
  func answer(to question: String, default: String?) -> String? { nil }
  func accounts(tagged tag: String?) throws(Failure) -> [String] { [] }

  func environmentVariable(_ name: String) -> String? { nil }
  func help(on topic: String) -> String? { nil }
  func help(onApp name: String?) -> String? { nil }
  func fileText(for event: Interpreter.Event, options: CommandOptions) -> String? { nil }
}
