import JSONValue
import Synchronization
import TuskCommon
import TuskLanguage
import XCallbackURL

/// The changes of a run, the newest last, each of which 'undo' takes back once.
package final class ChangeLog: Sendable {
  private let state = Mutex(State())

  private struct State {
    var entries: [Entry] = []
    /// The number of the newest entry.
    var newest = 0
    var isRead = false
    /// The changes of earlier sessions; `nil` if they were not read yet.
    var earlier: [Entry]?

    mutating func append(_ entry: Entry, _ number: Int) {
      var entry = entry
      entry.number = number
      entries.append(entry)
      if entries.count > ChangeLog.most { entries.removeFirst() }
    }
  }

  /// How many are kept.
  static let most = 100

  /// What one command did.
  struct Entry: Sendable {
    /// The number by which a person names it.
    fileprivate(set) var number = 0
    /// The line that does the same, of the first change.
    let line: String
    /// The account that the command named; `nil` for the current one.
    let account: String?
    /// The permanent name of the account that acted; `nil` if it is not known.
    let actor: String?
    var content: Content
    fileprivate(set) var isUndone = false

    enum Content: Sendable {
      /// What takes each of its changes back, in the order in which they were made.
      case changes([Inverse])
      case job(Job)
    }
  }

  package init() {}

  /// Whether the state before changes is read, because they may be taken back.
  package var isRead: Bool { state.withLock(\.isRead) }

  /// Notes that changes may be taken back, so that the state before them has to be read.
  package func expectUndo() { state.withLock { $0.isRead = true } }

  /// The number of the command that begins.
  func begin() -> Int {
    state.withLock { state in
      state.newest += 1
      return state.newest
    }
  }

  /// Adds a change to what a command did.
  func add(_ inverse: Inverse, _ entry: Entry, of command: Int) {
    state.withLock { state in
      if let index = state.entries.lastIndex(where: { $0.number == command }),
        case .changes(let inverses) = state.entries[index].content
      {
        state.entries[index].content = .changes(inverses + [inverse])
      } else {
        state.append(entry, command)
      }
    }
  }

  func add(_ job: Job) {
    let number = begin()
    state.withLock { state in
      // One that is continued is the same.
      state.entries.removeAll { $0.job?.key == job.key }
      let entry = Entry(line: job.line, account: nil, actor: job.account, content: .job(job))
      state.append(entry, number)
    }
  }

  var all: [Entry] { state.withLock(\.entries) }

  /// The newest change that was not taken back; `nil` if there is none.
  func newest() -> Entry? { state.withLock { state in state.entries.last { !$0.isUndone } } }

  /// Notes that a change was taken back.
  func markUndone(_ number: Int) {
    state.withLock { state in
      for index in state.entries.indices where state.entries[index].number == number {
        state.entries[index].isUndone = true
      }
    }
  }

  func markUndone(_ job: Job) {
    for entry in all where entry.job?.key == job.key { markUndone(entry.number) }
  }

  /// The changes of earlier sessions, the newest last.
  var earlier: [Entry] { state.withLock { $0.earlier ?? [] } }

  /// Reads the changes of earlier sessions, once.
  func loadEarlier(_ read: () -> [Entry]) {
    guard state.withLock({ $0.earlier == nil }) else { return }
    let entries = read()
    state.withLock { $0.earlier = entries }
  }

  /// Takes over what an account changed in earlier sessions.
  func reachEarlier(of actor: String) {
    state.withLock { state in
      for entry in state.earlier ?? [] where entry.actor == actor {
        state.newest += 1
        state.append(entry, state.newest)
      }
      state.earlier?.removeAll { $0.actor == actor }
    }
  }
}

extension Interpreter {
  /// The changes of this run that were not taken back, by their numbers, the newest first.
  package var openChanges: [(number: Int, line: String)] {
    settings.changes.all.reversed().filter { !$0.isUndone }.map { (number: $0.number, line: $0.shortTitle) }
  }
}

extension ChangeLog.Entry {
  var job: Job? {
    guard case .job(let job) = content else { return nil }
    return job
  }

  /// The line, and how many changes there are if there are several.
  var title: String {
    guard case .changes(let inverses) = content, inverses.count > 1 else { return line }
    return "\(line) … (\(inverses.count) changes)"
  }

  /// The title without most of a long text.
  var shortTitle: String {
    let (title, most) = (title, 100)
    return title.count > most ? "\(title.prefix(most))…" : title
  }

  /// What takes its changes back, the last change first.
  var inverses: [Inverse] {
    guard case .changes(let inverses) = content else { return [] }
    return inverses.reversed()
  }
}
