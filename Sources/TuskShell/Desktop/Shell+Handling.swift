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
      if try MailboxFolder(surroundings).deliver(url) { return .success }
      guard !url.isCallback else { throw .nobodyWaits() }
    } catch {
      return reporter(isScript: false).report(error)
    }
    let desk = ConsentDesk(streams: streams, canAsk: false, window: QuestionWindow.found(in: surroundings))
    var outcome = carryOut(url, desk: desk)
    if case .cancelled = outcome.response, desk.takeRefusal() != nil {
      // Nobody said no: that nobody could be asked is an error, which the other program is told.
      let refusal = Response.failure(.nobodyToAsk())
      let callbacks = Request.errorCallback(of: url, policy: CallbackPolicy())
      outcome = Engine.Outcome(response: refusal, callback: callbacks.url(for: refusal))
    }
    guard let callback = outcome.callback else { return reported(outcome.response) }
    return answer(callback, outcome.response)
  }

  /// Carries out a request of another program.
  ///
  /// - Parameter schemes: further schemes that answers may go to.
  func carryOut(_ url: CallbackURL, allowing schemes: [String] = [], desk: ConsentDesk) -> Engine.Outcome {
    let session = Session(
      accounts: accounts, permissions: permissions, journal: journal, display: display(), desk: desk,
      policy: CallbackPolicy(allowing: CallbackPolicy.knownApps + schemes))
    let origin = Origin(.program, assumesYes: options.assumesYes)
    return interrupts.whileRunning { await session.open(url, from: origin, timeout: Engine.standardTimeout) }
  }

  /// Opens the callback that answers a request.
  func answer(_ callback: CallbackURL, _ response: Response) -> ExitCode {
    let folder = MailboxFolder(surroundings)
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

  func reported(_ response: Response) -> ExitCode {
    switch response {
    case .success: .success
    case .failure(let failure): reporter(isScript: false).report(failure)
    case .cancelled: .cancelled
    }
  }
}

extension Failure {
  fileprivate static func nobodyWaits() -> Failure {
    Failure(.notFound, "nobody waits for this answer: it came too late, came before, or was never asked for")
  }

  fileprivate static func nobodyToAsk() -> Failure {
    Failure(.forbidden, "this changes an account and nobody could be asked; permit the source, or open a terminal")
  }
}
