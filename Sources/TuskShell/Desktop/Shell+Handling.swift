import TuskActions
package import TuskRuntime
import XCallbackURL

extension Shell {
  /// Answers one URL that the desktop brought: hands it to the running tusk that waits for it or sits at a terminal, or
  /// carries it out.
  package func handle(_ text: String) -> ExitCode {
    let url: CallbackURL
    do throws(CallbackURL.SyntaxError) {
      url = try CallbackURL(parsing: text)
    } catch {
      return reporter(isScript: false).report("the URL cannot be read: \(error.message)", .usage)
    }
    do throws(Failure) {
      if try MailboxFolder(environment).deliver(url) { return .success }
      guard !url.isCallback else { throw .nobodyWaits() }
    } catch {
      return reporter(isScript: false).report(error)
    }
    let consentPrompt = consentPrompt(canAsk: false, window: QuestionWindow.found(in: environment))
    return answer(url, with: carryOutForDesktop(url, consentPrompt: consentPrompt))
  }

  /// Opens the callback that answers a request, or shows the answer at the terminal where there is none.
  func answer(_ url: CallbackURL, with outcome: Engine.Outcome) -> ExitCode {
    if let callback = outcome.callback { return open(callback, telling: outcome.response) }
    // What the desktop starts writes into its log, which is nobody's business.
    if terminal.isTerminal(.output) { show(outcome.response, to: url) }
    return reported(outcome.response)
  }

  /// Carries out a request that the desktop brought.
  func carryOutForDesktop(_ url: CallbackURL, consentPrompt: ConsentPrompt) -> Engine.Outcome {
    let outcome = carryOut(url, from: .desktop, consentPrompt: consentPrompt)
    guard case .canceled = outcome.response, let refusal = outcome.refusal else { return outcome }
    streams.report(TerminalText.field(refusal.message) + "\n")
    // Nobody said no: that nobody could be asked is an error, which the other program is told.
    let failure = Response.failure(.nobodyAsked())
    let callbacks = Request.errorCallback(of: url, policy: CallbackPolicy())
    return Engine.Outcome(response: failure, callback: callbacks.url(for: failure))
  }

  /// Carries out a request of another program.
  ///
  /// - Parameter party: how it came.
  /// - Parameter schemes: further schemes that answers may go to.
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
        return error as? Failure ?? Failure(.network, "the answer was not delivered: \(error)")
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
    Failure(.notFound, "nobody waits for this answer: it came too late, came before, or was never asked for")
  }

  fileprivate static func nobodyAsked() -> Failure {
    Failure(.forbidden, "this needs the account's owner, who could not be asked; a terminal with tusk can ask")
  }
}
