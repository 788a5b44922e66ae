import AccountNames
import JSONValue
package import XCallbackURL

/// The permissions, in a file that only its owner can read; each question reads the file again, because another process
/// may have changed it.
///
/// The file is an array of entries. Later versions that write another format write an object with the member `schema`.
package struct Permissions: Sendable {
  private let file: PrivateFile
  let now: @Sendable () -> Int

  /// - Parameters:
  ///   - path: the file, which need not exist.
  ///   - now: returns the time in seconds since 1970.
  package init(path: String, now: @escaping @Sendable () -> Int) {
    file = PrivateFile(path)
    self.now = now
  }

  /// Whether a source may act.
  package enum Decision: String, Sendable, Hashable {
    case allow, deny
  }

  /// A decision.
  package struct Entry: Sendable, Hashable {
    package let kind: Kind
    /// The path of the script, the name of the source or program, or the URL of the callback.
    package let name: String
    /// SHA-256 of a script or the fingerprint of a program's token, in hexadecimal.
    package let digest: String?
    package let account: String
    package let decision: Decision
    /// Seconds since 1970.
    package let time: Int
    /// The actions that it covers; empty for all.
    package var actions: [String] = []
    /// When it expires, in seconds since 1970; `nil` for never.
    package var expires: Int?
    /// The digests of a script's files by path; empty in entries of earlier versions.
    package var files: [String: String] = [:]
    /// The scheme of the app that got a program's token; `nil` in entries of earlier versions.
    package var app: String?
  }

  /// What a permission applies to.
  package enum Kind: String, Sendable, Hashable {
    case script, source, program, target
  }
}

extension Permissions {
  /// Every decision, oldest first.
  ///
  /// - Throws: ``Failure`` if the file cannot be read, or if other users can read it.
  package func entries() throws(Failure) -> [Entry] {
    try file.read(orAdvise: "remove it to start over") { $0.array?.compactMap(Entry.init) } ?? []
  }

  /// Whether the script with this digest may change the account.
  package func allows(script digest: String, account: String) throws(Failure) -> Bool {
    try entries().contains {
      $0.kind == .script && $0.digest == digest && $0.account.isSameAccount(as: account) && $0.decision == .allow
    }
  }

  /// What has changed of a script since it was permitted; `nil` if it never was.
  package func change(of script: Origin.Script, account: String) throws(Failure) -> String? {
    try entries().last {
      $0.kind == .script && $0.name.isSpelled(like: script.path) && $0.account.isSameAccount(as: account)
    }?
    .change(of: script)
  }

  /// The decision for a source; `nil` if there is none.
  package func decision(source: String, account: String) throws(Failure) -> Decision? {
    try entries().last {
      $0.kind == .source && $0.name.isSpelled(like: source) && $0.account.isSameAccount(as: account)
    }?.decision
  }

  /// Permits the script with its current bytes to change the account.
  package func grant(script: Origin.Script, account: String) async throws(Failure) {
    try await add(
      Entry(
        kind: .script, name: script.path, digest: script.digest, account: account, decision: .allow, time: now(),
        files: script.files))
  }

  /// Stores a decision on a source.
  package func decide(_ decision: Decision, source: String, account: String) async throws(Failure) {
    try await add(Entry(kind: .source, name: source, digest: nil, account: account, decision: decision, time: now()))
  }

  /// Removes the decisions under this name.
  ///
  /// - Returns: the number of removed entries.
  package func revoke(_ name: String) async throws(Failure) -> Int {
    var removed = 0
    try await change { entries in
      let kept = entries.filter { !$0.name.isSpelled(like: name) }
      removed = entries.count - kept.count
      return kept
    }
    return removed
  }

  func add(_ entry: Entry) async throws(Failure) {
    try await change { entries in entries.filter { !$0.isReplaced(by: entry) } + [entry] }
  }

  private func change(_ transform: ([Entry]) -> [Entry]) async throws(Failure) {
    try await file.whileLocked { () throws(Failure) in
      try file.write(JSON.array(transform(try entries()).map(\.json)).text + "\n")
    }
  }
}

extension Permissions.Entry {
  /// What has changed of the script since this permission; `nil` if nothing has.
  package func change(of script: Origin.Script) -> String? {
    guard digest != script.digest else { return nil }
    let paths = Set(files.keys).union(script.files.keys).filter { files[$0] != script.files[$0] }.sorted()
    guard !files.isEmpty, let first = paths.first else { return "the script or one that it sources" }
    let name = first == script.path ? "the script" : first
    return paths.count == 1 ? name : "\(name) and \(paths.count - 1) more of its files"
  }

  fileprivate func isReplaced(by entry: Self) -> Bool {
    kind == entry.kind && name.isSpelled(like: entry.name) && account.isSameAccount(as: entry.account)
      && (kind != .target || actions == entry.actions)
  }
}
