/// How an app answered a call: exactly one of success, failure and cancel.
public enum Outcome<Output: Sendable>: Sendable {
  /// The action was carried out, and this is what it answered.
  case success(Output)
  /// The action failed, and this is what the app said about it.
  case failure(AppFailure)
  /// A person declined, or withdrew the request.
  case cancelled

  /// What the action answered.
  ///
  /// - Throws: ``AppFailure``, or ``CallError/declined`` where the app cancelled.
  public func get() throws -> Output {
    switch self {
    case .success(let output): return output
    case .failure(let failure): throw failure
    case .cancelled: throw CallError.declined
    }
  }
}

extension Outcome: Equatable where Output: Equatable {}
extension Outcome: Hashable where Output: Hashable {}

/// What an app said of its failure, word for word.
public struct AppFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// Everything that the callback carried.
  public let pairs: [CallbackURL.Pair]

  /// A failure with these pairs.
  public init(pairs: [CallbackURL.Pair]) {
    self.pairs = pairs
  }

  /// The `errorCode` as the app spelled it, which need not be a number.
  public var code: String? { value(of: "errorCode") }

  /// The `errorCode`, where it is a whole number.
  public var number: Int? { code.flatMap { Int($0) } }

  /// The `errorMessage`, or the `error` of those who name it so.
  public var message: String? { value(of: "errorMessage") ?? value(of: "error") }

  public var description: String {
    (message ?? "the app gave no reason") + (code.map { " (\($0))" } ?? "")
  }

  private func value(of name: String) -> String? {
    pairs.last { $0.name == name && $0.value != nil }?.value
  }
}

/// Why a call has no outcome, or none that can be read.
public enum CallError: Error, Sendable, CustomStringConvertible {
  /// No answer came within this time. The action may have been carried out nonetheless.
  case timedOut(after: Duration)
  /// The app cancelled; thrown by ``Outcome/get()`` alone.
  case declined
  /// The text is no scheme (RFC 3986 section 3.1), so nothing was opened.
  case invalidScheme(String)
  /// The input has no spelling in the app's dialect, so nothing was opened.
  case unwritableInput(CodingFault)
  /// The action was carried out, but what it answered, which is here, is not what it should have been.
  case unreadableOutput(CodingFault, pairs: [CallbackURL.Pair])
  /// The URL could not be opened, for this reason.
  case notOpened(any Error)

  public var description: String {
    switch self {
    case .timedOut(let duration): "no answer came within \(duration)"
    case .declined: "the app cancelled the action"
    case .invalidScheme(let text): "'\(text)' is no scheme"
    case .unwritableInput(let fault): "the input cannot be sent: \(fault)"
    case .unreadableOutput(let fault, _): "the app answered something else: \(fault)"
    case .notOpened(let cause): "the URL could not be opened: \(cause)"
    }
  }
}
