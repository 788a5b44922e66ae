package import XCallbackURL

/// A program's request for an access token, with which it may act without a question each time.
///
/// Any program can claim any name, so the token goes only to the callback that the person was shown.
package struct Authorization: Sendable, Hashable {
  /// The name that the program gives itself.
  package let source: String
  /// The actions that it wants to request silently.
  package let actions: [String]
  /// The callback that gets the token.
  package let target: CallbackURL

  /// The name of the action in a URL.
  package static let action = "authorize"

  /// Reads the request.
  ///
  /// - Throws: ``Failure`` if the source, the actions or the callback is missing.
  init(_ request: Request, silentActions: Set<String>) throws(Failure) {
    guard let source = request.source, !source.isEmpty else { throw .withoutSource() }
    guard let callback = request.callbacks.success else { throw .withoutTarget() }
    let own = request.parameters.filter { !CommonParameter.keys.contains($0.name) }
    if let unknown = own.first(where: { $0.name != "actions" }) { throw .unknownParameter(unknown.name) }
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
    Failure(.missingSource, "'authorize' requires x-source=… (the name to show to the user)")
  }

  fileprivate static func withoutTarget() -> Failure {
    Failure(.missingParameter, "'authorize' requires x-success=… (the callback that receives the access token)")
  }

  fileprivate static func withoutActions(_ silent: Set<String>) -> Failure {
    Failure(
      .missingParameter,
      "'authorize' requires actions=…, separated by commas; choose from: \(silent.sorted().joined(separator: ", "))")
  }

  fileprivate static func notSilent(_ name: String, _ silent: Set<String>) -> Failure {
    Failure(
      .invalidParameter,
      "cannot authorize '\(name)'; choose from: \(silent.sorted().joined(separator: ", "))")
  }

  fileprivate static func unknownParameter(_ name: String) -> Failure {
    Failure(.invalidParameter, "'authorize' has no parameter '\(name)'")
  }
}
