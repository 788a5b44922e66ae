import AccountNames
import Glibc
import JSONValue
import Synchronization
package import TuskActions
import TuskCommon
package import TuskLanguage
package import TuskRuntime
package import XCallbackURL

/// The names that were shown at the prompt, by account: what can be completed without a request.
///
/// Names are read from a file at the first question or with the first rows, and written when a session ends.
package final class ShownNames: Sendable {
  private let folder: String?
  private let isKept: @Sendable (_ account: String) -> Bool
  private let state: Mutex<State>

  private struct State {
    var usualAccount: String?
    /// Whether the names are read from files and written to them.
    var isLasting: Bool
    /// What was shown to each account.
    var shelves: [String: Shelf] = [:]
  }

  /// - Parameters:
  ///   - folder: the folder of the files; `nil` to keep the names in memory only.
  ///   - isKept: whether the names of an account may still be written, which they may not after it was signed out.
  package init(folder: String?, isKept: @escaping @Sendable (_ account: String) -> Bool = { _ in true }) {
    (self.folder, self.isKept) = (folder, isKept)
    state = Mutex(State(isLasting: folder != nil))
  }

  /// Whether the names are written to files.
  var isLasting: Bool { state.withLock(\.isLasting) }

  /// Sets whether the names are written to files, if there is a folder for them. What was shown while
  /// they were not is never written.
  func setLasting(_ isLasting: Bool) {
    guard folder != nil, isLasting != self.isLasting else { return }
    if !isLasting { save() }
    state.withLock { state in
      state.isLasting = isLasting
      if isLasting { state.shelves = [:] }
    }
  }

  /// The account of commands that name no other; `nil` if it is not known, and then nothing of it is kept.
  package var usualAccount: String? { state.withLock(\.usualAccount) }

  /// Sets the account of commands that name no other.
  package func act(as account: String?) { state.withLock { $0.usualAccount = account } }

  /// Reads the names of the usual account on another thread, so that the first Tab does not wait for them.
  func readAhead() {
    guard let account = usualAccount else { return }
    // Without a thread, the first Tab reads them.
    try? DetachedThread.start { [self] in _ = things(.account, typed: "@a", as: account, limit: 1) }
  }

  /// Takes the names in the rows of a list, of which the first row counts as the newest.
  package func note(_ page: RowPage, as account: String) {
    note(page.rows, page.record, as: account)
  }

  /// Takes the names in what was shown alone.
  package func note(_ result: ActionResult, as account: String) {
    guard let shape = result.signature.record, let item = result.item else { return }
    note([item], shape, as: account)
  }

  /// Forgets what a command has deleted or canceled.
  package func forget(subjectOf result: ActionResult, as account: String) {
    guard result.signature.effect == .destructive, let subject = result.signature.subject,
      [.status, .list, .filter, .scheduled].contains(subject.kind),
      let value = subject.given(in: result.url.pairs)?.value
    else { return }
    withShelf(of: account) { $0.remove(subject.kind, value) }
  }

  /// Takes the names in what an action presents.
  package func note(_ presentation: Presentation, as account: String) {
    for section in presentation.sections.reversed() {
      let shape = section.whole?.shape ?? RecordShape("", kind: section.kind, fields: section.fields)
      note(section.whole?.records ?? section.records, shape, as: account)
    }
  }

  private func note(_ records: [JSON.Object], _ shape: RecordShape, as account: String) {
    // Rows beyond the limit would drop each other.
    let names = records.prefix(ShownNamesFile.mostNames).reversed().flatMap { ShownName.all(in: $0, shape) }
    guard !names.isEmpty else { return }
    withShelf(of: account) { shelf in
      for name in names { shelf.add(name) }
    }
  }

  /// What could be completed: the things of a kind whose word begins so, the newest first.
  ///
  /// Each text is exactly one word of the language. Case is ignored. An account is found by the words of its display
  /// name, too, after an `@`.
  ///
  /// - Parameters:
  ///   - typed: what was typed of the word: `@p`, `status:`, `list:"Cl` or nothing.
  ///   - account: the account that the command acts as.
  package func things(
    _ kind: ReferenceKind, typed: String, as account: String, limit: Int
  ) -> [Completion.Candidate] {
    var found: [ShownName] = []
    withShelf(of: account) { found = $0.names(kind, typed: typed, limit: limit) }
    return found.map { name in
      var candidate = Completion.Candidate(name.text, name.summary)
      candidate.author = name.author
      return candidate
    }
  }

  /// Works with what was shown to an account, which is read first; a short name could mean another account tomorrow.
  private func withShelf(of account: String, _ work: (inout Shelf) -> Void) {
    let key = account.accountName
    guard key.dropFirst().contains("@") else { return }
    state.withLock { state in
      let file = folder.flatMap { state.isLasting ? ShownNamesFile(of: key, in: $0) : nil }
      var shelf = state.shelves.removeValue(forKey: key) ?? Shelf(of: file)
      work(&shelf)
      state.shelves[key] = shelf
    }
  }

  /// Forgets all names, of every account, and removes their files.
  func removeAll() {
    state.withLock { $0.shelves = [:] }
    guard let folder else { return }
    for name in FolderNames.all(in: folder) ?? [] { unlink("\(folder)/\(name)") }
  }

  /// Writes the names of each account to which something was shown, after those that other sessions wrote meanwhile.
  ///
  /// - Parameter least: how many showings are worth a file; a session that ends writes them all.
  package func save(from least: Int = 1) {
    guard let folder else { return }
    state.withLock { state in
      guard state.isLasting else { return }
      for (account, shelf) in state.shelves where shelf.unsaved >= least {
        guard isKept(account) else {
          state.shelves[account] = nil
          continue
        }
        state.shelves[account] = shelf.saved(to: ShownNamesFile(of: account, in: folder))
      }
    }
  }
}

