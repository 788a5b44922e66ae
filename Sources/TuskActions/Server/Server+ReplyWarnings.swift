import Fediverse

extension Server {
  /// Warns of a reply that more people can see than the status it replies to, or that mentions nobody though that is by
  /// somebody else. The verb for replies takes care of both.
  func warn(ofReply reply: Status, to id: String) async {
    guard let parent = try? await client.statuses.status(id), parent.account?.id != reply.account?.id else { return }
    warn(ofReplyWith: reply.visibility, to: parent, mentionsSomebody: !reply.mentions.isEmpty)
  }

  /// Warns of a scheduled reply in the same way.
  func warn(ofScheduled reply: ScheduledStatus, to id: String) async {
    guard let parent = try? await client.statuses.status(id), let me = try? await ownAccount(),
      parent.account?.id != me.id
    else { return }
    warn(ofReplyWith: reply.visibility, to: parent, mentionsSomebody: reply.text.contains("@"))
  }

  private func warn(ofReplyWith visibility: Visibility?, to parent: Status, mentionsSomebody: Bool) {
    if let visibility, let widest = parent.visibility, visibility.isWider(than: widest) {
      let text = "the reply is '\(visibility.rawValue)', and the status it replies to '\(widest.rawValue)'"
      tell(.note("warning: \(text)"))
    }
    if !mentionsSomebody {
      tell(.note("warning: the reply mentions nobody, so it notifies nobody"))
    }
  }
}
