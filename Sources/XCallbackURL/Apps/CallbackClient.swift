/// One app, as this program calls it.
///
///     let bear = CallbackClient(Bear(), source: "Reader", inbox: inbox, opener: DesktopOpener())
///     switch try await bear.run(OpenNote.self, with: OpenNote.Input(title: "Title", excludeTrashed: true)) {
///     case .success(let output): use(output.note)
///     case .failure(let failure): complain(failure.code, failure.message)
///     case .cancelled: break
///     }
///
/// Each call has an address of its own in the inbox, before its URL is opened and until it is answered, cancelled or
/// out of time. Whoever receives URLs for this program hands them to ``CallbackInbox/deliver(_:at:)``.
public struct CallbackClient<App: CallbackApp>: Sendable {
  /// The app that is called.
  public let app: App
  /// What this program calls itself in `x-source`; people read it.
  public let source: String

  private let inbox: CallbackInbox
  private let opener: any URLOpener
  private let timeout: Duration
  private let clock: any Clock<Duration>

  /// - Parameters:
  ///   - app: the app to call.
  ///   - source: what this program calls itself, as a person knows it.
  ///   - inbox: where answers arrive; its scheme is this program's own.
  ///   - opener: what opens the app's URLs.
  ///   - timeout: how long to wait for an answer, people who are asked included.
  ///   - clock: what the time-out is measured by.
  public init(
    _ app: App, source: String, inbox: CallbackInbox, opener: any URLOpener, timeout: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.app = app
    self.source = source
    self.inbox = inbox
    self.opener = opener
    self.timeout = timeout
    self.clock = clock
  }

  // MARK: URLs

  /// The URL that asks for the action, without callbacks and source.
  ///
  /// - Throws: ``CallError/unwritableInput(_:)`` and ``CallError/invalidScheme(_:)``.
  public func url<Action: CallbackAction>(
    for action: Action.Type, with input: Action.Input
  ) throws(CallError) -> CallbackURL {
    let parameters: [CallbackURL.Pair]
    do {
      parameters = try app.coder(for: action).pairs(for: input)
    } catch {
      throw .unwritableInput(error)
    }
    if let reserved = parameters.first(where: { $0.name.hasPrefix("x-") }) { throw .reserved(reserved.name) }
    return try url(action.name, parameters)
  }

  /// The URL that asks for an action without input.
  ///
  /// - Throws: ``CallError/invalidScheme(_:)``.
  public func url<Action: CallbackAction>(for action: Action.Type) throws(CallError) -> CallbackURL
  where Action.Input: AbsentValue {
    try url(action.name, [])
  }

  private func url(_ action: String, _ parameters: [CallbackURL.Pair]) throws(CallError) -> CallbackURL {
    guard CallbackURL.isScheme(app.scheme) else { throw .invalidScheme(app.scheme) }
    return CallbackURL(scheme: app.scheme, host: app.host, action: action, pairs: parameters)
  }

  // MARK: Calls

  /// Asks for the action and waits for the answer.
  ///
  /// - Parameters:
  ///   - action: the kind of action.
  ///   - input: its parameters.
  ///   - timeout: how long to wait; `nil` for as long as every call does.
  /// - Throws: ``CallError`` where there is no outcome, and `CancellationError` where the task was cancelled.
  public func run<Action: CallbackAction>(
    _ action: Action.Type, with input: Action.Input, within timeout: Duration? = nil
  ) async throws -> Outcome<Action.Output> {
    try output(of: action, await call(url(for: action, with: input), within: timeout))
  }

  /// Asks for an action without output and waits for the answer.
  ///
  /// - Parameters:
  ///   - action: the kind of action.
  ///   - input: its parameters.
  ///   - timeout: how long to wait; `nil` for as long as every call does.
  /// - Throws: ``CallError`` where there is no outcome, and `CancellationError` where the task was cancelled.
  public func run<Action: CallbackAction>(
    _ action: Action.Type, with input: Action.Input, within timeout: Duration? = nil
  ) async throws -> Outcome<NoValue> where Action.Output == Never {
    try await call(url(for: action, with: input), within: timeout).withoutOutput
  }

  /// Asks for an action without input and waits for the answer.
  ///
  /// - Parameters:
  ///   - action: the kind of action.
  ///   - timeout: how long to wait; `nil` for as long as every call does.
  /// - Throws: ``CallError`` where there is no outcome, and `CancellationError` where the task was cancelled.
  public func run<Action: CallbackAction>(
    _ action: Action.Type, within timeout: Duration? = nil
  ) async throws -> Outcome<Action.Output> where Action.Input: AbsentValue {
    try output(of: action, await call(url(for: action), within: timeout))
  }

  /// Asks for an action without input and output and waits for the answer.
  ///
  /// - Parameters:
  ///   - action: the kind of action.
  ///   - timeout: how long to wait; `nil` for as long as every call does.
  /// - Throws: ``CallError`` where there is no outcome, and `CancellationError` where the task was cancelled.
  public func run<Action: CallbackAction>(
    _ action: Action.Type, within timeout: Duration? = nil
  ) async throws -> Outcome<NoValue> where Action.Input: AbsentValue, Action.Output == Never {
    try await call(url(for: action), within: timeout).withoutOutput
  }

  /// Opens the URL with callbacks and source, and waits for whatever pairs come back.
  ///
  /// - Parameters:
  ///   - url: the request, without callbacks.
  ///   - timeout: how long to wait; `nil` for as long as every call does.
  /// - Throws: ``CallError/timedOut(after:)`` and ``CallError/notOpened(_:)``, and `CancellationError` where the task
  ///   was cancelled.
  public func call(
    _ url: CallbackURL, within timeout: Duration? = nil
  ) async throws -> Outcome<[CallbackURL.Pair]> {
    try await inbox.answer(within: timeout ?? self.timeout, by: clock) { [opener, source] callbacks in
      do {
        try await opener.open(url.appending([CallbackURL.Pair("x-source", source)] + callbacks.pairs))
      } catch {
        throw CallError.notOpened(error)
      }
    }
  }

  private func output<Action: CallbackAction>(
    of action: Action.Type, _ outcome: Outcome<[CallbackURL.Pair]>
  ) throws(CallError) -> Outcome<Action.Output> {
    switch outcome {
    case .failure(let failure): return .failure(failure)
    case .canceled: return .canceled
    case .success(let pairs):
      do {
        return .success(try app.coder(for: action).value(from: pairs))
      } catch {
        throw .unreadableOutput(error, pairs: pairs)
      }
    }
  }
}

extension Outcome {
  fileprivate var withoutOutput: Outcome<NoValue> {
    switch self {
    case .success: .success(NoValue())
    case .failure(let failure): .failure(failure)
    case .canceled: .canceled
    }
  }
}

extension CallError {
  fileprivate static func reserved(_ name: String) -> CallError {
    .unwritableInput(CodingFault(.unwritable, name, "starts with 'x-', which is kept for the protocol"))
  }
}
