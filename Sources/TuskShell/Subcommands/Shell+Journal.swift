import JSONValue
import TuskActions
package import TuskCommon
import TuskLanguage
import XCallbackURL

extension Shell {
  /// Lists what scripts have done, newest last.
  ///
  /// - Parameters:
  ///   - script: lists only entries of this script: a file, or a name in the journal.
  ///   - account: lists only entries of this account.
  ///   - limit: the most entries to list.
  ///   - showsEffects: whether to list each change too.
  package func listJournal(script: String?, account: String?, limit: Int, showsEffects: Bool) -> ExitCode {
    defer { closeJournal() }
    return attempt { () throws(Failure) in
      let entries = try value { [journal] () async throws(Failure) in
        var name: String?
        if let script { name = try await journal.recordedName(ofFile: script) }
        let script = name
        let account = if let account { try await journal.spelling(of: account) } else { account }
        let start = try await journal.number(beforeNewest: limit, script: script, account: account)
        return try await journal.entries(script: script, account: account, after: start, limit: limit)
      }
      tellPerson(entries.isEmpty, "the journal has no such entries")
      for entry in entries {
        guard !options.wantsJSON else {
          streams.write(entry.json.text + "\n")
          continue
        }
        streams.write(TerminalText.field(entry.line) + "\n")
        guard showsEffects else { continue }
        for effect in entry.effects { streams.write("    " + TerminalText.field(effect.line) + "\n") }
        if entry.state == .unknown {
          let command = "tusk journal settle \(entry.number)"
          streams.write("    to settle it: \(command) --done, or: \(command) --not-sent\n")
        }
      }
    }
  }

  /// Deletes entries, so that scripts do the same again.
  package func forgetJournal(script: String, account: String?, key: String?) -> ExitCode {
    defer { closeJournal() }
    return attempt { () throws(Failure) in
      let jobs = try JobStore(folder: jobFolder).all().filter { key == nil || $0.key == key }
      let count = try value { [journal] () async throws(Failure) in
        let account = if let account { try await journal.spelling(of: account) } else { account }
        let name = try await journal.recordedName(ofFile: script)
        // Without its record, a job would make its changes again.
        if name == Job.script || jobs.contains(where: { $0.script == name }) { throw .recordsJobs() }
        return try await journal.forget(script: name, account: account, key: key)
      }
      streams.report("forgot \(count.counting("entry", plural: "entries"))\n")
    }
  }

  /// Settles a change of unknown outcome by what the person knows.
  ///
  /// - Parameters:
  ///   - number: the number of the entry.
  ///   - isDone: whether the change was made.
  ///   - url: the address of the status that it posted.
  package func settleJournal(_ number: Int, isDone: Bool, url: String?) -> ExitCode {
    defer { closeJournal() }
    return attempt { () throws(Failure) in
      let settlement: Journal.Settlement = isDone ? .done(try output(ofChange: number, madeAt: url)) : .notSent
      let settled = try value { [journal] () async throws(Failure) in
        try await journal.settle(number, as: settlement)
      }
      let url = TerminalText.field(settled.url)
      let end = isDone ? "counts as made" : "is sent again by the next run"
      let rest = settled.others == 0 ? "" : "; \(settled.others.counting("change")) of the entry still to settle"
      streams.report("\(url) \(end)\(rest)\n")
    }
  }

  /// The output of a change that was made; with the address of its status, later lines of the script can use it.
  private func output(ofChange number: Int, madeAt url: String?) throws(Failure) -> ActionOutput? {
    guard let url else { return nil }
    let change = try value { [journal] () async throws(Failure) in try await journal.changeToSettle(number) }
    var account = try account()
    if try name(of: account) != change.account {
      account = try value { [accounts] () async throws(Failure) in try await accounts.account(named: change.account) }
    }
    let server = Server(account, userAgent: Version.userAgent)
    return try value { () async throws(Failure) in try await server.output(of: change.url, madeAt: url) }
  }

  /// Leaves the journal as one file, so that a copy of that file is complete.
  func closeJournal() {
    guard journal.isOpen else { return }
    Blocking.run { [journal] in await journal.close() }
  }
}

extension JournalStore {
  /// The name of a script of which something was recorded.
  ///
  /// - Throws: ``Failure`` if nothing was.
  fileprivate func recordedName(ofFile script: String) async throws(Failure) -> String {
    let name = try await name(ofFile: script)
    let known = try await scripts().filter { $0 != Job.script || $0 == name }
    guard !known.contains(name) else { return name }
    throw .notRecorded(script, known: known)
  }

  /// The name of a script in the journal: what the file states, its absolute path, or any other name unchanged.
  fileprivate func name(ofFile script: String) async throws(Failure) -> String {
    let file = try? ScriptFile(path: script)
    let stated = file.flatMap { try? ScriptHeader(of: $0.source) }?.name
    return try await name(ofScript: ScriptFile.absolute(script), stating: stated)
  }
}

extension Journal.Entry {
  fileprivate var line: String {
    "\(LocalTime.text(finished ?? begun))  \(state.word)  \(name.account)  \(name.script)  \(name.key)"
  }

  fileprivate var json: JSON {
    var object: JSON.Object = [
      "number": .int(number), "script": .string(name.script), "account": .string(name.account),
      "key": .string(name.key),
      "state": .string(state.word), "begun": .int(begun), "begunAt": .string(Instant(seconds: begun).rfc3339),
    ]
    if let finished {
      object["finished"] = .int(finished)
      object["finishedAt"] = .string(Instant(seconds: finished).rfc3339)
    }
    object["effects"] = .array(effects.map(\.json))
    return .object(object)
  }
}

extension Journal.Entry.State {
  /// The state in words.
  fileprivate var word: String {
    switch self {
    case .done: "done"
    case .running: "running"
    case .open: "open"
    case .unknown: "unknown"
    }
  }
}

extension Journal.Entry.Change {
  fileprivate var line: String { "\(isNotSent ? "not sent" : answered == nil ? "sent" : "done")  \(url)" }

  fileprivate var json: JSON {
    var object: JSON.Object = ["name": .string(name), "url": .string(url), "sent": .int(sent)]
    if let answered { object["answered"] = .int(answered) }
    if isNotSent { object["notSent"] = true }
    return .object(object)
  }
}

extension Failure {
  fileprivate static func recordsJobs() -> Failure {
    Failure(.forbidden, "these are the records of jobs, which are forgotten 30 days after their last change")
  }

  /// - Parameter known: the names of recorded scripts, many of which are paths.
  fileprivate static func notRecorded(_ script: String, known: [String]) -> Failure {
    let subcommands = ["list", "show", "settle", "forget"]
    let files = known.map { String($0.split(separator: "/").last ?? "") }
    let near = NearWords.near(script, among: subcommands + files + known).first
    let advice = near.map { near in
      subcommands.contains(near) ? "did you mean 'tusk journal \(near)'?" : "did you mean '\(near)'?"
    }
    return Failure(
      .notFound, "nothing is recorded under '\(script)'; \(advice ?? "list what is with: tusk journal list")")
  }
}
