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

  /// What to search for among.
  struct SearchNarrowing: Sendable {
    var isFollowing = false
    var isResolving = false
    /// Whose statuses.
    var author: AccountReference?
    /// When the statuses were posted.
    var times = TimeRange()

    package init() {}
  }

  /// Searches for accounts, statuses and hashtags.
  ///
  /// - Parameters:
  ///   - types: the types of results, as ``SearchResult/type`` names them; all if empty.
  ///   - count: the maximum number of results of each type; that of the server if `nil`.
  func search(
    _ text: String, types: [String] = [], _ narrowing: SearchNarrowing = SearchNarrowing(), count: Int? = nil
  ) async throws(Failure) -> SearchResults {
    var selection = Client.Search.Selection()
    selection.kind = types.count == 1 ? Self.searchKinds[types[0]] : nil
    (selection.isResolving, selection.isFollowing) = (narrowing.isResolving, narrowing.isFollowing)
    if let author = narrowing.author { selection.accountID = try await id(of: author) }
    let found = try await attempt(await client.search.search(text, selection, limit: count))
    let window = await narrowing.times.window(now: currentTime())
    let names = try await names()
    func isWanted(_ type: String) -> Bool { types.isEmpty || types.contains(type) }
    var results = SearchResults()
    if isWanted("account") {
      results.accounts = found.accounts.elements.map { AccountView(account: $0, name: names.name(of: $0)) }
      results.note(found.accounts.elements.count, found.accounts.unreadableRows, of: count)
    }
    if isWanted("status") {
      let statuses = found.statuses.elements.filter { status in
        !window.isLimited || status.createdAt.map { window.position(of: $0) == .within } == true
      }
      results.statuses = statuses.map { StatusView($0, names: names) }
      results.note(found.statuses.elements.count, found.statuses.unreadableRows, of: count)
      if window.isLimited {
        results.shortfall.note(rowsWithoutTime: found.statuses.elements.count { $0.createdAt == nil })
      }
    }
    if isWanted("tag") {
      results.tags = found.tags.elements
      results.note(found.tags.elements.count, found.tags.unreadableRows, of: count)
    }
    return results
  }

  private static let searchKinds: [String: Client.Search.Kind] = [
    "account": .accounts, "status": .statuses, "tag": .hashtags,
  ]
}
