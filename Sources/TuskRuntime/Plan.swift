import TuskLanguage
import XCallbackURL

/// What one statement is going to do.
struct Plan {
  let verb: Spanned<String>
  let span: Span
  let urls: [CallbackURL]
  let isWrite: Bool
  let options: [String: String]
  /// What is printed, where nothing is sent.
  var line: String?

  var wantsJSON: Bool {
    urls.first?.pairs.contains(CallbackURL.Pair("json", "true")) ?? false
  }

  var terms: Dispatcher.Terms {
    var terms = Dispatcher.Terms(assumesYes: options["yes"] == "true")
    if let timeout = options["timeout"].flatMap(Duration.init(written:)) { terms.timeout = timeout }
    return terms
  }

  /// The options of the shell by their names.
  static func options(of invocation: Invocation) -> [String: String] {
    Dictionary(invocation.options.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
