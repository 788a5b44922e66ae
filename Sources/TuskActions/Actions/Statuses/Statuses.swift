package import Fediverse
package import XCallbackURL

extension Action {
  /// The actions on statuses.
  package static let statuses: [Action] = [
    Action(
      "showStatus", verbs: ["show status"],
      "Shows a status.", example: "show status status:109",
      effect: .present, takes: Argument.status, returns: .presentation
    ) { server, status throws(Failure) in
      Presentation.card(try await server.status(status), .page, of: .status, whole: .status)
    },
    Action(
      "getStatus", verbs: ["get status", "status"],
      "Returns a status.", example: "get status status:109 --json",
      effect: .read,
      takes: Argument.status, Argument.flag("html", "return the content as HTML instead of plain text"),
      returns: .record(.status, whole: .status)
    ) { server, status, html throws(Failure) in
      var view = try await server.status(status)
      view.keepsHTML = html
      return view
    },
    Action(
      "postStatus", verbs: ["post"],
      "Posts a status.", example: "post \"Hello from the command line\" visibility=unlisted",
      effect: .reversible(by: "deleteStatus"), done: "posted[ ({visibility})]: {text}[, a thread of {parts}]",
      silent: true,
      takes: StatusDraft.threaded,
      returns: .record(.link, whole: .link), notifies: true,
      elsewhere: [
        "toot", "tweet", "publish", .init("dm", parameter: "mentioning", adding: "visibility=direct"),
      ],
      shows: { server, draft throws(Failure) in
        draft.isThread ? try await server.description(ofThread: draft) : nil
      },
      resolve: { server, earlier, draft throws(Failure) in
        // The steps of a thread are found one by one when it is resumed.
        if draft.isThread { return nil }
        let status = try await server.addressed(draft, warns: false).status()
        return try await server.publishedStatus(matching: status, with: draft.media, by: earlier)
      }
    ) { server, draft throws(Failure) in
      let draft = try await server.addressed(draft)
      if draft.isThread { return try await server.publishThread(draft) }
      return try await server.publish(try draft.status(), with: draft.media)
    },
    Action(
      "deleteStatus", verbs: ["delete"],
      "Deletes one of your statuses.", example: "delete status:105 --yes",
      effect: .destructive, done: "deleted {subject}", takes: Argument.status(isRow: true, isYours: true),
      Argument.flag("with-media", "also delete its media now, which are otherwise kept for a while"), returns: .nothing,
      isDoneIfMissing: true
    ) { server, status, deletesMedia throws(Failure) in
      _ = try await server.delete(status, withMedia: deletesMedia)
    },
    Action(
      "favoriteStatus", spellings: ["favouriteStatus"], verbs: ["fav", "favorite", "favourite"],
      "Favorites a status.", example: "fav status:123",
      effect: .reversible(by: "unfavoriteStatus"), done: "★ favorited {author}: {text}", silent: true,
      takes: Argument.status,
      returns: .record(.link, whole: .link), notifies: true, elsewhere: ["like", "star", "heart"],
      before: { server, status throws(Failure) in
        try await server.restoration(ofMark: "favorited", of: status, setting: true, \.isFavorited)
      }
    ) { server, status throws(Failure) in
      let id = try await server.id(of: status)
      return server.changed(
        try await server.attempt(await server.client.statuses.favorite(id), about: status.name))
    },
    Action(
      "unfavoriteStatus", spellings: ["unfavouriteStatus"], verbs: ["unfav", "unfavorite", "unfavourite"],
      "Removes a status from your favorites.", example: "unfav status:123",
      effect: .reversible(by: "favoriteStatus"), done: "unfavorited {author}: {text}", silent: true,
      takes: Argument.status,
      returns: .record(.link, whole: .link), elsewhere: ["unlike", "unstar"],
      before: { server, status throws(Failure) in
        try await server.restoration(ofMark: "favorited", of: status, setting: false, \.isFavorited)
      }
    ) { server, status throws(Failure) in
      let id = try await server.id(of: status)
      return server.changed(
        try await server.attempt(await server.client.statuses.unfavorite(id), about: status.name))
    },
    Action(
      "reblogStatus", verbs: ["boost", "reblog"],
      "Boosts a status.", example: "boost status:123",
      effect: .reversible(by: "unreblogStatus"), done: "↻ boosted {author}: {text}", silent: true,
      takes: Argument.status, Argument.visibility,
      returns: .record(.link, whole: .link), notifies: true,
      elsewhere: ["repost", "renote", "retoot", "retweet", "rt", "share", "announce"],
      before: { server, status, _ throws(Failure) in
        try await server.restoration(ofMark: "boosted", of: status, setting: true, \.isReblogged)
      },
      resolve: { server, earlier, status, _ throws(Failure) in
        let id = try await server.id(of: status)
        let reblogged = try await server.attempt(
          await server.client.statuses.reblogged(id, until: earlier.last), about: status.name)
        return reblogged.map(server.changed)
      }
    ) { server, status, visibility throws(Failure) in
      let id = try await server.id(of: status)
      let reblog = try await server.attempt(
        await server.client.statuses.reblog(id, visibility: visibility), about: status.name)
      // The boosted status, not the boost.
      return server.changed(reblog.reblog ?? reblog)
    },
    Action(
      "unreblogStatus", verbs: ["unboost", "unreblog"],
      "Removes your boost of a status.", example: "unboost status:123",
      effect: .reversible(by: "reblogStatus"), done: "unboosted {author}: {text}", silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link), elsewhere: ["unrepost", "unrenote", "unretweet"],
      before: { server, status throws(Failure) in
        try await server.restoration(ofUnboosting: status, by: "reblogStatus")
      }
    ) { server, status throws(Failure) in
      let id = try await server.id(of: status)
      let status = try await server.attempt(await server.client.statuses.unreblog(id), about: status.name)
      return server.changed(status.reblog ?? status)
    },
  ]
}

