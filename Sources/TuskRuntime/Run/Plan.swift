import TuskLanguage
import XCallbackURL

/// What one command is going to do.
struct Plan {
  let signature: Signature
  let verb: Spanned<String>
  let span: Span
  let urls: [CallbackURL]
  let options: [String: String]
  /// The values that came from elsewhere, for whoever reads what went wrong.
  var telling: [(variable: String, text: String)] = []
  /// Until when a list without end is read; nothing where it is not said.
  var end: ContinuousClock.Instant?

  var isWrite: Bool { signature.effect.isWrite }

  var wantsJSON: Bool {
    guard signature.app == nil else { return options["json"] == "true" }
    return urls.first?.pairs.contains(CallbackURL.Pair("json", "true")) ?? false
  }

  /// Whether the pages after the first are wanted too.
  var isPaged: Bool {
    guard let items = signature.items else { return false }
    return items.isEndless || options["all"] == "true" || options["limit"] != nil
  }

  /// How long the command may take; nothing where it is not said.
  var timeout: Duration? { options["timeout"].flatMap(Duration.init(written:)) }

  /// The same plan for a command that begins now.
  ///
  /// An answer has come or is late, but a list without end is never late: it is over when its time is.
  func begun(at moment: ContinuousClock.Instant) -> Plan {
    guard signature.items?.isEndless ?? false, let timeout else { return self }
    var plan = self
    plan.end = moment + timeout
    return plan
  }

  /// How many items are wanted at most.
  var limit: Int { options["limit"].flatMap { Int($0) } ?? .max }

  /// On which terms the URLs are opened.
  func terms(in frame: Frame) -> Dispatcher.Terms {
    var terms = Dispatcher.Terms(assumesYes: options["yes"] == "true")
    if let timeout { terms.timeout = timeout }
    terms.account = account(in: frame)
    terms.limits = frame.limits
    if let wait = options["max-wait"].flatMap(Duration.init(written:)) { terms.limits.longestWait = wait }
    return terms
  }

  /// Which account acts, where it is said.
  func account(in frame: Frame) -> String? { options["as"].map { "@\($0)" } ?? frame.account }

  /// The change as the journal names it: the action and what it acts on.
  func description(of url: CallbackURL) -> String {
    let subjects = url.pairs.filter { signature.subject?.alternatives.contains($0.name) ?? false }
    return ([url.action] + subjects.map { "\($0.name)=\($0.value ?? "")" }).joined(separator: " ")
  }

  /// The options of the shell by their names.
  static func options(of invocation: Invocation) -> [String: String] {
    Dictionary(invocation.options.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
