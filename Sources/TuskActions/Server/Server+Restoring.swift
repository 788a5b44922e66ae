import Fediverse
import JSONValue
import TuskCommon
import XCallbackURL

// What was there before a change, so that it can be taken back. What was not read is said to be lost, and nothing is
// restored wider than it was.
extension Server {
  /// Keeps what you and accounts are to each other for the changes that follow, each of which uses it once.
  func readAhead(relationshipsWith ids: [String]) async {
    // What nobody used is old.
    memory.keep([:])
    guard !ids.isEmpty, let rows = try? await attempt(await client.accounts.relationships(ids)) else { return }
    memory.keep(Dictionary(rows.elements.compactMap { row in row.id.map { ($0, row) } }) { first, _ in first })
  }

  /// How a mark of a status is taken back.
  ///
  /// - Parameters:
  ///   - name: the field of a record that tells of it.
  ///   - isSet: whether the change sets it.
  ///   - read: whether a status has it; `nil` if the server does not say.
  func restoration(
    ofMark name: String, of reference: StatusReference, setting isSet: Bool, _ read: (Status) -> Bool?
  ) async throws(Failure) -> Restoration {
    if let seen = seen?[name]?.bool { return Restoration(isNeedless: seen == isSet) }
    let status = try await self.status(reference).status
    guard let mark = read(status.reblog ?? status) else { return .unknown }
    return Restoration(isNeedless: mark == isSet)
  }

  /// How the removal of a boost is taken back: with the audience that it had, or else with the narrowest.
  func restoration(
    ofUnboosting reference: StatusReference, by action: String
  ) async throws(Failure) -> Restoration {
    let mark = try await restoration(ofMark: "boosted", of: reference, setting: false, \.isReblogged)
    guard !mark.isNeedless, mark != .unknown else { return mark }
    let id = try await id(of: reference)
    let own = try await ownAccount().id
    let newest = try await attempt(await client.accounts.statuses(of: own).page(limit: 40))
    let boost = newest.elements.first { $0.reblog?.id == id }
    let pairs = [("statusID", id), ("visibility", (boost?.visibility ?? .private).rawValue)]
    return Restoration(
      urls: [.own(action, pairs)],
      losses: ["when it was boosted"] + (boost == nil ? ["who could see the boost, which is private now"] : []))
  }

  /// What you and an account are to each other.
  private func relationship(with reference: AccountReference) async throws(Failure) -> (id: String, Relationship)? {
    let id = try await id(of: reference)
    if let read = memory.takeRelationship(with: id) { return (id, read) }
    let rows = try await attempt(await client.accounts.relationships([id]), about: reference.name)
    // Some servers leave the identifier out.
    return rows.elements.first { $0.id == nil || $0.id == id }.map { (id, $0) }
  }

  /// How a change between you and an account is taken back.
  ///
  /// - Parameter restoration: returns it for the identifier of the account, and what was before.
  func restoration(
    with reference: AccountReference,
    _ restoration: (String, Relationship) async throws(Failure) -> Restoration
  ) async throws(Failure) -> Restoration {
    guard let (id, before) = try await relationship(with: reference) else { return .unknown }
    return try await restoration(id, before)
  }

  /// How a change is taken back that makes something so, or not so, between you and an account.
  func restoration(
    with reference: AccountReference, setting isSet: Bool, _ read: (Relationship) -> Bool
  ) async throws(Failure) -> Restoration {
    try await restoration(with: reference) { _, before in Restoration(isNeedless: read(before) == isSet) }
  }

  /// How a follow, or a change of its settings, is taken back.
  func restoration(
    ofFollowing reference: AccountReference, boosts: Bool?, notify: Bool?, languages: [String], by follow: String
  ) async throws(Failure) -> Restoration {
    try await restoration(with: reference) { id, before in
      guard before.isFollowing else { return Restoration(isNeedless: before.isRequested) }
      let isSame =
        (boosts ?? before.isShowingReblogs) == before.isShowingReblogs
        && (notify ?? before.isNotifying) == before.isNotifying
        && (languages.isEmpty || Set(languages) == Set(before.languages))
      guard !isSame else { return Restoration(isNeedless: true) }
      let isNarrowed = !languages.isEmpty && before.languages.isEmpty
      return Restoration(
        urls: [before.url(following: id, by: follow)], losses: isNarrowed ? ["that it showed all languages"] : [])
    }
  }

  func restoration(
    ofUnfollowing reference: AccountReference, by follow: String
  ) async throws(Failure) -> Restoration {
    try await restoration(with: reference) { id, before in
      guard before.isFollowing else { return Restoration(isNeedless: !before.isRequested) }
      return Restoration(urls: [before.url(following: id, by: follow)], losses: before.lossesOfFollow)
    }
  }

