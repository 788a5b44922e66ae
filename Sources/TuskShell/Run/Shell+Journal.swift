import JSONValue
import TuskActions
package import TuskCommon
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Lists what scripts have done, the newest last.
  ///
  /// - Parameters:
  ///   - script: only what this script did; a file or the name that the journal has for it.
  ///   - account: only what was done as this account.
  ///   - limit: how many entries at most.
  ///   - showsEffects: whether each change is shown too.
  package func listJournal(script: String?, account: String?, limit: Int, showsEffects: Bool) -> ExitCode {
    attempt { () throws(Failure) in
      let script = script.map(Self.journalName)
      let start = try journal.number(beforeNewest: limit, script: script, account: account)
      let entries = try journal.entries(script: script, account: account, after: start, limit: limit)
      tellPerson(entries.isEmpty, "the journal has nothing of that")
      for entry in entries {
        guard !options.wantsJSON else {
          streams.write(entry.json.text + "\n")
          continue
        }
        streams.write(TerminalText.field(entry.line) + "\n")
        guard showsEffects else { continue }
        for effect in entry.effects { streams.write("    " + TerminalText.field(effect.line) + "\n") }
      }
    }
  }

  /// Forgets what scripts have done, so that they do it again.
  package func forgetJournal(script: String, account: String?, key: String?) -> ExitCode {
    attempt { () throws(Failure) in
      let count = try journal.forget(script: Self.journalName(script), account: account, key: key)
      streams.report("forgot \(count.counting("entry", plural: "entries"))\n")
    }
  }

  /// The name that the journal has for a script: the real path of a file, or another name that stands as it is.
  private static func journalName(_ script: String) -> String { ScriptFile.absolute(script) }
}

extension Journal.Entry {
  fileprivate var line: String {
    "\(LocalTime.text(finished ?? begun))  \(state.word)  \(onceID.account)  \(onceID.script)  \(onceID.key)"
  }

  fileprivate var json: JSON {
    var object: JSON.Object = [
      "script": .string(onceID.script), "account": .string(onceID.account), "key": .string(onceID.key),
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
  /// How the state is written.
  fileprivate var word: String {
    switch self {
    case .done: "done"
    case .running: "running"
    case .open: "open"
    case .unknown: "unknown"
    }
  }
}

extension Journal.Entry.Effect {
  fileprivate var line: String { "\(answered == nil ? "sent" : "done")  \(url)" }

  fileprivate var json: JSON {
    var object: JSON.Object = ["name": .string(name), "url": .string(url), "sent": .int(sent)]
    if let answered { object["answered"] = .int(answered) }
    return .object(object)
  }
}