extension Server {
  package func status(_ reference: StatusReference) async throws(Failure) -> StatusView {
    let status =
      switch reference {
      case .id(let id): try await attempt(await client.statuses.status(id), about: reference.name)
      case .url(let url): try await attempt(await client.resolver.status(at: url))
      }
    return StatusView(status, names: try await names())
  }

  /// Makes a change of a status that can be repeated without harm: a bookmark, a pin, a muted thread.
  package func mark(
    _ reference: StatusReference, _ change: @Sendable (Client.Statuses, String) async throws(FediverseError) -> Status
  ) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    return changed(try await attempt(await change(client.statuses, id), about: reference.name))
  }

  package func delete(
    _ reference: StatusReference, withMedia deletesMedia: Bool = false
  ) async throws(Failure) -> StatusView? {
    if deletesMedia { try await require(.mediaDeletion) }
    let id = try await id(of: reference)
    let deleted: Status?
    do throws(Failure) {
      deleted = try await attempt(
        await client.statuses.delete(id, withMedia: deletesMedia ? true : nil), about: reference.name)
    } catch {
      guard error.isGone, let reason = await failureIfNotOwn(id)?.message else { throw error }
      // Only the words change: what is gone may have been deleted by an earlier request.
      var failure = error
      failure.message = reason
      throw failure
    }
    return deleted.map(changed)
  }

  /// Why a status cannot be deleted that the server calls missing: it says so of the statuses of others, too.
  ///
  /// - Returns: `nil` if it does not exist, or is of the acting account.
  private func failureIfNotOwn(_ id: String) async -> Failure? {
    guard let view = try? await status(.id(id)), let author = view.status.account?.id,
      let own = try? await ownAccount().id, author != own
    else { return nil }
    return .notOwn(view)
  }

  /// The identifier of a status; sends no request if the reference is one.
  func id(of reference: StatusReference) async throws(Failure) -> String {
    switch reference {
    case .id(let id): id
    case .url(let url): try await attempt(await client.resolver.status(at: url)).id
    }
  }
}
