import TuskActions
import XCallbackURL

extension Consent.Question {
  /// Whether the request comes from an untrusted source.
  var isUntrusted: Bool {
    switch self {
    case .script: false
    case .authorization: true
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
    case .disclosure(_, let target, _): target.scheme
    case .authorization(let wish, _): wish.target.scheme
    }
  }

  /// The rows of the question, starting with who asks.
  var rows: [String] {
    switch self {
    case .script(let script, let account):
      ["\(script.path) wants to change \(account):"] + script.effects.map { "  \($0)" }
    case .source(let request, let account):
      [
        "\(TerminalText.quoted(request.source ?? "")) wants to change \(account) without asking; anybody can claim that name"
      ]
        + request.particulars.map { "  \($0)" }
    case .disclosure(let request, let target, let account):
      ["\(request.asker)it would receive private data of \(account): \(request.signature.summary)"]
        + request.particulars.map { "  \($0)" } + ["the answer goes to: \(target.redacted)"]
    case .authorization(let wish, let account):
      [
        "a program that calls itself \(TerminalText.quoted(wish.source)) wants to change \(account) without asking, for 90 days:"
      ]
        + wish.actions.map { "  \($0)" } + ["its access token goes to: \(wish.target.redacted)"]
    case .repeating(let request, let seconds, let account):
      ["\(request.asker)\(account) did the same \(Self.time(seconds)): \(request.signature.summary)"]
        + request.particulars.map { "  \($0)" }
    case .confirmation(let request, let account):
      ["\(request.asker)\(account): \(request.signature.summary)"] + request.particulars.map { "  \($0)" }
    }
  }
}

extension Consent.Question {
  /// A time in the past, in words.
  static func time(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "just now"
    case ..<120: "a minute ago"
    default: "\(seconds / 60) minutes ago"
    }
  }
}

extension Consent.ConsentRequest {
  /// The other program that asks, if one does; the specification requires its `x-source` to be shown.
  fileprivate var asker: String {
    guard origin.party.isForeign else { return "" }
    return source.map { "a program that calls itself \(TerminalText.quoted($0)) asks; " } ?? "another program asks; "
  }

  /// The request in full: the action, each parameter with its exact text, and where the answers go.
  fileprivate var particulars: [String] {
    let targets = [
      "x-success": "the answer goes to", "x-error": "an error goes to", "x-cancel": "a cancellation goes to",
    ]
    let shown = url.redacted
    let answers = shown.extensions.compactMap { pair in
      targets[pair.name].flatMap { origin.party.isForeign ? ($0, pair.value ?? "") : nil }
    }
    let rows = shown.withoutCommonParameters.parameters.map { ($0.name, $0.value ?? "") } + answers
    return [url.action] + rows.map { "\($0.0): \($0.1)" }
  }
}
