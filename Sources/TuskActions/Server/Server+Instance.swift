import Fediverse
package import XCallbackURL

extension Server {
  /// A server's description of itself, and what is known of its software.
  package struct InstanceView: Sendable {
    let instance: Instance
    let domain: String
    let software: String
    let contact: AccountView?

    /// Whether people can register.
    var registrations: String? {
      guard let isOpen = instance.isOpenForRegistration else { return nil }
      return !isOpen ? "closed" : instance.needsApproval == true ? "approval" : "open"
    }
  }

  /// A language and those that it can be translated to.
  struct TranslationPair: Sendable {
    let from: String
    let to: [String]
  }

  /// A server that this one knows.
  struct Peer: Sendable {
    let domain: String
  }

  package func instance() async throws(Failure) -> InstanceView {
    let names = try await names()
    let instance = try await attempt(await client.instance.instance())
    let contact = instance.contactAccount.map { AccountView(account: $0, name: names.name(of: $0)) }
    let software = try await attempt(await client.profile()).flavor
    return InstanceView(
      instance: instance, domain: instance.domain ?? instance.uri, software: software.title, contact: contact)
  }

  func translationPairs() async throws(Failure) -> ResultPage<TranslationPair> {
    let languages = try await attempt(await client.instance.translationLanguages())
    let pairs = languages.sorted { $0.key < $1.key }.map { TranslationPair(from: $0.key, to: $0.value.sorted()) }
    return ResultPage(pairs, next: nil)
  }

  /// The servers that this one knows, in the order of their names.
  func peers(beginningWith start: String?) async throws(Failure) -> ResultPage<Peer> {
    let peers: [String] =
      if let start {
        try await attempt(await client.instance.peers(beginningWith: start))
      } else {
        try await attempt(await client.instance.peers())
      }
    return ResultPage(peers.sorted().map(Peer.init), next: nil)
  }
}
