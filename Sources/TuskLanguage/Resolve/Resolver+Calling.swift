import TuskCommon
package import XCallbackURL

extension Resolver {
  /// The verb that calls another app: `call bear create title=Notes`, `call scheme:foo do-it a=b`.
  package static let callVerb = "call"

  /// The known apps.
  package struct Apps: Sendable {
    /// Their names.
    package var names: @Sendable () -> [String]
    /// The actions of an app, with their names as verbs; `nil` if the app is unknown.
    package var catalog: @Sendable (_ name: String) throws(Diagnostic) -> Catalog?
    /// The action that a URL requests; `nil` if it is unknown.
    package var action: @Sendable (CallbackURL) -> Signature?

    package init(
      names: @escaping @Sendable () -> [String],
      catalog: @escaping @Sendable (_ name: String) throws(Diagnostic) -> Catalog?,
      action: @escaping @Sendable (CallbackURL) -> Signature?
    ) {
      self.names = names
      self.catalog = catalog
      self.action = action
    }

    /// No apps.
    package static let none = Apps(names: { [] }, catalog: { _ throws(Diagnostic) in nil }, action: { _ in nil })
  }

  /// The options of `call` itself, which are not part of the URL.
  var callOptions: [Parameter] {
    options.filter { ["json", "timeout", "yes"].contains($0.name) }.map { option in
      var option = option
      option.place = .shell
      return option
    }
  }

  /// The action of another app that a command calls.
  ///
  /// - Throws: an unknown app or action.
  func call(_ command: Command) throws(Diagnostic) -> Verb {
    let heads = command.arguments.prefix(2).map(\.head).prefix { $0 != nil }.compactMap(\.self)
    guard let app = heads.first else { throw .noApp(command) }
    if case .scheme(let scheme) = app.value { return try call(scheme, app.span, Array(heads.dropFirst()), command) }
    guard let catalog = try apps.catalog(app.value.text) else {
      throw .unknownApp(Spanned(app.value.text, app.span), apps.names())
    }
    guard heads.count == 2, case .word(let name) = heads[1].value else {
      throw .noAction(app, catalog.verbs, command)
    }
    guard let signature = catalog.signature(verb: name) else {
      throw .unknownAction(Spanned(name, heads[1].span), of: app.value.text, catalog.verbs)
    }
    if let scheme = signature.app?.scheme, CallbackPolicy.isDangerous(scheme) {
      throw .dangerousScheme(scheme, app.span)
    }
    return verb(signature, command, heads)
  }

  private func call(
    _ scheme: String, _ span: Span, _ rest: [Spanned<Head>], _ command: Command
  ) throws(Diagnostic) -> Verb {
    guard CallbackURL.isScheme(scheme) else { throw .noScheme(scheme, span) }
    guard !CallbackURL.ownSchemes.contains(scheme.lowercased()) else { throw .ownScheme(scheme, span) }
    guard !CallbackPolicy.isDangerous(scheme) else { throw .dangerousScheme(scheme, span) }
    guard let action = rest.first, case .word(let name) = action.value else {
      throw .noAction(Spanned(.scheme(scheme), span), [], command)
    }
    let signature = Signature(
      action: name, verbs: [name], summary: "Calls an unlisted app by its URL scheme.", example: "",
      effect: .reversible(by: nil), parameters: [], app: .unknown(scheme: scheme))
    return verb(signature, command, [Spanned(.scheme(scheme), span), action])
  }

  private func verb(_ signature: Signature, _ command: Command, _ heads: [Spanned<Head>]) -> Verb {
    let words = [command.verb] + heads.map { Spanned($0.value.text, $0.span) }
    return Verb(signature: signature, spelling: Resolver.joined(words), length: heads.count)
  }

  /// One of the two words after `call`.
  enum Head {
    case word(String)
    case scheme(String)

    var text: String {
      switch self {
      case .word(let word): word
      case .scheme(let scheme): "scheme:\(scheme)"
      }
    }
  }
}

extension Argument {
  fileprivate var head: Spanned<Resolver.Head>? {
    guard case .value(let value) = self else { return nil }
    switch value.form {
    case .word(let text): return text.literal.map { Spanned(.word($0), value.span) }
    case .reference(let reference) where reference.kind == .scheme:
      return reference.id.literal.map { Spanned(.scheme($0), value.span) }
    default: return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func noApp(_ command: Command) -> Diagnostic {
    let end = Span(command.verb.span.end, command.verb.span.end)
    return Diagnostic(
      .missingArg, at: end,
      "'call' needs an app and an action, such as 'call bear create title=Notes'; 'apps' lists them")
  }

  /// An unknown app, with suggestions.
  package static func unknownApp(_ app: Spanned<String>, _ known: [String]) -> Diagnostic {
    let near = NearWords.near(app.value, among: known)
    return Diagnostic(
      .unknownName, at: app.span, "unknown app '\(app.value)'",
      label: near.isEmpty ? "'apps' lists all; scheme:\(app.value) calls an unlisted app" : nil,
      edits: near.first.map { [Edit(app.span, $0)] } ?? [], near: near, exitCode: .usage)
  }

  fileprivate static func noAction(
    _ app: Spanned<Resolver.Head>, _ known: [String], _ command: Command
  ) -> Diagnostic {
    let some = known.prefix(6).joined(separator: ", ") + (known.count > 6 ? ", …" : "")
    return Diagnostic(
      .missingArg, at: Span(app.span.end, app.span.end), "'call \(app.value.text)' needs an action",
      label: known.isEmpty ? nil : some)
  }

  fileprivate static func unknownAction(
    _ action: Spanned<String>, of app: String, _ known: [String]
  ) -> Diagnostic {
    let near = NearWords.near(action.value, among: known)
    return Diagnostic(
      .unknownVerb, at: action.span, "\(app) has no action '\(action.value)'",
      label: near.isEmpty ? "'apps show \(app)' lists them" : nil,
      edits: near.first.map { [Edit(action.span, $0)] } ?? [], near: near)
  }

  fileprivate static func dangerousScheme(_ scheme: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .misplaced, at: span, "'call' does not open '\(scheme):' URLs, which run, read or send something by themselves")
  }

  fileprivate static func noScheme(_ scheme: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(scheme)' is not a URL scheme: a letter, then letters, digits, '+', '-' and '.'")
  }

  fileprivate static func ownScheme(_ scheme: String, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'\(scheme):' is tusk itself; type the command, or open its URL")
  }
}
