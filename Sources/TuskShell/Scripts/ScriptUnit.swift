import Glibc
import Synchronization
package import TuskActions
package import TuskLanguage
import XCallbackURL

/// A script and the scripts that it sources: what a permission covers.
package struct ScriptUnit: Sendable {
  /// The script for the consent question.
  package let script: Origin.Script
  /// What they do, with the accounts that they act as.
  let effects: Effects
  /// The digests of the sourced scripts by their paths.
  let digests: [String: String]
  /// The verbs that the sourced scripts define.
  let sourcedVerbs: Set<String>

  package init(_ file: ScriptFile, _ program: ParsedSource) {
    let path = ScriptFile.absolute(file.path)
    let scripts = SourcedScripts(reading: program, at: path)
    let effects = Effects(reading: program, scripts)
    self.effects = effects
    sourcedVerbs = scripts.verbs
    let obstacle = scripts.unknown.first.map(Self.obstacle) ?? effects[.unknownActions].first.map(Self.unknownAction)
    let parts = scripts.files.map { ScriptFile.digest(of: $0.source.bytes) }
    // A script that sources nothing keeps the permission that it got before sourced scripts were part of it.
    let isAlone = parts.isEmpty && obstacle == nil
    let digest =
      isAlone ? file.digest : ScriptFile.digest(of: Array(([file.digest] + parts).joined(separator: " ").utf8))
    digests = Dictionary(zip(scripts.files.map(\.identity), parts)) { first, _ in first }
    script = Origin.Script(
      path: path, digest: digest, effects: effects.changes, obstacle: obstacle,
      files: digests.merging([path: file.digest]) { _, own in own })
  }

  private static func unknownAction(_ url: String) -> String {
    "the action of \(url) is known only when it runs"
  }

  private static func obstacle(_ diagnostic: Diagnostic) -> String {
    let name = diagnostic.source?.name.map { "\($0), " } ?? ""
    let line = diagnostic.source?.line(at: diagnostic.span.start) ?? 1
    return "\(name)line \(line): \(diagnostic.message)"
  }
}

/// Who makes the requests of a run.
final class Requester: Sendable {
  private let state: Mutex<Origin.Party>
  private let digests: [String: String]

  init(_ party: Origin.Party) {
    state = Mutex(party)
    digests = [:]
  }

  init(_ unit: ScriptUnit) {
    state = Mutex(.script(unit.script))
    digests = unit.digests
  }

  var party: Origin.Party { state.withLock { $0 } }

  /// Notes that the run goes on with another script: with other text than was analyzed, it is no longer the script that
  /// was permitted.
  func willRun(_ file: ScriptFile) {
    state.withLock { party in
      guard case .script(let script) = party else { return }
      let known = digests[ScriptFile.absolute(file.path)]
      guard known != file.digest, known != nil || script.obstacle == nil else { return }
      let effects = Shell.effects(of: ParsedSource(file.source))
      let change = "\(file.path) has changed since the run began"
      party = .script(
        Origin.Script(
          path: script.path, digest: ScriptFile.digest(of: Array((script.digest + file.digest).utf8)),
          effects: [change] + effects, obstacle: change))
    }
  }
}

extension Shell {
  /// What a script would change, one line for each change; empty if it changes nothing.
  package static func effects(of program: ParsedSource) -> [String] {
    Effects(reading: program, SourcedScripts(reading: program)).changes
  }
}

extension Effects {
  fileprivate init(reading program: ParsedSource, _ scripts: SourcedScripts) {
    self.init(of: (try? program.statements.get()) ?? [], resolver: Shell.resolver(), scripts: scripts)
  }

  /// The effects, one line for each; empty if nothing is changed.
  fileprivate var changes: [String] { changesAccount ? lines : [] }
}

extension SourcedScripts {
  /// - Parameter path: the path of the script, if it is a file.
  init(reading program: ParsedSource, at path: String? = nil) {
    self.init(of: program, identity: path, resolver: Shell.resolver()) { path, script in
      do throws(Failure) {
        let file = try ScriptFile(path, from: script)
        return .success(File(identity: ScriptFile.absolute(file.path), source: file.source))
      } catch {
        return .failure(error)
      }
    }
  }
}

extension ScriptFile {
  /// Reads a script that another one names, relative to its folder. It is read before the run and in it, which pipes and
  /// devices cannot be.
  ///
  /// - Parameter script: the name of the script that says the path; `nil` for typed lines.
  /// - Throws: ``Failure`` if it cannot be read or is not a regular file.
  init(_ path: String, from script: String?) throws(Failure) {
    let named = Self.path(path, from: script)
    var facts = stat()
    let isThere = stat(named, &facts) == 0
    if !isThere, errno == ENOENT, named != path, access(path, F_OK) == 0 { throw .onlyInCurrentFolder(path, named) }
    guard !isThere || facts.st_mode & S_IFMT == S_IFREG else { throw .notRegular(named) }
    try self.init(path: named)
  }

  /// A path as the script of this name means it.
  static func path(_ path: String, from script: String?) -> String {
    Source.path(path, from: script.map(followed))
  }

  /// The path of a script; of a link, that of the file it leads to, because the scripts that it sources are there.
  private static func followed(_ path: String) -> String {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return path }
    return absolute(path)
  }
}

extension Failure {
  fileprivate static func onlyInCurrentFolder(_ path: String, _ named: String) -> Failure {
    Failure(
      .notFound,
      "cannot read '\(named)': no such file or directory; 'source' is relative to the script, not to the current folder, which has '\(path)'"
    )
  }

  fileprivate static func notRegular(_ path: String) -> Failure {
    Failure(.notFound, "'\(path)' is not a regular file")
  }
}
