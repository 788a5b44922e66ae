import Synchronization
import TuskCommon
import TuskLanguage
import XCallbackURL

/// The changes of a run, the newest last, which 'undo' takes back one after the other.
package final class ChangeLog: Sendable {
  private let entries = Mutex<[Entry]>([])

  /// How many are kept.
  private static let most = 100

  /// A change, or the many of a job.
  enum Entry: Sendable {
    case change(ActionResult, account: String?)
    case job(Job)
  }

  package init() {}

  func add(_ entry: Entry) {
    entries.withLock { entries in
      entries.append(entry)
      if entries.count > Self.most { entries.removeFirst() }
    }
  }

  var all: [Entry] { entries.withLock(\.self) }

  /// The newest change, which is forgotten; `nil` if there is none.
  func takeNewest() -> Entry? { entries.withLock { $0.popLast() } }
}
