import AccountNames
import JSONValue
import TuskActions
package import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Makes an account the current one.
  package func use(_ name: String) -> ExitCode {
    attempt { () throws(Failure) in
      try value { [accounts] () async throws(Failure) in try await accounts.store.use(name) }
    }
  }

  /// The names of the signed-in accounts; empty if they cannot be read.
  package var accountNames: [String] { (try? accounts.store.accounts().entries.map(\.name)) ?? [] }

  /// Lists the signed-in accounts and marks the current one.
  ///
  /// - Parameter tag: lists only accounts with this tag.
  package func listAccounts(tag: String? = nil) -> ExitCode {
    attempt { () throws(Failure) in
      let (entries, current) = try accounts.store.accounts()
      let chosen = entries.tagged(tag)
      tellPerson(entries.isEmpty, "nobody is signed in; commands go to the sandbox on this machine")
      tellPerson(!entries.isEmpty && chosen.isEmpty, "no account has this tag")
      for entry in chosen {
        let isCurrent = entry.name == current
        guard options.wantsJSON else {
          let tags = entry.tags.isEmpty ? "" : "  \(entry.tags.joined(separator: " "))"
          streams.write(TerminalText.field("\(isCurrent ? "*" : " ") \(entry.name)  \(entry.server)\(tags)") + "\n")
          continue
        }
        var json: JSON.Object = [
          "name": .string(entry.name), "server": .string(entry.server), "current": .bool(isCurrent),
        ]
        if !entry.tags.isEmpty { json["tags"] = .array(entry.tags.map(JSON.string)) }
        streams.write(JSON.object(json).text + "\n")
      }
    }
  }

  /// Permits a script to change the current account and those that it names, until the script is edited.
  ///
  /// - Parameter others: further accounts, which the script knows only when it runs.
  package func permit(file path: String, as others: [String] = []) -> ExitCode {
    let script: ScriptFile
    do {
      script = try ScriptFile(path: path)
    } catch {
      return reporter(isScript: false).report(error.message, .noInput)
    }
    let program = ParsedSource(script.source)
    let code = check(program, mode: .script)
    guard code == .success else { return code }
    return attempt { () throws(Failure) in try permit(ScriptUnit(script, program), at: path, as: others) }
  }

  private func permit(_ unit: ScriptUnit, at path: String, as others: [String]) throws(Failure) {
    let (script, effects) = (unit.script, unit.script.effects)
    guard !effects.isEmpty else { return streams.report(TerminalText.field("\(script.path) changes nothing") + "\n") }
    if let obstacle = script.obstacle { throw .notPermittable(script, obstacle) }
    let (names, absent) = try accountNames(of: unit, and: others)
    try value { [permissions] () async throws(Failure) in
      for name in names { try await permissions.grant(script: script, account: name) }
    }
    var lines = ["\(script.path) may change \(names.joined(separator: ", ")):"] + effects.map { "  \($0)" }
    lines += absent.map {
      "not permitted, because it is not signed in: \($0); sign in, then run 'tusk permit \(path)' again"
    }
    if !unit.effects[.unknownAccounts].isEmpty {
      lines.append("to permit an account that is known only when it runs: tusk permit --as ACCOUNT \(path)")
    }
    streams.report(lines.map { TerminalText.field($0) + "\n" }.joined())
  }

  /// The current account, and the other ones that may be permitted: those that a script names need not be signed in.
  private func accountNames(
    of unit: ScriptUnit, and others: [String]
  ) throws(Failure) -> (permitted: [String], absent: [String]) {
    let account = try account()
    var names = [try name(of: account)]
    let wished = unit.effects[.accounts]
    for name in others where !name.isSameAccount(as: names[0]) { _ = try accounts.store.entry(named: name) }
    let known = try accounts.store.accounts().entries
    for name in (others + wished).compactMap({ known.named($0)?.name }) where !names.contains(name) {
      names.append(name)
    }
    // In the sandbox, a script may act as anybody.
    let absent = wished.filter { name in !names.contains { $0.isSameAccount(as: name) } }
    return (names, account.isSandbox ? [] : absent)
  }

  /// The name of an account; if it is not known, the server is asked, and Ctrl-C cancels that.
  func name(of account: ActingAccount, rate: RateOptions = RateOptions()) throws(Failure) -> String {
    guard !account.isNamed else { return account.label }
    let display = display()
    defer { display.endDelay() }
    let server = Server(account, userAgent: Version.userAgent, tell: { display.show($0) }).under(rate)
    return try value { [accounts] () async throws(Failure) in try await accounts.name(of: account, at: server) }
  }

  /// Lists the permissions that were granted and denied.
  package func listPermissions() -> ExitCode {
    attempt { () throws(Failure) in
      let entries = try permissions.entries()
      tellPerson(entries.isEmpty, "nothing was permitted or denied")
      for entry in entries {
        let change = entry.kind == .script ? self.change(since: entry) : nil
        guard options.wantsJSON else {
          let day = LocalTime.text(entry.time)
          let end = entry.expires.map { ["until \(LocalTime.text($0))"] } ?? []
          let scope = entry.actions.isEmpty ? [] : [entry.actions.joined(separator: ",")]
          let note = change.map { ["no longer counts: \($0)"] } ?? []
          let words =
            [entry.decision.rawValue, entry.kind.rawValue, entry.name, entry.account, day] + scope + end + note
          streams.write(TerminalText.field(words.joined(separator: "  ")) + "\n")
          continue
        }
        var object = entry.json.object ?? [:]
        object["obsolete"] = change.map(JSON.string)
        streams.write(JSON.object(object).text + "\n")
      }
    }
  }

  /// Why the permission of a script no longer counts; `nil` if it does.
  private func change(since entry: Permissions.Entry) -> String? {
    guard let script = try? ScriptFile(path: entry.name) else { return "the script cannot be read" }
    let unit = ScriptUnit(script, ParsedSource(script.source)).script
    return entry.change(of: unit).map { "\($0) has changed" } ?? unit.obstacle
  }

  /// Revokes what was permitted or denied under this name.
  package func revoke(_ name: String) -> ExitCode {
    attempt { () throws(Failure) in
      let path = ScriptFile.absolute(name)
      let revoked = try value { [permissions] () async throws(Failure) in
        let revoked = try await permissions.revoke(name)
        return path == name ? revoked : revoked + (try await permissions.revoke(path))
      }
      guard revoked > 0 else { throw .nothingPermitted(name) }
    }
  }

  /// Starts the sandbox unless it runs, and prints its address.
  package func startSandbox() -> ExitCode {
    attempt { () throws(Failure) in tell(of: try sandbox.account()) }
  }

  /// Prints the address of the sandbox, if it runs.
  package func showSandbox() -> ExitCode {
    let running = sandbox.running
    tell(of: running)
    return running == nil && streams.exitCode == .success ? .partial : streams.exitCode
  }

  private func tell(of account: ActingAccount?) {
    guard options.wantsJSON else {
      streams.write(account.map { "\($0.address)  \($0.label)\n" } ?? "stopped\n")
      return
    }
    var object: JSON.Object = ["running": .bool(account != nil)]
    if let account {
      object["address"] = .string(account.address)
      object["account"] = .string(account.label)
    }
    streams.write(JSON.object(object).text + "\n")
  }

  /// Replaces this process by the sandbox program.
  package func becomeSandbox(_ arguments: [String]) -> ExitCode {
    attempt { () throws(Failure) in try sandbox.become(arguments) }
  }

  /// Tells a person why nothing is listed; other programs see an empty list.
  func tellPerson(_ isEmpty: Bool, _ message: String) {
    guard isEmpty, !options.wantsJSON, terminal.isTerminal(.output) else { return }
    streams.report(message + "\n")
  }

  /// The account that commands act as.
  func account() throws(Failure) -> ActingAccount {
    try value { [accounts] () async throws(Failure) in try await accounts.account() }
  }

  /// Waits for the value of asynchronous work; Ctrl-C cancels it.
  func value<Value: Sendable>(
    of work: @escaping @Sendable () async throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let display = display()
    return try interrupts.whileRunning { () async -> Result<Value, Failure> in
      await LockWait.$notice.withValue(LockWait.Notice { display.show(.progress($0)) }) {
        do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
      }
    }.get()
  }

  func attempt(_ work: () throws(Failure) -> Void) -> ExitCode {
    do throws(Failure) {
      try work()
      return streams.exitCode
    } catch {
      return interrupts.exitCode ?? reporter(isScript: false).report(error)
    }
  }
}

extension Failure {
  fileprivate static func notPermittable(_ script: Origin.Script, _ obstacle: String) -> Failure {
    Failure(
      .invalidParameter,
      "\(script.path) cannot be permitted in advance: \(obstacle); name scripts that exist and actions without "
        + "variables, or run it with --yes")
  }

  fileprivate static func nothingPermitted(_ name: String) -> Failure {
    Failure(.notFound, "no permission is called '\(name)'; list them with: tusk permissions")
  }
}
