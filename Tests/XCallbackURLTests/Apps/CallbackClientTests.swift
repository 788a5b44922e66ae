import Testing

@testable import XCallbackURL

/// Calls that are answered, late, canceled or never sent.
struct CallbackClientTests {
  private let inbox = CallbackInbox(scheme: "me")
  private let clock = ManualClock()
  /// Long, because the inbox measures it by the real clock.
  private static let timeout = Duration.seconds(3600)
  private let door = OpenURL()

  private struct Target: CallbackApp {
    struct Ask: CallbackAction {
      struct Input: Codable, Sendable { var text = "a&b=c#d%+" }
      struct Output: Codable, Sendable, Hashable { var count: Int }
    }
  }

  private var target: CallbackClient<Target> {
    CallbackClient(Target(), source: "Mé & you", inbox: inbox, opener: door, timeout: Self.timeout, clock: clock)
  }

  @Test func theRequestCarriesParametersSourceAndCallbacksInThisOrder() async throws {
    let task = ask()
    let url = await door.next()
    #expect(url.pairs.map(\.name) == ["text", "x-source", "x-success", "x-error", "x-cancel"])
    #expect(url.values(of: "x-source") == ["Mé & you"])
    #expect(url.values(of: "text") == ["a&b=c#d%+"])
    inbox.deliver(try callback(url, "x-cancel"))
    #expect(try await task.value == .canceled)
  }

  @Test func theAnswerIsReadAndTheAddressIsGone() async throws {
    let task = ask()
    let success = try callback(await door.next(), "x-success").appending([CallbackURL.Pair("count", "3")])
    guard case .answered = inbox.deliver(success) else { throw Failure(.defect, "not taken") }
    #expect(try await task.value == .success(Target.Ask.Output(count: 3)))
    #expect(inbox.deliver(success) == .unknown)
  }

  @Test func aCallOutOfTimeForgetsItsToken() async throws {
    let task = ask()
    let success = try callback(await door.next(), "x-success")
    await clock.somebodySleeps()
    clock.advance(by: Self.timeout)
    let error = await #expect(throws: CallError.self) { try await task.value }
    guard case .timedOut(after: Self.timeout) = error else { throw Failure(.defect, "\(error as Any)") }
    #expect(inbox.deliver(success) == .unknown)
  }

  @Test func aCanceledCallForgetsItsToken() async throws {
    let task = ask()
    let success = try callback(await door.next(), "x-success")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(inbox.deliver(success) == .unknown)
  }

  @Test func aCallCanceledBeforeItBeganOpensNothing() async throws {
    let recorder = RecordingOpener()
    let client = CallbackClient(Target(), source: "Me", inbox: inbox, opener: recorder)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.run(Target.Ask.self, with: Target.Ask.Input())
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(recorder.opened.isEmpty)
  }

  /// What the inbox's own deadline refuses, whatever the clock says, ends the wait too.
  @Test func anAnswerAfterTheDeadlineEndsTheWait() async throws {
    let task = ask()
    let success = try callback(await door.next(), "x-success")
    #expect(inbox.deliver(success, at: .now + Self.timeout + .seconds(1)) == .expired)
    await #expect(throws: CallError.self) { try await task.value }
  }

  @Test func oneCallMayHaveATimeoutOfItsOwn() async throws {
    let target = target
    let task = Task { try await target.run(Target.Ask.self, with: Target.Ask.Input(), within: .seconds(1)) }
    _ = await door.next()
    await clock.somebodySleeps()
    clock.advance(by: .seconds(1))
    await #expect(throws: CallError.self) { try await task.value }
  }

  @Test func aFailureKeepsEveryWordOfTheApp() async throws {
    let task = ask()
    let said = [
      CallbackURL.Pair("errorCode", "E_NO_NOTE"), CallbackURL.Pair("errorMessage", "gone"), .init("hint", nil),
    ]
    inbox.deliver(try callback(await door.next(), "x-error").appending(said))
    guard case .failure(let failure) = try await task.value else { throw Failure(.defect, "no failure") }
    #expect(failure.pairs == said)
    #expect(failure.code == "E_NO_NOTE" && failure.number == nil && failure.message == "gone")
    #expect(failure.description == "gone (E_NO_NOTE)")
  }

