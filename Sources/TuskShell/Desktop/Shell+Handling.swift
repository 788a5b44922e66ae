import TuskActions
package import TuskCommon
import XCallbackURL

extension Shell {
  /// Handles a URL that the desktop opened: hands it to a running tusk that waits for it or is at a terminal, or
  /// carries it out here.
  package func handle(_ text: String) -> ExitCode {
    let url: CallbackURL
    do throws(CallbackURL.SyntaxError) {
      url = try CallbackURL(parsing: text)
    } catch {
      return reporter(isScript: false).report("cannot read the URL: \(error.message)", .usage)
    }
    do throws(Failure) {
      if try MailboxFolder(environment).deliver(url) { return .success }
      guard !url.isCallback else { throw .nobodyWaits() }
    } catch {
      return reporter(isScript: false).report(error)
    }
    defer { closeJournal() }
    let consentPrompt = consentPrompt(terminal: nil, window: QuestionWindow.found(in: environment))
    return answer(url, with: carryOutForDesktop(url, consentPrompt: consentPrompt))
  }

  /// Opens the callback for a request's outcome, or shows the outcome at the terminal if there is no callback.
  func answer(_ url: CallbackURL, with outcome: Engine.Outcome) -> ExitCode {
    if let callback = outcome.callback { return open(callback, telling: outcome.response) }
    // The output of a program that the desktop starts goes to its log, where private answers must not appear.
    if terminal.isTerminal(.output) { show(outcome.response, to: url) }
    return reported(outcome.response)
  }

  /// Carries out a request that came from the desktop.
  func carryOutForDesktop(_ url: CallbackURL, consentPrompt: ConsentPrompt) -> Engine.Outcome {
    let outcome = carryOut(url, from: .desktop, consentPrompt: consentPrompt)
    guard case .canceled = outcome.response, let refusal = outcome.refusal else { return outcome }
    streams.report(TerminalText.field(refusal.message) + "\n")
    // The request was not denied: that nobody could be asked is an error, which is reported to the other program.
    let failure = Response.failure(.nobodyAsked())
    let callbacks = Request.errorCallback(of: url, policy: CallbackPolicy())
    return Engine.Outcome(response: failure, callback: callbacks.url(for: failure))
  }

  /// Carries out a request of another program.
  ///
  /// - Parameter party: the source of the request.
  /// - Parameter schemes: additional schemes allowed for callbacks.
  func carryOut(
    _ url: CallbackURL, from party: Origin.Party, allowing schemes: [String] = [], consentPrompt: ConsentPrompt
  ) -> Engine.Outcome {
    let session = Session(
      accounts: accounts, permissions: permissions, journal: journal, display: display(), consentPrompt: consentPrompt,
      policy: CallbackPolicy(allowing: CallbackPolicy.knownApps + schemes))
    let origin = Origin(party, assumesYes: options.assumesYes)
    return interrupts.whileRunning { await session.open(url, from: origin, timeout: Engine.standardTimeout) }
  }

  private func open(_ callback: CallbackURL, telling response: Response) -> ExitCode {
    let folder = MailboxFolder(environment)
    let failure = Blocking.run { () async -> Failure? in
      do {
        if callback.isOwn { return try folder.deliver(callback) ? nil : .nobodyWaits() }
        try await DesktopOpener().open(callback)
        return nil
      } catch {
        return error as? Failure ?? Failure(.network, "could not deliver the result: \(error)")
      }
    }
    guard let failure else { return reported(response) }
    return reporter(isScript: false).report(failure)
  }

  private func reported(_ response: Response) -> ExitCode {
    switch response {
    case .success: .success
    case .failure(let failure): reporter(isScript: false).report(failure)
    case .canceled: .canceled
    }
  }
}

extension Failure {
  fileprivate static func nobodyWaits() -> Failure {
    Failure(.notFound, "no call is waiting for this callback: it came too late, came twice, or was never requested")
  }

  fileprivate static func nobodyAsked() -> Failure {
    Failure(
      .forbidden,
      "this needs your permission, and there is no terminal or window to ask on; keep tusk open in a terminal")
  }
}
