/// The outcome of a call: exactly one of success, failure and cancel.
public enum Outcome<Output: Sendable>: Sendable {
  /// The action succeeded with this output.
  case success(Output)
  /// The action failed, as the app reported.
  case failure(AppFailure)
  /// A person declined or withdrew the request.
  case canceled

  /// The output of the action.
  ///
  /// - Throws: ``AppFailure``, or ``CallError/declined`` if the app canceled.
  public func get() throws -> Output {
    switch self {
    case .success(let output): return output
    case .failure(let failure): throw failure
    case .canceled: throw CallError.declined
    }
  }
}

extension Outcome: Equatable where Output: Equatable {}
extension Outcome: Hashable where Output: Hashable {}

/// The failure that an app reported.
public struct AppFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The parameters of the callback.
  public let pairs: [CallbackURL.Pair]

  /// Creates a failure from the parameters of the callback.
  public init(pairs: [CallbackURL.Pair]) {
    self.pairs = pairs
  }

  /// The `errorCode`, which need not be a number.
  public var code: String? { value(of: "errorCode") }

  /// The `errorCode`, if it is a whole number.
  public var number: Int? { code.flatMap { Int($0) } }

  /// The `errorMessage`, or the `error` that some apps send instead.
  public var message: String? { value(of: "errorMessage") ?? value(of: "error") }

  public var description: String {
    (message ?? "the app gave no reason") + (code.map { " (\($0))" } ?? "")
  }

  private func value(of name: String) -> String? {
    pairs.last { $0.name == name && $0.value != nil }?.value
  }
}

/// Why a call has no readable outcome.
public enum CallError: Error, Sendable, CustomStringConvertible {
  /// No callback came within this time; the action may have been performed nonetheless.
  case timedOut(after: Duration)
  /// The app canceled; thrown only by ``Outcome/get()``.
  case declined
  /// The text is not a scheme (RFC 3986 section 3.1); nothing was opened.
  case invalidScheme(String)
  /// The input cannot be written in the app's dialect; nothing was opened.
  case unwritableInput(CodingFault)
  /// The action succeeded, but its output, given here, cannot be read.
  case unreadableOutput(CodingFault, pairs: [CallbackURL.Pair])
  /// The URL could not be opened, for this reason.
  case notOpened(any Error)

  public var description: String {
    switch self {
    case .timedOut(let duration): "no response within \(duration)"
    case .declined: "the app canceled the action"
    case .invalidScheme(let text): "'\(text)' is not a scheme"
    case .unwritableInput(let fault): "the input cannot be sent: \(fault)"
    case .unreadableOutput(let fault, _): "the app sent an unexpected output: \(fault)"
    case .notOpened(let cause): "the URL could not be opened: \(cause)"
    }
  }
}
