import TuskCommon
import TuskLanguage
import XCallbackURL

/// What one command is going to do.
struct CommandRequest {
  let signature: Signature
  let verb: Spanned<String>
  let span: Span
  private(set) var urls: [CallbackURL]
  private(set) var options: CommandOptions
  /// How long each request may wait for the server's rate limit, as a person has agreed; `nil` for the usual time.
  private var agreedWait: Duration?
  /// The timeout as the script writes it.
  let writtenTimeout: String?
  /// The variables of the command and their values, for error messages.
  let interpolations: [(variable: String, text: String)]
  /// How long reading the whole list may still take; `nil` for no limit.
  private(set) var allowance: TimeAllowance?

  init(_ invocation: Invocation, interpolating interpolations: [(variable: String, text: String)])
    throws(Diagnostic)
  {
    signature = invocation.signature
    verb = invocation.verb
    span = invocation.span
    urls = invocation.urls
    options = try CommandOptions(invocation)
    writtenTimeout = invocation.option("timeout")?.value
    self.interpolations = interpolations
  }

  /// A request without options, whose URLs follow.
  init(_ signature: Signature, verb: Spanned<String>, span: Span) {
    (self.signature, self.verb, self.span) = (signature, verb, span)
    (urls, options, writtenTimeout, interpolations) = ([], CommandOptions(), nil, [])
  }

  var isWrite: Bool { signature.effect.isWrite }

  /// Whether pages after the first are wanted too.
  var isPaged: Bool {
    guard let items = signature.items else { return false }
    return items.isEndless || options.all || options.limit != nil
  }

  /// The same request with other URLs.
  func opening(_ urls: [CallbackURL]) -> CommandRequest {
    var request = self
    request.urls = urls
    return request
  }

  /// Notes that a person has agreed to all of it, and to the time that it takes.
  mutating func agree() {
    options.yes = true
    agreedWait = .seconds(7 * 86_400)
  }

  /// Notes that a person has confirmed it.
  mutating func confirm() { options.yes = true }

  /// Whether its changes need confirmation and differ in their subject alone, so that one question is enough.
  var isOneQuestion: Bool {
    guard urls.count > 1, signature.app == nil, signature.effect.needsConfirmation, !options.yes,
      let subject = signature.subject
    else { return false }
    let settings = urls.map { url in url.pairs.filter { !subject.isNamed(by: $0.name) } }
    return settings.allSatisfy { $0 == settings[0] }
  }

  /// The same request for a command that starts at this moment.
  ///
  /// The timeout limits all pages of a list together, without the time in which the script does something else; an
  /// endless list is read until the timeout is over. For other commands it limits each answer.
  func started(at moment: ContinuousClock.Instant) -> CommandRequest {
    guard let items = signature.items, let timeout = options.timeout else { return self }
    var request = self
    request.allowance = TimeAllowance(timeout, until: items.isEndless ? moment + timeout : nil)
    return request
  }

  /// The options of the requests that the command makes.
  func requestOptions(in frame: Frame) -> Dispatcher.RequestOptions {
    var request = Dispatcher.RequestOptions(assumesYes: options.yes)
    if let timeout = options.timeout { request.timeout = timeout }
    request.account = account(in: frame)
    request.rate = frame.rate
    if let agreedWait { request.rate.longestWait = agreedWait }
    if let wait = options.maxWait { request.rate.longestWait = wait }
    return request
  }

  /// The account that acts; `nil` for the current one.
  func account(in frame: Frame) -> String? { options.account ?? frame.account }

  /// The change as the journal names it: the action and what it acts on.
  func description(of url: CallbackURL) -> String {
    let subjects = url.pairs.filter { signature.subject?.alternatives.contains($0.name) ?? false }
    return ([url.action] + subjects.map { "\($0.name)=\($0.value ?? "")" }).joined(separator: " ")
  }
}
