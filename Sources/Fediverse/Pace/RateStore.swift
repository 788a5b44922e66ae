import Synchronization

/// Where the model of a server's counts is kept, so that all who act for one account share it.
public protocol RateStore: Sendable {
  /// Changes the state while nobody else does.
  func update<Result: Sendable>(_ change: (inout RateState) -> Result) -> Result
}

/// A model of a server's counts that one process keeps for itself.
public final class RateMemory: RateStore {
  private let state = Mutex(RateState())

  /// A model that knows nothing yet.
  public init() {}

  /// Changes the state while nobody else does.
  public func update<Result: Sendable>(_ change: (inout RateState) -> Result) -> Result {
    state.withLock { change(&$0) }
  }
}
