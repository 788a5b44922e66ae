/// How an app answered a call: exactly one of success, failure and cancel.
public enum Outcome<Output: Sendable>: Sendable {
  /// The action was carried out, and this is what it answered.
  case success(Output)
  /// The action failed, and this is what the app said about it.
  case failure(AppFailure)
  /// A person declined, or withdrew the request.
  case canceled

  /// What the action answered.
  ///
  /// - Throws: ``AppFailure``, or ``CallError/declined`` where the app cancelled.
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
