import JSONValue
import TuskActions
package import TuskCommon
import XCallbackURL

extension Shell {
  /// Where a sign-in gets its token.
  package enum TokenSource: Sendable, Hashable {
    /// From the server, after consent in a browser on this machine.
    case browser
    /// From the server, after consent in any browser; the person copies a code.
    case code
    /// From standard input.
    case input
    /// From a command that prints it each time.
    case command(String)
  }

  /// Signs in to a server.
  ///
  /// - Parameters:
  ///   - scopes: what the token should allow; `nil` for everything this program can use.
  ///   - readCode: asks for the code that the person copies; `nil` if there is none.
  package func signIn(
    to server: String, by source: TokenSource, scopes: String?, tags: [String] = [],
    readingCode readCode: ((_ prompt: String) -> String?)? = nil
  ) -> ExitCode {
    ending { () throws(Failure) in
      let signIn = try SignIn(
        to: server, scopes: scopes, store: accounts.store,
        registrations: AppRegistrations(path: "\(environment.configuration)/registrations.json"),
        userAgent: Version.userAgent)
      switch source {
      case .browser: return try signInInBrowser(signIn, tags)
      case .code:
        return try signInWithCode(signIn, tags) {
          if let readCode { readCode("code: ") } else { readSecret("code", called: "code") }
        }
      case .input:
        guard let token = readSecret("access token", called: "token") else { return .usage }
        return try wait(tags) { () async throws(Failure) in try await signIn.take(token: token) }
      case .command(let command):
        let tokenSources = TokenSources(in: environment)
        return try wait(tags) { () async throws(Failure) in
          try await signIn.take(command: command, printing: try await tokenSources.run(command).get())
        }
      }
    }
  }

  private func signInInBrowser(_ signIn: SignIn, _ tags: [String]) throws(Failure) -> ExitCode {
    let (streams, environment, sandbox) = (streams, environment, sandbox)
    return try wait(tags) { () async throws(Failure) in
      let pending = try await signIn.begin(isOutOfBand: false)
      if let caution = pending.caution { streams.report(TerminalText.field(caution) + "\n") }
      let page = sandbox.proven(pending.page)
      streams.report("open this page to sign in:\n\(TerminalText.field(page))\n")
      if let reason = await Self.open(page, in: environment) {
        let note = "could not open a browser: \(reason); on a machine without one, use: tusk login --oob"
        streams.report(TerminalText.field(note) + "\n")
      }
      if environment["SSH_CONNECTION"] != nil {
        streams.report("a browser on another machine cannot reach this one; use --oob there\n")
      }
      return try await signIn.answer(to: pending)
    }
  }

  private func signInWithCode(
    _ signIn: SignIn, _ tags: [String], readingCode: () -> String?
  ) throws(Failure) -> ExitCode {
    let pending = try value { () async throws(Failure) in try await signIn.begin(isOutOfBand: true) }
    if let caution = pending.caution { streams.report(TerminalText.field(caution) + "\n") }
    let page = TerminalText.field(sandbox.proven(pending.page))
    streams.report("open this page in any browser, and copy the code it shows:\n\(page)\n")
    guard let code = readingCode() else { return .usage }
    return try wait(tags) { () async throws(Failure) in try await signIn.answer(to: pending, pasted: code) }
  }

  /// Opens a page in the desktop's browser, and returns the reason if that fails.
  static func open(_ page: String, in environment: ProcessEnvironment) async -> String? {
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return "there is no desktop" }
    do {
      try await DesktopOpener().open(CallbackURL(parsing: page))
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Waits for the end of a sign-in and reports it; Ctrl-C cancels.
  private func wait(
    _ tags: [String], _ work: @escaping @Sendable () async throws(Failure) -> SignIn.Ending
  ) throws(Failure) -> ExitCode {
    let ending: SignIn.Ending
    do throws(Failure) {
      ending = try value(of: work)
    } catch {
      if let stopping = interrupts.exitCode { return stopping }
      throw error
    }
    if let stopping = interrupts.exitCode { return stopping }
    switch ending {
    case .signedIn(let name, _):
      if !tags.isEmpty { try value { [accounts] () async throws(Failure) in try await accounts.store.tag(name, tags) } }
      streams.report(TerminalText.field("signed in as \(name)") + "\n")
      return .success
    case .denied(let reason): return reporter(isScript: false).report(reason, .canceled)
    }
  }

  /// Removes an account and revokes its token.
  package func signOut(_ name: String?) -> ExitCode {
    attempt { () throws(Failure) in
      let store = accounts.store
      let known = try store.accounts()
      guard let wanted = name ?? known.current else {
        throw known.entries.isEmpty ? .nobodyIsSignedIn() : .noneChosen(known.entries.map(\.name))
      }
      guard let entry = known.entries.named(wanted) else {
        let isForgotten = try value { () async throws(Failure) in try await store.forgetServer(of: wanted) }
        guard isForgotten else { return _ = try store.entry(named: wanted) }
        forgetShownNames(of: wanted)
        forgetDrafts(of: wanted)
        return streams.report(TerminalText.field("forgot the server of \(wanted)") + "\n")
      }
      let name = entry.name
      let revocation = try value { () async throws(Failure) in
        let revocation = await store.revoke(entry)
        try await store.remove(name)
        return revocation
      }
      forgetShownNames(of: name)
      forgetDrafts(of: name)
      let note =
        switch revocation {
        case .revoked: ""
        case .notOurs: "; the token is still valid because tusk did not issue it; revoke it on the server"
        case .failed(let reason): "; the token could not be revoked and may still be valid: \(reason)"
        }
      streams.report(TerminalText.field("signed out \(name)\(note)") + "\n")
      let others = known.entries.map(\.name).filter { $0 != name }
      guard known.current == name, !others.isEmpty else { return }
      streams.report(TerminalText.field(Failure.noneChosen(others).message) + "\n")
    }
  }
}

extension Shell {
  /// Shows which account commands act as.
  ///
  /// - Parameter withStorage: whether to show where the token is stored, too.
  package func showCurrentAccount(withStorage: Bool) -> ExitCode {
    attempt { () throws(Failure) in
      let account = try account()
      let name = try name(of: account)
      let storage = try words(for: accounts.source())
      guard options.wantsJSON else {
        let lines = [name] + (withStorage ? [storage] : [])
        return _ = streams.write(lines.map { TerminalText.field($0) + "\n" }.joined())
      }
      var object: JSON.Object = ["name": .string(name), "server": .string(account.address)]
      if withStorage { object["storage"] = .string(storage) }
      streams.write(JSON.object(object).text + "\n")
    }
  }

  private func words(for source: AccountChoice.Source) -> String {
    switch source {
    case .environment: "the token is in the environment, in TUSK_TOKEN"
    case .stored(.file): "the token is in \(environment.configuration)/accounts.json"
    case .stored(.keyring): "the token is in the desktop's Secret Service"
    case .command(let command), .stored(.command(let command)): "the token comes from the command: \(command)"
    case .sandbox: "the sandbox of this machine gives its own token"
    }
  }

  func ending(_ work: () throws(Failure) -> ExitCode) -> ExitCode {
    do throws(Failure) { return try work() } catch { return reporter(isScript: false).report(error) }
  }
}

extension Failure {
  fileprivate static func nobodyIsSignedIn() -> Failure {
    Failure(.unauthorized, "nobody is signed in")
  }
}
