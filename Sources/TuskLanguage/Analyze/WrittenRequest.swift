import XCallbackURL

/// A request that is written as a URL, whose variables have no values yet.
enum WrittenRequest {
  /// The action is in the text; the URL has the names of the variables in place of their values.
  case known(Signature, CallbackURL)
  /// A variable decides which action it is.
  case unknown(Value)
}

extension Resolver {
  /// The request of the URL that is alone on its line or after `open`; `nil` if there is none that could be sent.
  func request(opening command: Command) -> WrittenRequest? {
    for case .value(let value) in command.arguments {
      if value.urlVariable != nil { return .unknown(value) }
      guard let text = value.writtenURL else { continue }
      guard text.hasLiteralAction else { return .unknown(value) }
      let written = text.withNames
      // A value can complete an escape that is cut off without it.
      let bare = text.literal == nil ? String(written.prefix { $0 != "?" }) : written
      guard let url = (try? CallbackURL(parsing: written)) ?? (try? CallbackURL(parsing: bare)) else { return nil }
      return catalog.signature(action: url.action).map { .known($0, url) }
    }
    return nil
  }
}

extension Text {
  /// Whether all variables of the URL come after the start of its parameters.
  fileprivate var hasLiteralAction: Bool {
    guard literal == nil else { return true }
    guard case .literal(let start)? = pieces.first else { return false }
    return start.contains("?")
  }

  /// The URL with the names of its variables in place of their values.
  fileprivate var withNames: String {
    pieces.map { piece in
      switch piece {
      case .literal(let literal): literal
      case .variable(let variable):
        URLWriter.escaped(([variable.name] + variable.path.map(\.name)).joined(separator: "."))
      }
    }.joined()
  }
}
