import JSONValue
import TuskCommon
import XCallbackURL

/// What takes back a change.
enum Inverse: Sendable, Hashable {
  case requests(Requests)
  /// Nothing does, for this reason.
  case none(String)

  struct Requests: Sendable, Hashable {
    /// In the order in which they are sent.
    var urls: [CallbackURL]
    /// What does not come back, in words.
    var losses: [String] = []
    /// When what they restore would have ended by itself, in seconds since 1970; `nil` if it would not.
    var end: Int?
    /// What takes the change back after that end.
    var later: [CallbackURL] = []

    /// The requests that take the change back now.
    func urls(at now: Int) -> [CallbackURL] {
      guard let end else { return urls }
      guard end > now else { return later }
      return urls.map { url in
        CallbackURL(scheme: url.scheme, action: url.action, pairs: url.pairs + [.init("for", "\(end - now)s")])
      }
    }
  }

  var requests: Requests? {
    guard case .requests(let requests) = self else { return nil }
    return requests
  }
}

extension Catalog {
  /// What takes back a change; `nil` if it changed nothing.
  ///
  /// - Parameters:
  ///   - answer: the answer of the change; `nil` if it is not known.
  ///   - restoration: what was found before the change; `nil` if nothing was read.
  ///   - isRead: whether the state before changes is read where an action can.
  func inverse(
    of change: CallbackURL, _ signature: Signature, answer: ActionResult?, _ restoration: Restoration?, isRead: Bool
  ) -> Inverse? {
    if restoration?.isNeedless ?? false { return nil }
    let opposite = opposite(of: change, signature, answer: answer)
    if let restoration, let urls = restoration.urls {
      let urls = urls.compactMap { try? CallbackURL(parsing: $0) }
      let later = opposite.requests?.urls.filter { opposite in !urls.contains { $0.action == opposite.action } }
      return .requests(
        Inverse.Requests(urls: urls, losses: restoration.losses, end: restoration.end, later: later ?? []))
    }
    guard var requests = opposite.requests else { return opposite }
    // What was made is deleted, whatever was there before.
    let makes = requests.urls.allSatisfy { url in
      guard let opposite = self.signature(action: url.action), let subject = opposite.subject else { return false }
      return opposite.effect == .destructive && signature.makes(subject)
    }
    if restoration == nil, !makes, !isRead {
      return .none("'\(signature.preferredVerb)' cannot be undone, because nothing read what was there before")
    }
    requests.losses = (restoration ?? (makes ? Restoration() : .unknown)).losses
    return .requests(requests)
  }

  /// The opposite that the action declares, with the same subject, or with what the change made.
  private func opposite(of change: CallbackURL, _ signature: Signature, answer: ActionResult?) -> Inverse {
    let verb = signature.preferredVerb
    guard case .reversible(let name) = signature.effect else {
      return .none("'\(verb)' cannot be undone, because nothing takes it back")
    }
    guard let name, let opposite = self.signature(action: name) else {
      return .none("'\(verb)' cannot be undone, because nothing takes it back")
    }
    guard opposite.action != signature.action else {
      return .none("'\(verb)' cannot be undone, because what was there before is not kept")
    }
    var pairs = change.parameters.filter { opposite.parameter(named: $0.name)?.name == $0.name }
    if let subject = opposite.subject {
      // What the change made is deleted, and never what it was about: a reply, not the status that it answers.
      if opposite.effect == .destructive, signature.makes(subject) {
        pairs.removeAll { subject.alternatives.contains($0.name) }
      }
      if let count = answer?.partCount, count > 1 {
        guard let parts = answer?.parts, parts.count == count else {
          return .none("'\(verb)' cannot be undone, because it made \(count) statuses; delete them by themselves")
        }
        let urls = parts.reversed().map {
          CallbackURL(scheme: change.scheme, action: opposite.action, pairs: [CallbackURL.Pair(subject.id, $0)])
        }
        return .requests(Inverse.Requests(urls: urls))
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
    let url = CallbackURL(scheme: change.scheme, action: opposite.action, pairs: pairs)
    return .requests(Inverse.Requests(urls: [url]))
  }
}

extension Signature {
  /// Whether the answer tells of something of the kind of a subject.
  fileprivate func makes(_ subject: Subject) -> Bool {
    record?.kind == subject.kind || results.contains { $0.name == subject.id }
  }
}

extension ActionResult {
  /// How many statuses of a thread it made; `nil` for anything else.
  fileprivate var partCount: Int? { (data["parts"] ?? item?["parts"])?.int }

  /// The identifiers of the statuses of a thread, in order; `nil` for anything else.
  fileprivate var parts: [String]? {
    guard let text = (data["statusIDs"] ?? item?["statusIDs"])?.string else { return nil }
    return text.split(separator: ",").map(String.init)
  }

  /// The identifier of what was made, if it is of the kind of a subject.
  fileprivate func id(for subject: Signature.Subject) -> String? {
    if let id = (data[subject.id] ?? item?[subject.id])?.string { return id }
    guard signature.record?.kind == subject.kind else { return nil }
    return signature.record.flatMap { item?[$0.id]?.string }
  }
}
