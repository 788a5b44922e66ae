/// A wait in the middle of a call, told to whoever shows what a program is doing.
public struct Pause: Sendable, Hashable {
  /// Why a call waits.
  public enum Reason: Sendable, Hashable {
    /// The server wants fewer requests, of the kind named.
    case rateLimit(String)
    /// The call failed in a way that may pass; this is the number of the next try.
    case failure(FediverseError, next: Int)
  }

  /// Why it waits.
  public let reason: Reason
  /// When it goes on.
  public let until: Timestamp
  /// How long that is from now.
  public let length: Duration

  /// A wait of this length and reason.
  public init(reason: Reason, until: Timestamp, length: Duration) {
    self.reason = reason
    self.until = until
    self.length = length
  }
}
