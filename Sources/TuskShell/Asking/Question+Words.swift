import TuskActions
import TuskCommon
import XCallbackURL

extension Consent.Question {
  /// Whether the request comes from an untrusted source.
  var isUntrusted: Bool {
    switch self {
    case .script: false
    case .authorization, .answer: true
    case .source(let request, _), .confirmation(let request, _), .disclosure(let request, _, _),
      .repeating(let request, _, _):
      request.origin.party == .desktop
    }
  }

  /// The scheme of the app that receives a URL; `nil` if the question is not about that.
  var scheme: String? {
    switch self {
    case .script, .source, .repeating: nil
    case .confirmation(let request, _): request.signature.app == nil ? nil : request.url.scheme
    case .disclosure(_, let target, _), .answer(_, let target): target.scheme
    case .authorization(let wish, _): wish.target.scheme
    }
  }

  /// What the request would change, if it is confirmed by itself.
  var about: String? {
    get async {
      guard case .confirmation(let request, _) = self else { return nil }
      return await request.about()
    }
  }

  /// The rows of the question, starting with who asks.
  var rows: [String] {
    switch self {
    case .script(let script, let account):
      ["\(script.path) wants to change \(account)\(script.changed.map { "; \($0)" } ?? ""):"]
        + script.effects.map { "  \($0)" }
        + (script.obstacle.map { ["it cannot be allowed for always: \($0)"] } ?? [])
    case .source(let request, let account):
      [
        "\(Self.unverified(request.source)) wants to act as \(account) without asking:"
      ]
        + request.particulars
    case .disclosure(let request, let target, let account):
      ["\(Self.unverified(request.source)) wants private data of \(account):"]
        + request.particulars + ["the result goes to: \(target.redacted)"]
    case .answer(let source, let target):
      ["\(Self.unverified(source)) wants an answer, which opens: \(target.redacted)"]
    case .authorization(let wish, let account):
      [
        "\(Self.unverified(wish.source)) wants to act as \(account) without asking, for 90 days:"
      ]
        + wish.actions.map { "  \($0)" } + ["the access token goes to: \(wish.target.redacted)"]
    case .repeating(let request, let seconds, let account):
      ["\(account) did this \(Self.time(seconds)), and \(request.asker) would do it again:"] + request.particulars
    case .confirmation(let request, let account):
      if let title = request.title {
        ["\(title) as \(account):"] + request.settings
      } else {
        [request.proposal(account)] + request.particulars
      }
    }
  }

  /// A name that any program can claim.
  static func unverified(_ source: String?) -> String {
    source.map { "\(TerminalText.quoted($0)) (unverified name)" } ?? "an unnamed program"
  }
}

extension Consent.Question {
  /// The request for an answer, which names the words that it may be.
  var choices: String {
    switch self {
    case .script(let script, _) where script.obstacle != nil: "Allow it? [o]nce, [N]o: "
    case .script, .disclosure, .answer: "Allow it? [o]nce, [a]lways, [N]o: "
    case .source: "Allow it? [o]nce, [a]lways, [N]o, never: "
    case .confirmation, .authorization: "Allow it? [y/N] "
    case .repeating: "Repeat it? [y/N] "
    }
  }

  /// The answers in words, for a person who typed another one.
  var words: String {
    switch self {
    case .script(let script, _) where script.obstacle != nil: "o (once) or n (no)"
    case .script, .disclosure, .answer: "o (once), a (always) or n (no)"
    case .source: "o (once), a (always), n (no) or never"
    case .confirmation, .authorization, .repeating: "y (yes) or n (no)"
    }
  }

  /// What each word means as an answer; the empty one is Enter alone.
  var replies: [String: Consent.Reply] {
    var replies: [String: Consent.Reply] = ["": .no, "n": .no, "no": .no]
    switch self {
    case .confirmation, .authorization, .repeating: (replies["y"], replies["yes"]) = (.once, .once)
    case .script, .source, .disclosure, .answer:
      (replies["o"], replies["once"]) = (.once, .once)
      if canBeKept { (replies["a"], replies["always"]) = (.always, .always) }
      if case .source = self { replies["never"] = .never }
    }
    return replies
  }

  /// Whether the answer can hold for later requests.
  private var canBeKept: Bool {
    guard case .script(let script, _) = self else { return true }
    return script.obstacle == nil
  }

  /// A time in the past, in words.
  static func time(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "just now"
    case ..<120: "a minute ago"
    default: "\(seconds / 60) minutes ago"
    }
  }
}

extension Origin.Script {
  /// Why an earlier permission does not count; `nil` if there is none.
  var changed: String? { change.map { "\($0) has changed since it was permitted" } }
}

extension Consent.ConsentRequest {
  /// Who asks; the specification requires the `x-source` of another program to be shown.
  fileprivate var asker: String {
    origin.party.isForeign ? Consent.Question.unverified(source) : "this command"
  }

  /// How many people a post would notify.
  private func notified(_ url: CallbackURL) -> [(String, String)] {
    let accounts = signature.mentionedAccounts(in: url.parameters)
    return accounts.isEmpty ? [] : [("mentions", accounts.count.counting("account"))]
  }

  /// The first row of a confirmation; the account of a call is the name of the app.
  fileprivate func proposal(_ account: String) -> String {
    let use = signature.app == nil ? "act as" : "use the app"
    return "\(asker) \(origin.party.isForeign ? "wants to" : "would") \(use) \(account):"
  }

  /// What changes that differ in their subject alone have in common.
  fileprivate var settings: [String] {
    url.redacted.withoutCommonParameters.parameters.filter { signature.subject?.isNamed(by: $0.name) != true }
      .map { "  \($0.name): \($0.value ?? "")" }
  }

  /// The request in full: the action, each parameter with its exact text, and where the results go.
  fileprivate var particulars: [String] {
    let targets = [
      "x-success": "the result goes to", "x-error": "an error goes to", "x-cancel": "a cancellation goes to",
    ]
    let shown = url.redacted
    let answers = shown.extensions.compactMap { pair in
      targets[pair.name].flatMap { origin.party.isForeign ? ($0, pair.value ?? "") : nil }
    }
    let rows = shown.withoutCommonParameters.parameters.map { ($0.name, $0.value ?? "") } + notified(shown) + answers
    return ["  \(url.action): \(signature.summary)"] + rows.map { "  \($0.0): \($0.1)" }
  }
}
