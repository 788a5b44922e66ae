import JSONValue
import TuskActions
package import TuskRuntime
import XCallbackURL

extension Shell {
  /// Signs in with a token that was pasted, after the server has said whose it is.
  ///
  /// - Parameter token: the token, or `nil` to read it from standard input without showing it.
  package func signIn(to server: String, token: String) -> ExitCode {
    attempt { () throws(Failure) in
      let account = try ActingAccount(label: nil, server: server, token: token)
      let actor = Server(account, userAgent: Version.userAgent)
      let result = Blocking.run { () async -> Result<String, Failure> in
        do throws(Failure) { return .success(try await actor.me().name) } catch { return .failure(error) }
      }
      let name = "@\(try Self.value(of: result))"
      try accounts.store.add(name: name, account: account, token: token)
      streams.report(TerminalText.field("signed in as \(name)") + "\n")
    }
  }

  /// Forgets an account and its token; the server is told in a later release.
  package func signOut(_ name: String?) -> ExitCode {
    attempt { () throws(Failure) in
      let current = try accounts.store.accounts().current
      guard let name = name ?? current else { throw .nobody() }
      try accounts.store.remove(name)
      streams.report(TerminalText.field("signed out \(name); its token still works until the server revokes it") + "\n")
    }
  }

  /// Makes an account the one that commands act as.
  package func use(_ name: String) -> ExitCode {
    attempt { () throws(Failure) in try accounts.store.use(name) }
  }

  /// Lists the accounts that are signed in, the current one marked.
  package func listAccounts() -> ExitCode {
    attempt { () throws(Failure) in
      let (entries, current) = try accounts.store.accounts()
      for entry in entries {
        let isCurrent = entry.name == current
        guard options.wantsJSON else {
          streams.write(TerminalText.field("\(isCurrent ? "*" : " ") \(entry.name)  \(entry.server)") + "\n")
          continue
        }
        let json: JSON = [
          "name": .string(entry.name), "server": .string(entry.server), "current": .bool(isCurrent),
        ]
        streams.write(json.text + "\n")
      }
    }
  }

  /// Permits a script, as it is now, to change the account.
  package func permit(file path: String) -> ExitCode {
    attempt { () throws(Failure) in
      let script = try ScriptFile(path: path)
      let effects = Self.effects(of: script.source)
      let account = try accounts.account().label
      try permissions.grant(script: script.identity(effects: effects), account: account)
      let lines = ["\(path) may change \(account):"] + effects.map { "  \($0)" }
      streams.report(lines.map { TerminalText.field($0) + "\n" }.joined())
    }
  }

  /// Lists what was permitted and denied.
  package func listPermissions() -> ExitCode {
    attempt { () throws(Failure) in
      for entry in try permissions.entries() {
        guard options.wantsJSON else {
          let day = LocalTime.text(entry.time)
          let line = "\(entry.decision.rawValue)  \(entry.kind.rawValue)  \(entry.name)  \(entry.account)  \(day)"
          streams.write(TerminalText.field(line) + "\n")
          continue
        }
        streams.write(entry.json.text + "\n")
      }
    }
  }

  /// Takes back what was permitted or denied under this name.
  package func revoke(_ name: String) -> ExitCode {
    attempt { () throws(Failure) in
      guard try permissions.revoke(name) > 0 else { throw .nothingPermitted(name) }
    }
  }

  /// Starts the sandbox where it does not run, and says where it is.
  package func startSandbox() -> ExitCode {
    attempt { () throws(Failure) in
      let account = try sandbox.account()
      streams.write("\(account.address)  \(account.label)\n")
    }
  }

  /// Becomes the sandbox's own program.
  package func becomeSandbox(_ arguments: [String]) -> ExitCode {
    attempt { () throws(Failure) in try sandbox.become(arguments) }
  }

  private static func value<Value>(of result: Result<Value, Failure>) throws(Failure) -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let failure): throw failure
    }
  }

  private func attempt(_ work: () throws(Failure) -> Void) -> ExitCode {
    do throws(Failure) {
      try work()
      return .success
    } catch {
      reporter(isScript: false).report(error.message)
      return ExitCode(error)
    }
  }
}

extension Failure {
  fileprivate static func nobody() -> Failure {
    Failure(.notFound, "nobody is signed in")
  }

  fileprivate static func nothingPermitted(_ name: String) -> Failure {
    Failure(.notFound, "nothing is permitted under '\(name)'; see: tusk permissions")
  }
}
