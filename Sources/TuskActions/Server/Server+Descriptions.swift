import Fediverse
import TuskCommon
import XCallbackURL

extension Server {
  /// What a request is about, in one line, for the person who is asked; `nil` if it cannot be looked up.
  func description(ofSubjectIn pairs: [CallbackURL.Pair], _ signature: Signature) async -> String? {
    guard let subject = signature.subject, let given = subject.given(in: pairs), let text = given.value else {
      return nil
    }
    switch subject.kind {
    case .status: return try? await describedStatus(given.name == subject.url ? .url(text) : .id(text))
    case .account:
      let reference: AccountReference =
        given.name == subject.acct ? .acct(text) : given.name == subject.url ? .url(text) : .id(text)
      return try? await describedAccount(reference)
    case .scheduled:
      let scheduled = try? await client.statuses.scheduled(text)
      return scheduled.map { "the text: \(Self.beginning(of: $0.text))" }
    default: return nil
    }
  }

  private func describedStatus(_ reference: StatusReference) async throws(Failure) -> String {
    let view = try await status(reference)
    let writer = view.shownAuthor.map { "@\($0.name)" } ?? "somebody"
    let warning = view.shown.spoilerText
    let text = warning.isEmpty ? view.shown.plainText : "⚠ \(warning): \(view.shown.plainText)"
    let boost = view.status.reblog == nil ? "" : "the boost of "
    let replies = view.shown.repliesCount.counting("reply", plural: "replies")
    return "the status: \(boost)\(writer): \(Self.beginning(of: text)) (\(replies))"
  }

  /// What a text would become, a line for each status of the thread.
  func description(ofThread draft: StatusDraft) async throws(Failure) -> String {
    let limits = try await attempt(await client.instance.instance()).limits
    let parts = try thread(draft, within: limits)
    let lines = parts.enumerated().map { index, part in
      let length = StatusLength(part, spoilerText: draft.warning ?? "", limits: limits)
      return "\(index + 1)/\(parts.count): \(Self.beginning(of: part)) (\(length))"
    }
    return lines.joined(separator: "\n")
  }

  private func describedAccount(_ reference: AccountReference) async throws(Failure) -> String {
    let view = try await account(reference)
    let followers = view.account.followersCount.map { ", \($0.counting("follower"))" } ?? ""
    return "the account: \(view.account.displayName) @\(view.name)\(followers)"
  }

  /// As much of a text as a question has room for.
  private static func beginning(of text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\"\(words.count > 160 ? words.prefix(159) + "…" : words)\""
  }
}
