import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Made-up requests: none crashes the engine, each gets exactly one answer, and what is refused reaches no server.
struct EngineFuzzTests {
  /// How many requests ended in each way.
  private struct Tally {
    var successes = 0
    var refusals = 0
    var cancellations = 0
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func everyRequestIsAnsweredOnceAndRefusedWhole(seed: UInt64) async throws {
    var generator = RequestGenerator(seed: seed)
    var tally = Tally()
    for _ in 0..<400 {
      let text = generator.text()
      guard let url = try? CallbackURL(parsing: text, mode: .lenient) else { continue }
      let engine = try TestEngine(answering: generator.one(of: [.once, .nobody(.unattended)]))
      let outcome = await engine.open(url, from: generator.one(of: [.person, .program, Self.script]))
      count(outcome.response, in: &tally)
      #expect(isAnsweredRightly(outcome, to: url), "\(text) was answered with \(String(describing: outcome.callback))")
      #expect(isHarmless(outcome.response, engine), "\(text) made \(engine.stub.log), then \(outcome.response)")
    }
    // A generator that only makes nonsense, or none, would show nothing.
    #expect(tally.successes > 40 && tally.refusals > 40 && tally.cancellations > 5, "\(tally)")
  }

  private static let script = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d", effects: []))

  private func count(_ response: Response, in tally: inout Tally) {
    switch response {
    case .success: tally.successes += 1
    case .failure: tally.refusals += 1
    case .canceled: tally.cancellations += 1
    }
  }

  /// Whether the callback is the one that the caller gave for this outcome, with the data behind what stood in it.
  private func isAnsweredRightly(_ outcome: EngineReply, to url: CallbackURL) -> Bool {
    let name =
      switch outcome.response {
      case .success: "x-success"
      case .failure: "x-error"
      case .canceled: "x-cancel"
      }
    let given = url.values(of: name)
    guard given.count == 1, let target = try? CallbackPolicy().target((given[0] ?? ""), of: name) else {
      return outcome.callback == nil
    }
    guard let callback = outcome.callback else { return false }
    return callback.pairs == target.pairs + outcome.response.pairs
      && callback.description.hasPrefix(target.description.prefix { $0 != "#" })
  }

  /// Whether a request that was refused asked the server for nothing, one that was declined or only reads changed
  /// nothing, and any other changed one thing.
  private func isHarmless(_ response: Response, _ engine: TestEngine) -> Bool {
    switch response {
    case .failure(let failure) where (1...5).contains(failure.code.rawValue): engine.stub.log.isEmpty
    case .canceled: engine.stub.log.isEmpty
    case .success, .failure: engine.stub.changes.count <= 1
    }
  }
}