  @Test func anOutputThatCannotBeReadKeepsItsCauseAndThePairs() async throws {
    let task = ask()
    let said = [CallbackURL.Pair("count", "three"), CallbackURL.Pair("x-things-id", "7")]
    inbox.deliver(try callback(await door.next(), "x-success").appending(said))
    let error = await #expect(throws: CallError.self) { try await task.value }
    guard case .unreadableOutput(let fault, let pairs) = error else { throw Failure(.defect, "\(error as Any)") }
    #expect(pairs == said)
    #expect(fault.key == "count" && fault.kind == .invalid)
  }

  @Test func anOpenerThatFailsIsTheReason() async throws {
    struct Broken: URLOpener, Error {
      func open(_ url: CallbackURL) async throws { throw self }
    }
    let client = CallbackClient(Target(), source: "Me", inbox: inbox, opener: Broken(), clock: clock)
    let error = await #expect(throws: CallError.self) {
      try await client.run(Target.Ask.self, with: Target.Ask.Input())
    }
    guard case .notOpened(let cause) = error else { throw Failure(.defect, "\(error as Any)") }
    #expect(cause is Broken)
  }

  @Test(arguments: ["", "1app", "my app", "é", "a:b", "-a"])
  func aSchemeThatIsNoneIsRefused(scheme: String) async {
    struct Odd: CallbackApp {
      let scheme: String
    }
    let client = CallbackClient(Odd(scheme: scheme), source: "Me", inbox: inbox, opener: door)
    let error = await #expect(throws: CallError.self) { try await client.run(Target.Ask.self, with: .init()) }
    #expect(error?.description == "'\(scheme)' is not a scheme")
  }

  @Test(arguments: ["x-success", "x-source", "x-"])
  func noParameterCanPassForOneOfTheProtocol(name: String) async {
    struct Bag: CallbackAction {
      typealias Input = [String: String]
    }
    let error = await #expect(throws: CallError.self) { try await target.run(Bag.self, with: [name: "evil:"]) }
    #expect(error?.description.contains("'\(name)'") == true)
  }

  @Test func outcomesComeApartAsValuesOrErrors() throws {
    #expect(try Outcome.success(3).get() == 3)
    #expect(throws: AppFailure(pairs: [])) { try Outcome<Int>.failure(AppFailure(pairs: [])).get() }
    let error = #expect(throws: CallError.self) { try Outcome<Int>.canceled.get() }
    #expect(error?.description == "the app canceled the action")
  }

  @Test func manyCallsAtOnceGetTheirOwnAnswers() async throws {
    let answers = try await withThrowingTaskGroup(of: Outcome<Target.Ask.Output>.self) { group in
      for _ in 0..<50 { group.addTask { try await target.run(Target.Ask.self, with: .init()) } }
      for number in 0..<50 {
        let success = try callback(await door.next(), "x-success")
        inbox.deliver(success.appending([CallbackURL.Pair("count", String(number))]))
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(answers) == Set((0..<50).map { .success(Target.Ask.Output(count: $0)) }))
  }

  private func ask() -> Task<Outcome<Target.Ask.Output>, any Error> {
    let target = target
    return Task { try await target.run(Target.Ask.self, with: Target.Ask.Input()) }
  }

  private func callback(_ url: CallbackURL, _ name: String) throws -> CallbackURL {
    try CallbackURL(parsing: try #require(url.values(of: name).first ?? nil))
  }
}

/// An opener that hands each URL to a test, one after the other.
final class OpenURL: URLOpener {
  private let urls: AsyncStream<CallbackURL>
  private let entrance: AsyncStream<CallbackURL>.Continuation

  init() {
    (urls, entrance) = AsyncStream.makeStream()
  }

  func open(_ url: CallbackURL) async throws { entrance.yield(url) }

  /// The next URL that is opened; an empty one where nothing comes any more.
  func next() async -> CallbackURL {
    for await url in urls { return url }
    return CallbackURL(scheme: "none", action: "")
  }
}