  /// How a block is taken back: the follow that it ends comes back, unless the account approves followers.
  func restoration(
    ofBlocking reference: AccountReference, by unblock: String, _ follow: String
  ) async throws(Failure) -> Restoration {
    try await restoration(with: reference) { id, before in
      guard !before.isBlocking else { return Restoration(isNeedless: true) }
      let isFollowed = before.isFollowing || before.isRequested
      let follows = isFollowed ? [before.url(following: id, by: follow)] : []
      let losses = (before.isFollowedBy ? ["that it followed you"] : []) + (isFollowed ? before.lossesOfFollow : [])
      return Restoration(urls: [.own(unblock, [("accountID", id)])] + follows, losses: losses)
    }
  }

  /// How a note about an account is taken back.
  func restoration(ofNoteAbout reference: AccountReference, by action: String) async throws(Failure) -> Restoration {
    try await restoration(with: reference) { id, before in
      Restoration(urls: [.own(action, [("accountID", id), ("text", before.note)])])
    }
  }

  /// How a mute or its end is taken back.
  ///
  /// - Parameters:
  ///   - isMute: whether it is a mute.
  ///   - duration: for how many seconds; `nil` for ever.
  ///   - keeps: whether it leaves notifications.
  ///   - action: what mutes.
  func restoration(
    ofMuting reference: AccountReference, isMute: Bool, for duration: Int?, keepingNotifications keeps: Bool,
    by action: String
  ) async throws(Failure) -> Restoration {
    try await restoration(with: reference) { (id, before) async throws(Failure) in
      guard before.isMuting else { return Restoration(isNeedless: !isMute) }
      let mute = try await self.mute(of: id)
      let end = mute?.muteExpiresAt?.seconds
      if isMute, mute != nil, end == nil, duration == nil, keeps != before.isMutingNotifications {
        return Restoration(isNeedless: true)
      }
      let pairs = [("accountID", id)] + (before.isMutingNotifications ? [] : [("keep-notifications", "true")])
      var restoration = Restoration(
        urls: [.own(action, pairs)], losses: mute == nil ? ["when the mute was to end"] : [])
      restoration.end = end
      return restoration
    }
  }

  /// The row of a muted account, which alone tells when the mute ends; `nil` if it is not among the newest.
  private func mute(of id: String) async throws(Failure) -> Account? {
    var walk = client.accounts.mutes.walk()
    for _ in 0..<Self.mostPages {
      guard let page = try await attempt(await walk.next()) else { return nil }
      if let row = page.elements.first(where: { $0.id == id }) { return row }
    }
    return nil
  }

  /// How many pages of a list are read to learn what was there.
  private static let mostPages = 5

  /// How adding accounts to a list, or removing them, is taken back: for those that it changes.
  func restoration(
    ofList name: String, adding isAdding: Bool, _ references: [AccountReference], by opposite: String
  ) async throws(Failure) -> Restoration {
    let list = try await list(named: name).id
    var changed: [(String, String)] = []
    for reference in references {
      let id = try await id(of: reference)
      let isMember = try await attempt(await client.lists.lists(with: id)).elements.contains { $0.id == list }
      if isMember != isAdding { changed.append(("account", id)) }
    }
    guard !changed.isEmpty else { return Restoration(isNeedless: true) }
    return Restoration(urls: [.own(opposite, [("list", list)] + changed)])
  }

  /// How blocking a server, or unblocking it, is taken back.
  func restoration(ofUnblockingDomain domain: String) async throws(Failure) -> Restoration {
    var walk = client.domainBlocks.all.walk()
    for _ in 0..<Self.mostPages {
      guard let page = try await attempt(await walk.next()) else { return Restoration(isNeedless: true) }
      if page.elements.contains(where: { $0.domain.lowercased() == domain.lowercased() }) { return Restoration() }
    }
    return .unknown
  }
}

extension Relationship {
  /// What ends with a follow and does not come back with it.
  fileprivate var lossesOfFollow: [String] {
    ["its places on your lists"] + (isEndorsed ? ["that you feature it on your profile"] : [])
  }

  /// The request that follows the account as before.
  fileprivate func url(following id: String, by action: String) -> String {
    var pairs = [("accountID", id), ("boosts", "\(isShowingReblogs)"), ("notify", "\(isNotifying)")]
    pairs += languages.map { ("languages", $0) }
    return .own(action, pairs)
  }
}

extension String {
  /// The URL of a request.
  fileprivate static func own(_ action: String, _ pairs: [(String, String)]) -> String {
    CallbackURL(scheme: "tusker", action: action, pairs: pairs.map { CallbackURL.Pair($0.0, $0.1) }).description
  }
}
