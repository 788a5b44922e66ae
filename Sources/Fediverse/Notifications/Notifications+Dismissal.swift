extension Client.Notifications {
  /// Dismisses one notification.
  public func dismiss(_ id: String) async throws(FediverseError) {
    await client.announce(.notificationDismissal)
    do throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v1/notifications/\(id)/dismiss"))
    } catch  where error.kind == .notFound || error.kind == .unsupported {
      let failure = error
      do throws(FediverseError) { _ = try await notification(id) } catch {
        if error.kind == .notFound, failure.meansRemoved { return }
        throw error
      }
      try await dismissByForm(id)
    }
  }

  /// Dismisses all notifications.
  public func dismissAll() async throws(FediverseError) {
    _ = try await client.perform(.ensure("/api/v1/notifications/clear"))
  }

  /// Dismisses through the path used before Mastodon 2.6, which some servers still have.
  private func dismissByForm(_ id: String) async throws(FediverseError) {
    do throws(FediverseError) {
      _ = try await client.perform(
        .ensure("/api/v1/notifications/dismiss", .form([("id", id)])).needing(.notificationDismissal))
    } catch  where error.kind == .notFound || error.kind == .unsupported {
      throw .noDismissal(client.server)
    }
  }
}

extension FediverseError {
  fileprivate static func noDismissal(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "it cannot dismiss single notifications")
  }
}
