import Fediverse
package import XCallbackURL

extension Server {
  package func notification(_ id: String) async throws(Failure) -> NotificationView {
    let notification = try await attempt(
      await client.notifications.notification(id), about: "notification '\(id)'")
    return NotificationView(notification: notification, names: try await names())
  }

  package func notifications(
    _ query: ListQuery, kinds: [String]
  ) async throws(Failure) -> ResultPage<NotificationView> {
    let list = client.notifications.all(of: kinds.map(NotificationKind.init(rawValue:)))
    return try await rows(of: list, query, time: \.createdAt) { NotificationView(notification: $0, names: $1) }
  }

  package func dismiss(_ id: String) async throws(Failure) {
    try await attempt(await client.notifications.dismiss(id))
  }

  package func dismissAll() async throws(Failure) {
    try await attempt(await client.notifications.dismissAll())
  }
}
