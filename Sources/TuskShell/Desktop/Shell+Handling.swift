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
      endCall(awaiting: text, because: error)
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

  /// Ends the call that waits for this callback, whose parameters cannot be read.
  private func endCall(awaiting text: String, because error: CallbackURL.SyntaxError) {
    let head = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let url = try? CallbackURL(parsing: String(Substring(head))), url.isCallback, url.segments.count == 3 else {
      return
    }
    let reason = "the app's answer ('\(url.segments[2])') cannot be read: \(error.message)"
    let place = "\(url.scheme)://\(url.host)/\(url.segments[0])/\(url.segments[1])/error"
    guard let answer = try? CallbackURL(parsing: place).appending([.init("errorMessage", reason)]) else { return }
    _ = try? MailboxFolder(environment).deliver(answer)
  }

  /// Opens the callback of a reply, or shows the reply at the terminal if there is no callback.
  func answer(_ url: CallbackURL, with reply: EngineReply) -> ExitCode {
    if let callback = reply.callback { return open(callback, telling: reply.response) }
    // The output of a program that the desktop starts goes to its log, where private answers must not appear.
    if terminal.isTerminal(.output) { show(reply.response, to: url) }
    return reported(reply.response)
  }

  /// Carries out a request that came from the desktop. Its answer opens another app only if a person permitted that, or
  /// was asked about the request and so saw where its answers go.
  func carryOutForDesktop(_ url: CallbackURL, consentPrompt: ConsentPrompt) -> EngineReply {
    var reply = desktopReply(to: url, consentPrompt: consentPrompt)
    guard let callback = reply.callback, !callback.isOwn else { return reply }
    let target = reply.callbacks.target(of: reply.response)
    if !(target.map { mayAnswer(url, at: $0, consentPrompt) } ?? false) { reply.callbacks = Request.Callbacks() }
    return reply
  }

  private func mayAnswer(_ url: CallbackURL, at target: CallbackURL, _ consentPrompt: ConsentPrompt) -> Bool {
    let token = url.values(of: CommonParameter.accessToken).first ?? nil
    let source = url.values(of: "x-source").first ?? nil
    if (try? permissions.allows(answersAt: target, of: source, token: token)) == true { return true }
    return Blocking.run { [permissions, streams] in
      switch await consentPrompt.answer(.answer(to: source, target: target)) {
      case .once: return true
      case .always:
        try? await permissions.allow(answersAt: target)
        return true
      case .no, .never: return false
      case .nobody(let refusal):
        streams.report(TerminalText.field(refusal.message) + "\n")
        return false
      }
    }
  }

  private func desktopReply(to url: CallbackURL, consentPrompt: ConsentPrompt) -> EngineReply {
    let reply = carryOut(url, from: .desktop, consentPrompt: consentPrompt)
    guard case .canceled = reply.response, let refusal = reply.refusal else { return reply }
    streams.report(TerminalText.field(refusal.message) + "\n")
    // An answer to what is over the limit would open an app each time, without a limit.
    guard !consentPrompt.isOverLimit else { return EngineReply() }
    // The request was not denied: that nobody could be asked is an error, which is reported to the other program.
    return EngineReply(.nobodyAsked(), callbacks: Request.errorCallback(of: url, policy: CallbackPolicy()))
  }

  /// Carries out a request of another program.
  ///
  /// - Parameter party: the source of the request.
  /// - Parameter schemes: additional schemes allowed for callbacks.
  func carryOut(
    _ url: CallbackURL, from party: Origin.Party, allowing schemes: [String] = [], consentPrompt: ConsentPrompt
  ) -> EngineReply {
    let session = Session(
      accounts: accounts, permissions: permissions, journal: journal, display: display(), consentPrompt: consentPrompt,
      policy: CallbackPolicy(allowing: CallbackPolicy.knownApps + schemes), memory: memory)
    let origin = Origin(party, assumesYes: options.assumesYes)
    return interrupts.whileRunning { await session.open(url, from: origin, timeout: Engine.standardTimeout) }
  }

  private func open(_ callback: CallbackURL, telling response: Response) -> ExitCode {
    let folder = MailboxFolder(environment)
    let failure = interrupts.whileRunning { () async -> Failure? in
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
