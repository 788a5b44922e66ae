import HummingbirdCore
import NIOCore
import Synchronization

/// Limits the number of connections, so that descriptors remain for the database. At the limit, the connection that has
/// been idle for the longest time is closed; if all are busy, new ones wait. One that has just been opened is not idle,
/// because its request is on the way.
final class ConnectionLimit: AvailableConnectionsDelegate {
  private struct State {
    var most: Int
    var count = 0
    var idle: [any Channel] = []

    /// The connection to close, if there are too many.
    mutating func surplus() -> (any Channel)? {
      count >= most && !idle.isEmpty ? idle.removeFirst() : nil
    }
  }

  private let state: Mutex<State>

  init(_ most: Int) { state = Mutex(State(most: most)) }

  /// Sets the number of connections above which idle ones are closed.
  func change(to most: Int) { state.withLock { $0.most = most } }

  func connectionOpened() { state.withLock { $0.count += 1 } }

  func connectionClosed() { state.withLock { $0.count -= 1 } }

  func isAcceptingNewConnections() -> Bool {
    let (isAccepting, surplus) = state.withLock { ($0.count < $0.most, $0.surplus()) }
    surplus?.close(promise: nil)
    return isAccepting
  }

  /// The connection waits for a request, or for the rest of one.
  func becameIdle(_ channel: any Channel) {
    let surplus = state.withLock { state in
      if !state.idle.contains(where: { $0 === channel }) { state.idle.append(channel) }
      return state.surplus()
    }
    surplus?.close(promise: nil)
  }

  /// The connection has a request to answer, or is closed.
  func becameBusy(_ channel: any Channel) {
    state.withLock { state in state.idle.removeAll { $0 === channel } }
  }
}
