package import XCallbackURL

/// A program's wish to act without asking each time: the handshake that gives it an access token.
///
/// A name can be claimed by anybody; the token is told only to the callback that the person was shown.
package struct Authorization: Sendable, Hashable {
  /// What the program calls itself.
  package let source: String
  /// The actions that it wants to carry out silently.
  package let actions: [String]
  /// Where the token goes.
  package let target: CallbackURL

  /// The name of the action in a URL.
  package static let action = "authorize"

  /// Reads the request.
  ///
  /// - Throws: ``Failure`` where it does not say who asks, for what, or where the token should go.
  init(_ request: Request, silentActions: Set<String>) throws(Failure) {
    guard let source = request.source, !source.isEmpty else { throw .withoutSource() }
    guard let callback = request.callbacks.success else { throw .withoutTarget() }
    let own = request.parameters.filter { !CommonParameter.keys.contains($0.name) }
    if let stranger = own.first(where: { $0.name != "actions" }) { throw .unknownParameter(stranger.name) }
    let actions = own.flatMap { ($0.value ?? "").split(separator: ",").map(String.init) }
    guard !actions.isEmpty else { throw .withoutActions(silentActions) }
    if let wrong = actions.first(where: { !silentActions.contains($0) }) { throw .notSilent(wrong, silentActions) }
    self.source = source
    self.actions = actions
    target = callback
  }
}

extension Failure {
  fileprivate static func withoutSource() -> Failure {
    Failure(.missingSource, "authorize needs x-source, the name that the person is asked about")
  }

  fileprivate static func withoutTarget() -> Failure {
    Failure(.missingParameter, "authorize needs x-success, where the access token goes")
  }

  fileprivate static func withoutActions(_ silent: Set<String>) -> Failure {
    Failure(
      .missingParameter, "authorize needs 'actions', joined by commas: \(silent.sorted().joined(separator: ", "))")
  }

  fileprivate static func notSilent(_ name: String, _ silent: Set<String>) -> Failure {
    Failure(
      .invalidParameter,
      "'\(name)' cannot be carried out silently; there are: \(silent.sorted().joined(separator: ", "))")
  }

  fileprivate static func unknownParameter(_ name: String) -> Failure {
    Failure(.invalidParameter, "authorize has no parameter '\(name)'")
  }
}