/// What was shown to one account.
private struct Shelf {
  private var kinds: [ReferenceKind: NameIndex] = [:]
  private var time = 0
  /// When the names were last read or written.
  private var savedTime = 0
  /// Whether there was a file then.
  private let hadFile: Bool
  /// What was deleted since then.
  private var removed: Set<Identity> = []

  init(of file: ShownNamesFile?) {
    self.init(file?.read() ?? [], hadFile: file?.isThere ?? false)
  }

  /// - Parameter names: the names, the newest first.
  private init(_ names: [ShownName], hadFile: Bool) {
    self.hadFile = hadFile
    for name in names.reversed() { add(name) }
    savedTime = time
  }

  /// How many names were shown since then.
  var unsaved: Int { time - savedTime }

  mutating func add(_ name: ShownName) {
    time += 1
    removed.remove(Identity(name))
    kinds[name.kind, default: NameIndex()].add(name, at: time)
  }

  /// Removes a thing, which is called by its identifier or title.
  mutating func remove(_ kind: ReferenceKind, _ value: String) {
    time += 1
    removed.insert(Identity(kind, value))
    let isTitled = kind == .list || kind == .filter
    let found = kinds[kind]?.newest(NameIndex.most) { $0.id == value || isTitled && $0.name == value } ?? []
    for (name, _) in found {
      kinds[kind]?.remove(name.id)
      removed.insert(Identity(name))
    }
  }

  mutating func names(_ kind: ReferenceKind, typed: String, limit: Int) -> [ShownName] {
    let key = ShownName.key(of: typed, kind)
    guard !ShownName.beginning(of: kind).hasPrefix(key) else {
      return kinds[kind]?.newest(limit) { _ in true }.map(\.name) ?? []
    }
    let found = kinds[kind]?.names(beginning: key, limit: limit) ?? []
    guard kind == .account else { return found }
    // Those found by their display names come last.
    let isHandle = { (name: ShownName) in name.text.lowercased().hasPrefix(key) }
    return found.filter(isHandle) + found.filter { !isHandle($0) }
  }

  /// The names as they are after they were written.
  func saved(to file: ShownNamesFile) -> Shelf {
    // Somebody removed it, and did not want these names to come back.
    guard file.isThere || !hadFile else { return Shelf(of: file) }
    let all = kinds.values.flatMap { kind in kind.newest(NameIndex.most) { _ in true } }
    let new = all.filter { $0.time > savedTime }.sorted { $0.time > $1.time }.map(\.name)
    var seen: Set<Identity> = []
    let names = (new + file.read()).filter { name in
      !removed.contains(Identity(name)) && seen.insert(Identity(name)).inserted
    }
    file.write(names)
    return Shelf(Array(names.prefix(ShownNamesFile.mostNames)), hadFile: file.isThere)
  }

  private struct Identity: Hashable {
    let kind: ReferenceKind
    let id: String

    init(_ name: ShownName) { self.init(name.kind, name.id) }

    init(_ kind: ReferenceKind, _ id: String) { (self.kind, self.id) = (kind, id) }
  }
}
