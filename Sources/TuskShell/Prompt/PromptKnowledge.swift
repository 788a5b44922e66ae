import Glibc
import Synchronization
import TuskActions
import TuskCommon
package import TuskLanguage
import XCallbackURL

/// What the prompt knows without a request, for completing a line.
final class PromptKnowledge: Sendable {
  private let state: Mutex<State>

  /// How many names that were shown before are completed.
  static let mostNames = 200

  private struct State {
    /// What does not change from line to line, or is looked up when it is asked for.
    var lasting: Surroundings
    /// What is remembered of the server of the account that acts.
    var statusLimits: @Sendable () -> StatusLimits
    var rows = ShownRows()
    var checker: Checker?
    var changes: [Completion.Candidate] = []
    /// How the server counts, once a line asked for it.
    var limits: StatusLimits?
  }

  /// - Parameters:
  ///   - lasting: what does not change from line to line, or is looked up when it is asked for.
  ///   - statusLimits: reads how the server counts.
  init(_ lasting: Surroundings, statusLimits: @escaping @Sendable () -> StatusLimits) {
    state = Mutex(State(lasting: lasting, statusLimits: statusLimits))
  }

  /// Takes what is known of another account, and forgets what lines have shown.
  func begin(_ lasting: Surroundings, statusLimits: @escaping @Sendable () -> StatusLimits) {
    state.withLock { $0 = State(lasting: lasting, statusLimits: statusLimits) }
  }

  /// Takes what the lines so far have shown, defined and changed.
  func note(_ rows: ShownRows, _ checker: Checker, _ changes: [Completion.Candidate]) {
    state.withLock { state in
      state.rows = rows
      state.checker = checker
      state.changes = changes
      // The line may have shown other limits, or chosen another account.
      state.limits = nil
    }
  }

  /// Takes the rows to which a watch has added some.
  func note(_ rows: ShownRows) { state.withLock { $0.rows = rows } }

  /// How the server counts, which is read once for each line.
  var limits: StatusLimits {
    let (known, read) = state.withLock { ($0.limits, $0.statusLimits) }
    if let known { return known }
    let limits = read()
    state.withLock { $0.limits = limits }
    return limits
  }

  /// What is known around the next line.
  var surroundings: Surroundings {
    state.withLock { state in
      var surroundings = state.lasting
      surroundings.rows = state.rows
      surroundings.checker = state.checker
      surroundings.changes = state.changes
      return surroundings
    }
  }
}

extension Shell {
  /// What is known of this machine: accounts, jobs, drafts, files, programs and what help describes.
  ///
  /// - Parameter names: the names that were shown before; `nil` if none are kept.
  package func surroundings(names: ShownNames? = nil) -> Surroundings {
    var surroundings = Surroundings()
    let (environment, store, jobs) = (environment, accounts.store, JobStore(folder: jobFolder))
    surroundings.things = { kind, typed, account in
      guard let names, let account = account ?? names.usualAccount else { return [] }
      return names.things(kind, typed: typed, as: account, limit: PromptKnowledge.mostNames)
    }
    surroundings.usualAccount = { names?.usualAccount }
    surroundings.accounts = {
      let entries = (try? store.accounts())?.entries ?? []
      return entries.map { Completion.Candidate($0.name, $0.server) }
    }
    surroundings.jobs = {
      let all = (try? jobs.all()) ?? []
      return all.map { Completion.Candidate(String($0.id), "\($0.verb), \($0.count) \($0.subjects)") }
    }
    surroundings.drafts = { drafts(of: names?.usualAccount).all.map(\.candidate) }
    surroundings.files = { PathCandidates(home: environment.home).continuing($0) }
    surroundings.programs = { typed in
      environment.programs(startingWith: typed).map { Completion.Candidate($0, "a program") }
    }
    surroundings.topics = { HelpText(Self.catalog).topics.map { Completion.Candidate($0.name, $0.summary) } }
    return surroundings
  }
}

/// The files that continue a path.
struct PathCandidates {
  let home: String

  /// The files in order, hidden ones only if a dot is typed; the paths of folders end with `/`.
  func continuing(_ path: String) -> [Completion.Candidate] {
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, typed) = (String(path[..<cut]), path[cut...])
    let place = folder.hasPrefix("~/") ? "\(home)\(folder.dropFirst())" : folder.isEmpty ? "." : folder
    let names = (FolderNames.all(in: place) ?? []).filter { name in
      name.hasPrefix(typed) && (typed.hasPrefix(".") || !name.hasPrefix("."))
    }
    return names.sorted().map { name in
      let isFolder = access("\(place)/\(name)/.", F_OK) == 0
      return Completion.Candidate(isFolder ? "\(folder)\(name)/" : folder + name, isFolder ? "folder" : "file")
    }
  }
}

extension PostDraft {
  /// Its number and how it begins, for completion.
  var candidate: Completion.Candidate {
    let words = String(WrittenPost.text(of: (try? bytes()) ?? []).prefix(40))
    let meaning = words.isEmpty ? post?.command ?? "has a mistake" : words
    return Completion.Candidate(String(number ?? 0), TerminalText.field(meaning))
  }
}
