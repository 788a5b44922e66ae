import Synchronization
import TuskCommon
import TuskLanguage
import XCallbackURL

/// What a rehearsal has planned so far.
package final class Rehearsal: Sendable {
  private let answers = Mutex(0)
  private let lines = Mutex(0)
  private let files = Mutex<[String: Int]>([:])
  private let isPartial = Mutex(false)
  private let scheduled = Mutex(false)
  private let notified = Mutex(Audience())
  private let judged = Mutex<Set<String>>([])
  private let blocks = Mutex<[OnceName: [String: RuntimeValue]]>([:])
  private let changes = Mutex<[Change: RuntimeValue]>([:])

  package init() {}

  /// The name of the next planned answer: `r1`, `r2`.
  func nextAnswer() -> String {
    answers.withLock { count in
      count += 1
      return "r\(count)"
    }
  }

  /// The variables that a block assigned which was rehearsed to its end; `nil` if it was not.
  subscript(_ block: OnceName) -> [String: RuntimeValue]? {
    get { blocks.withLock { $0[block] } }
    set { blocks.withLock { $0[block] = newValue } }
  }

  /// A change of a `once` block, as the journal tells it from the others of the block.
  struct Change: Hashable {
    let block: OnceName
    let effect: String
  }

  /// The answer of a planned change; `nil` if it was not planned.
  subscript(_ change: Change) -> RuntimeValue? {
    get { changes.withLock { $0[change] } }
    set { changes.withLock { $0[change] = newValue } }
  }

  /// How many lines were planned.
  var lineCount: Int { lines.withLock { $0 } }

  /// Counts a planned line.
  func addLine() {
    lines.withLock { $0 += 1 }
  }

  /// Whether no request of this kind was judged before.
  func isNew(_ kind: String) -> Bool {
    judged.withLock { $0.insert(kind).inserted }
  }

  /// Whether the plan has all that the script would do.
  var isWhole: Bool { isPartial.withLock { !$0 } }

  /// Records that the plan lacks something that the script would do.
  func lackSomething() {
    isPartial.withLock { $0 = true }
  }

  /// Records the accounts that a planned request would notify.
  func notify(_ url: CallbackURL, _ signature: Signature) {
    notified.withLock { $0.add(url.pairs, of: signature) }
  }

  /// The accounts that the planned requests would notify.
  var audience: Audience { notified.withLock { $0 } }

  /// Whether the lines of a schedule are being rehearsed, which a plan cannot contain.
  var isScheduled: Bool {
    get { scheduled.withLock { $0 } }
    set { scheduled.withLock { $0 = newValue } }
  }

  /// Records that this line of the script would write the file.
  func write(_ path: String, line: Int) {
    files.withLock { $0[path] = line }
  }

  /// The line that would have written the file; `nil` if none would.
  func line(writing path: String) -> Int? {
    files.withLock { $0[path] }
  }
}
