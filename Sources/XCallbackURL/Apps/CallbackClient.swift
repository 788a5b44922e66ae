/// Calls the actions of an app.
///
///     let bear = CallbackClient(Bear(), source: "Reader", inbox: inbox, opener: DesktopOpener())
///     switch try await bear.run(OpenNote.self, with: OpenNote.Input(title: "Title", excludeTrashed: true)) {
///     case .success(let output): use(output.note)
///     case .failure(let failure): complain(failure.code, failure.message)
///     case .canceled: break
///     }
///
/// Each call has its own address in the inbox, from before its URL is opened until the call is answered, canceled or
/// timed out. The program must pass the URLs that it receives to ``CallbackInbox/deliver(_:at:)``.
public struct CallbackClient<App: CallbackApp>: Sendable {
  /// The app to call.
  public let app: App
  /// The name of this program in `x-source`, for people to read.
  public let source: String

  private let inbox: CallbackInbox
  private let opener: any URLOpener
  private let timeout: Duration
  private let clock: any Clock<Duration>
  /// What receives the callbacks for as long as it exists.
  private let receiver: (any Sendable)?

  /// - Parameters:
  ///   - app: the app to call.
  ///   - source: the name of this program, for people to read.
  ///   - inbox: receives the callbacks; its scheme is this program's.
  ///   - opener: opens the app's URLs.
  ///   - timeout: how long to wait for a callback, including the time that people take to answer questions.
  ///   - clock: measures the timeout.
  public init(
    _ app: App, source: String, inbox: CallbackInbox, opener: any URLOpener, timeout: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(app, source: source, inbox: inbox, opener: opener, timeout: timeout, clock: clock, receiver: nil)
  }

  init(
    _ app: App, source: String, inbox: CallbackInbox, opener: any URLOpener, timeout: Duration,
    clock: any Clock<Duration>, receiver: (any Sendable)?
  ) {
    self.app = app
    self.source = source
    self.inbox = inbox
    self.opener = opener
    self.timeout = timeout
    self.clock = clock
    self.receiver = receiver
  }

  // MARK: URLs

  /// The URL that requests the action, without callbacks and source.
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
    if let reserved = parameters.first(where: \.isReserved) { throw .reserved(reserved.name) }
    return try url(action.name, parameters)
  }

  /// The URL that requests an action without input.
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

  /// Requests the action and waits for the outcome.
  ///
  /// - Parameters:
  ///   - action: the type of the action.
  ///   - input: the input.
  ///   - timeout: how long to wait; `nil` for the client's timeout.
  /// - Throws: ``CallError`` if there is no outcome, and `CancellationError` if the task is canceled.
  public func run<Action: CallbackAction>(
    _ action: Action.Type, with input: Action.Input, within timeout: Duration? = nil
  ) async throws -> Outcome<Action.Output> {
    try output(of: action, await call(url(for: action, with: input), within: timeout))
  }

  /// Requests an action without output and waits for the outcome.
  ///
  /// - Parameters:
  ///   - action: the type of the action.
  ///   - input: the input.
  ///   - timeout: how long to wait; `nil` for the client's timeout.
  /// - Throws: ``CallError`` if there is no outcome, and `CancellationError` if the task is canceled.
  public func run<Action: CallbackAction>(
    _ action: Action.Type, with input: Action.Input, within timeout: Duration? = nil
  ) async throws -> Outcome<NoValue> where Action.Output == Never {
    try await call(url(for: action, with: input), within: timeout).withoutOutput
  }

  /// Requests an action without input and waits for the outcome.
  ///
  /// - Parameters:
  ///   - action: the type of the action.
  ///   - timeout: how long to wait; `nil` for the client's timeout.
  /// - Throws: ``CallError`` if there is no outcome, and `CancellationError` if the task is canceled.
  public func run<Action: CallbackAction>(
    _ action: Action.Type, within timeout: Duration? = nil
  ) async throws -> Outcome<Action.Output> where Action.Input: AbsentValue {
    try output(of: action, await call(url(for: action), within: timeout))
  }

  /// Requests an action without input and output and waits for the outcome.
  ///
  /// - Parameters:
  ///   - action: the type of the action.
  ///   - timeout: how long to wait; `nil` for the client's timeout.
  /// - Throws: ``CallError`` if there is no outcome, and `CancellationError` if the task is canceled.
  public func run<Action: CallbackAction>(
    _ action: Action.Type, within timeout: Duration? = nil
  ) async throws -> Outcome<NoValue> where Action.Input: AbsentValue, Action.Output == Never {
    try await call(url(for: action), within: timeout).withoutOutput
  }

  /// Opens the URL with callbacks and source, and waits for the parameters of the callback.
  ///
  /// - Parameters:
  ///   - url: the request, without callbacks.
  ///   - timeout: how long to wait; `nil` for the client's timeout.
  /// - Throws: ``CallError/timedOut(after:)`` and ``CallError/notOpened(_:)``, and `CancellationError` if the task is
  ///   canceled.
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
    .unwritableInput(CodingFault(.unwritable, name, "starts with 'x-', which is reserved for the protocol"))
  }
}
