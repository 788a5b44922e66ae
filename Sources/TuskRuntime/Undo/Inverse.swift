import JSONValue
import XCallbackURL

/// The request that takes back a change.
enum Inverse: Sendable, Hashable {
  case request(CallbackURL, Signature)
  /// There is none, for this reason.
  case none(String)
}

extension Catalog {
  /// The request that takes back a change: the opposite that its action declares, with the same subject, or with what the
  /// change made.
  ///
  /// - Parameter answer: the answer of the change; `nil` if it is not known.
  func inverse(of change: CallbackURL, _ signature: Signature, answer: ActionResult?) -> Inverse {
    let verb = signature.preferredVerb
    guard case .reversible(let name) = signature.effect else {
      return .none("'\(verb)' cannot be undone, because the server keeps nothing of what was there")
    }
    guard let name, let opposite = self.signature(action: name) else {
      return .none("'\(verb)' cannot be undone, because nothing takes it back")
    }
    guard opposite.action != signature.action else {
      return .none("'\(verb)' cannot be undone, because what was there before is not kept")
    }
    if let parts = answer?.data["parts"]?.int, parts > 1 {
      return .none("'\(verb)' cannot be undone, because it made \(parts) statuses; delete them by themselves")
    }
    var pairs = change.parameters.filter { opposite.parameter(named: $0.name)?.name == $0.name }
    if let subject = opposite.subject {
      // What the change made is deleted, and never what it was about: a reply, not the status that it answers.
      if opposite.effect == .destructive, signature.makes(subject) {
        pairs.removeAll { subject.alternatives.contains($0.name) }
      }
      if subject.given(in: pairs) == nil, let id = answer?.id(for: subject) {
        pairs.append(CallbackURL.Pair(subject.id, id))
      }
    }
    let isNamed = opposite.subject.map { !$0.isRequired || $0.given(in: pairs) != nil } ?? true
    let isWhole = opposite.parameters.allSatisfy { parameter in
      !parameter.isRequired || pairs.contains { $0.name == parameter.name }
    }
    guard isNamed, isWhole else {
      return .none("'\(verb)' cannot be undone, because it does not say all that '\(opposite.preferredVerb)' needs")
    }
    return .request(CallbackURL(scheme: change.scheme, action: opposite.action, pairs: pairs), opposite)
  }
}

extension Signature {
  /// Whether the answer tells of something of the kind of a subject.
  fileprivate func makes(_ subject: Subject) -> Bool {
    record?.kind == subject.kind || results.contains { $0.name == subject.id }
  }
}

extension ActionResult {
  /// The identifier of what was made, if it is of the kind of a subject.
  fileprivate func id(for subject: Signature.Subject) -> String? {
    if let id = (data[subject.id] ?? item?[subject.id])?.string { return id }
    guard signature.record?.kind == subject.kind else { return nil }
    return signature.record.flatMap { item?[$0.id]?.string }
  }
}
