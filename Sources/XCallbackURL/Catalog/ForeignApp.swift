/// Where the requests to another program go, and how values are spelled there.
package struct ForeignApp: Sendable, Hashable {
  /// What people call it by: `bear`.
  package var name: String
  package var scheme: String
  package var host: Host
  package var dialect: Dialect
  /// Whether its actions and parameters are known; nothing is checked where they are not.
  package var isKnown: Bool
  /// Whether the app calls back when it has done what it was asked for.
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

  /// A program of which only the scheme is known.
  package static func unknown(scheme: String) -> ForeignApp {
    ForeignApp(name: "scheme:\(scheme)", scheme: scheme, isKnown: false)
  }

  /// What stands between the scheme and the parameters.
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
      // No '/' stands before the parameters, because such programs document their URLs so.
      CallbackURL(scheme: scheme, actionAsHost: action, pairs: pairs)
    }
  }

  /// The action that a URL asks this program for; `nil` where it asks another one, or in another way.
  package func action(of url: CallbackURL) -> String? {
    guard url.scheme == scheme.lowercased() else { return nil }
    switch host {
    case .named(let host): return url.host == host.lowercased() ? url.action : nil
    case .none: return url.host.isEmpty ? url.action : nil
    case .action: return url.action.isEmpty && !url.host.isEmpty ? url.host : nil
    }
  }

  /// The pairs as this program spells them: truth values and lists.
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
  /// The verb as it is best typed: `fav`, `call bear create`.
  package var preferredVerb: String {
    app.map { "call \($0.name) \(action)" } ?? verbs.first ?? action
  }
}
