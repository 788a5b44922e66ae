import AccountNames
import Fediverse
import TuskCommon
import XCallbackURL

extension Server {
  /// What a status would be if it were posted.
  struct StatusPreview: Sendable {
    let status: NewStatus
    let length: StatusLength
    /// The text as the server would show it, if it can tell.
    var rendered: Status?
    /// The accounts that it would mention, with their domains.
    let mentions: [String]
    let tags: [String]
    let links: [String]
    /// Who could see it; `nil` if that is the account's default and the server does not tell it.
    let visibility: Visibility?
    /// The number of followers who would see it; `nil` if only the mentioned accounts would.
    let followers: Int?
    /// The texts of the statuses of a thread, if it would be one.
    let parts: [String]
  }

  /// What a status would be, without posting it.
  func preview(of draft: StatusDraft) async throws(Failure) -> StatusPreview {
    let status = try await addressed(draft).status()
    let me = try await ownAccount()
    let domain = try await names().domain
    let limits = try await attempt(await client.instance.instance()).limits
    let names = PublishedName.all(in: status.text)
    let visibility = status.visibility ?? me.source?.visibility
    return StatusPreview(
      status: status,
      length: StatusLength(status.text, spoilerText: status.spoilerText ?? "", limits: limits),
      rendered: try await rendering(of: status),
      mentions: names.filter(\.isAccount).map { Self.qualified($0.text, on: domain) },
      tags: names.filter { !$0.isAccount }.map { String($0.text.dropFirst()) },
      links: status.text.split(whereSeparator: \.isWhitespace).map(String.init).filter(\.isWebAddress),
      visibility: visibility, followers: visibility == .direct ? nil : me.followersCount,
      parts: draft.isThread ? try thread(draft, within: limits) : [])
  }

  /// The status as the server would show it; `nil` if it is not known to be able to tell.
  private func rendering(of status: NewStatus) async throws(Failure) -> Status? {
    guard case .yes = try await attempt(await client.profile()).supports(.statusPreview) else { return nil }
    return try await attempt(await client.statuses.preview(status))
  }

  /// The account name without its sign and with a domain.
  static func qualified(_ name: String, on domain: String) -> String {
    let bare = String(name.drop { "@!＠".contains($0) })
    return bare.contains("@") ? bare : "\(bare)@\(domain)"
  }
}
