package import JSONValue

/// Another app that accepts requests by URL: its address, and how it spells values.
package struct ForeignApp: Sendable, Hashable {
  /// The name in commands: `bear`.
  package var name: String
  package var scheme: String
  package var host: Host
  package var dialect: Dialect
  /// Whether its actions and parameters are known; otherwise nothing is checked.
  package var isKnown: Bool
  /// Whether the app opens callbacks.
  package var answers: Bool

  package init(
    name: String, scheme: String, host: Host = .named(CallbackURL.xCallbackHost), dialect: Dialect = Dialect(),
    isKnown: Bool = true, answers: Bool = true
  ) {
    self.name = name
    self.scheme = scheme
    self.host = host
    self.dialect = dialect
    self.isKnown = isKnown
    self.answers = answers
  }

  /// An app of which only the scheme is known.
  package static func unknown(scheme: String) -> ForeignApp {
    ForeignApp(name: "scheme:\(scheme)", scheme: scheme, isKnown: false)
  }

  /// The form of its URLs between the scheme and the parameters.
  package enum Host: Sendable, Hashable {
    /// `scheme://host/action`
    case named(String)
    /// `scheme:///action`
    case none
    /// `scheme://action`
    case action
  }

  /// The request for an action.
  package func url(for action: String, _ pairs: [CallbackURL.Pair]) -> CallbackURL {
    switch host {
    case .named(let host): CallbackURL(scheme: scheme, host: host, action: action, pairs: pairs)
    case .none: CallbackURL(scheme: scheme, host: "", action: action, pairs: pairs)
    case .action:
      // Without '/' before the parameters, as such apps document their URLs.
      CallbackURL(scheme: scheme, actionAsHost: action, pairs: pairs)
    }
  }

  /// The action that a URL requests from this app; `nil` if it has another address or form.
  package func action(of url: CallbackURL) -> String? {
    guard url.scheme == scheme.lowercased() else { return nil }
    switch host {
    case .named(let host): return url.host == host.lowercased() ? url.action : nil
    case .none: return url.host.isEmpty ? url.action : nil
    case .action: return url.action.isEmpty && !url.host.isEmpty ? url.host : nil
    }
  }

  /// The pairs with booleans and lists as this app spells them.
  package func spelled(_ pairs: [CallbackURL.Pair], of parameters: [Parameter]) -> [CallbackURL.Pair] {
    var spelled: [CallbackURL.Pair] = []
    var places: [String: Int] = [:]
    for pair in pairs {
      let parameter = parameters.first { $0.name == pair.name }
      if parameter?.type == .boolean {
        spelled += self.spelled(pair)
      } else if parameter?.isRepeatable ?? false, dialect.lists == .commas, let place = places[pair.name] {
        spelled[place].value? += ",\(pair.value ?? "")"
      } else {
        places[pair.name] = spelled.count
        spelled.append(pair)
      }
    }
    return spelled
  }

  private func spelled(_ truth: CallbackURL.Pair) -> [CallbackURL.Pair] {
    let isTrue = truth.value == "true"
    guard dialect.booleans != .flag else { return isTrue ? [CallbackURL.Pair(truth.name, nil)] : [] }
    return [CallbackURL.Pair(truth.name, dialect.text(isTrue))]
  }
}

extension Signature {
  /// The preferred verb: `fav`, `call bear create`.
  package var preferredVerb: String {
    app.map { "call \($0.name) \(action)" } ?? verbs.first ?? action
  }
}

extension ForeignApp {
  /// The data of a response, each value converted to its declared kind, or left as text if that is not possible.
  package func data(of pairs: [CallbackURL.Pair], _ fields: [Signature.ResultField]) -> JSON.Object {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for pair in pairs {
      if values[pair.name] == nil { names.append(pair.name) }
      values[pair.name, default: []].append(pair.value ?? "")
    }
    return JSON.Object(
      names.map { name in
        (name: name, value: value(of: values[name] ?? [], as: fields.first { $0.name == name }?.kind))
      })
  }

  private func value(of texts: [String], as kind: ValueKind?) -> JSON {
    if case .list? = kind { return .array(elements(of: texts).map(JSON.string)) }
    guard texts.count == 1, let text = texts.first else { return .array(texts.map(JSON.string)) }
    return switch kind {
    case .integer: Int(text).map(JSON.int) ?? .string(text)
    case .boolean: Bool.read(text).map(JSON.bool) ?? .string(text)
    case .time: Timestamp(text).map { .int($0.seconds) } ?? .string(text)
    default: .string(text)
    }
  }

  private func elements(of texts: [String]) -> [String] {
    guard let text = texts.first, texts.count == 1 else { return texts }
    if let elements = (try? JSON(parsing: text))?.array { return elements.map { $0.string ?? $0.text } }
    guard dialect.lists == .commas else { return texts }
    return text.split(separator: ",").map(String.init)
  }
}
