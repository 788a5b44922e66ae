import Synchronization
import TuskActions
import TuskRuntime
import XCallbackURL

/// One run's calls to other apps: asks for permission, opens the URL, and receives the answer.
final class AppCalls: Sendable {
  /// Where answers arrive.
  let inbox = CallbackInbox(scheme: "tusk")
  private let folder: MailboxFolder
  private let opener: any URLOpener
  private let permissions: Permissions
  private let consentPrompt: ConsentPrompt
  private let mailbox = Mutex<Mailbox?>(nil)
  private let consents = Mutex<[String: Consent]>([:])

  init(
    folder: MailboxFolder, permissions: Permissions, consentPrompt: ConsentPrompt,
    opener: any URLOpener = DesktopOpener()
  ) {
    self.folder = folder
    self.permissions = permissions
    self.consentPrompt = consentPrompt
    self.opener = opener
  }

  /// Opens a URL of another app, if that is allowed.
  ///
  /// - Throws: ``Dispatcher/Declined`` if it is not.
  func open(_ url: CallbackURL, for signature: Signature, from origin: Origin) async throws {
    guard !CallbackPolicy.isDangerous(url.scheme) else { throw Failure.dangerous(url.scheme) }
    let effect = signature.effect(of: url.pairs)
    var signature = signature
    signature.change { $0.effect = effect }
    let consentRequest = Consent.ConsentRequest(
      signature: signature, url: url, source: nil, isSilent: false, origin: origin)
    let decision = try await consent(for: signature.app?.name ?? "").decision(on: consentRequest)
    if case .denied(let denial) = decision { throw Dispatcher.Declined(denial.refusal) }
    try openMailbox { _ in .refused }
    try await opener.open(url)
  }

  /// Opens the mailbox of this process if it is not open yet.
  ///
  /// - Parameter requests: receives URLs that are not answers.
  func openMailbox(for requests: @escaping @Sendable (CallbackURL) -> Mailbox.Receipt) throws(Failure) {
    try mailbox.withLock { mailbox throws(Failure) in
      guard mailbox == nil else { return }
      mailbox = try Mailbox(in: folder) { [inbox] url in
        guard url.isCallback else { return requests(url) }
        // A late answer counts as taken, so that no error is reported to the app.
        switch inbox.deliver(url) {
        case .answered, .expired: return .taken
        case .unknown, .malformed: return .refused
        }
      }
    }
  }

  private func consent(for app: String) -> Consent {
    consents.withLock { consents in
      let consent =
        consents[app]
        ?? Consent(
          account: { () async throws(Failure) in "the app '\(app)'" }, isSandbox: false, permissions: permissions,
          ask: { [consentPrompt] question in await consentPrompt.answer(question) })
      consents[app] = consent
      return consent
    }
  }
}

extension Failure {
  fileprivate static func dangerous(_ scheme: String) -> Failure {
    Failure(
      .invalidParameter, "'\(scheme):' URLs are not opened, because they run, read or send something by themselves")
  }
}

extension CallbackURL {
  /// Whether the URL is the answer to a call by this program.
  var isCallback: Bool { isOwn && segments.first == "callback" }
}
