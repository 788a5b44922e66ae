import Fediverse
import Synchronization

/// Keeps how far lists have been read between the requests for their pages.
///
/// The cursor of an answer is the link to the next page; its fragment names the walk that is kept here. In another
/// process, or once the walk is forgotten, the link alone continues the list, and rows may be repeated.
final class WalkKeeper: Sendable {
  private let state = Mutex(State())

  private struct State {
    var walks: [String: Kept] = [:]
    /// The number of cursors given out, which orders the walks.
    var count = 0
    var rows = 0

    private static let mostWalks = 4096
    private static let mostRows = 4_000_000

    /// Keeps a walk, and forgets the oldest ones if there are too many.
    mutating func keep(_ walk: Kept, as name: String) {
      rows += walk.progress.rowCount - (walks[name]?.progress.rowCount ?? 0)
      walks[name] = walk
      while walks.count > Self.mostWalks || (rows > Self.mostRows && walks.count > 1),
        let oldest = walks.min(by: { $0.value.order < $1.value.order })
      {
        rows -= oldest.value.progress.rowCount
        walks[oldest.key] = nil
      }
    }
  }

  private struct Kept {
    let progress: WalkProgress
    /// The list, and the cursor at which it continues.
    let list: String
    let cursor: String
    let order: Int
  }

  /// The progress of the walk that gave out a cursor; `nil` for a list that is read from there on.
  ///
  /// The walk is no longer kept afterwards, so that its rows are not copied when it goes on.
  func take(_ cursor: String, of list: String) -> WalkProgress? {
    state.withLock { state in
      let name = Self.name(in: cursor)
      guard let name, let kept = state.walks[name], kept.cursor == cursor, kept.list == list else { return nil }
      state.walks[name] = nil
      state.rows -= kept.progress.rowCount
      return kept.progress
    }
  }

  /// Keeps a walk again that was taken and did not go on.
  func restore(_ progress: WalkProgress, of list: String, at cursor: String) {
    guard let name = Self.name(in: cursor) else { return }
    state.withLock { $0.keep(Kept(progress: progress, list: list, cursor: cursor, order: $0.count), as: name) }
  }

  /// Keeps the progress of a walk, and returns the cursor at which it continues; `nil` at the end of the list.
  ///
  /// - Parameter cursor: the cursor at which this part of the walk began.
  func keep(_ progress: WalkProgress, of list: String, since cursor: String?) -> String? {
    guard let place = progress.place else { return nil }
    return state.withLock { state in
      state.count += 1
      let name = cursor.flatMap(Self.name) ?? Self.newName()
      let next = "\(place)#\(name).\(state.count)"
      state.keep(Kept(progress: progress, list: list, cursor: next, order: state.count), as: name)
      return next
    }
  }

  /// The name of the walk in a cursor: the fragment up to its dot.
  private static func name(in cursor: String) -> String? {
    guard let mark = cursor.lastIndex(of: "#") else { return nil }
    return String(cursor[cursor.index(after: mark)...].prefix { $0 != "." })
  }

  private static func newName() -> String {
    var random = SystemRandomNumberGenerator()
    return String(random.next(), radix: 36)
  }
}
