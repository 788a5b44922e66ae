import Fediverse
import XCallbackURL

extension Server {
  /// The thread of a status, in the order in which the server sends it, each status with its depth.
  ///
  /// - Parameter isWhole: whether to wait until the server has fetched the replies from other servers.
  func thread(
    of reference: StatusReference, waiting isWhole: Bool
  ) async throws(Failure) -> ResultPage<StatusView> {
    let view = try await status(reference)
    let id = view.shown.id
    let context =
      isWhole
      ? try await attempt(await client.statuses.wholeContext(id), about: reference.name)
      : try await attempt(await client.statuses.context(id), about: reference.name)
    let statuses = context.ancestors.elements + [view.shown] + context.descendants.elements
    var depths: [String: Int] = [:]
    let rows = statuses.map { status in
      let depth = status.inReplyToID.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[status.id] = depth
      return StatusView(status, names: view.names, depth: depth)
    }
    return ResultPage(
      rows, next: nil, shortfall: Shortfall(context.ancestors.unreadableRows + context.descendants.unreadableRows))
  }
}
