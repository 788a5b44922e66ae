/// Opens URLs within the process: receivers handle requests, and inboxes accept callbacks.
///
/// A program also passes it the URLs that it gets from the desktop, because requests and callbacks look alike. A callback
/// is never handled as another request: it goes to an inbox or to the next opener.
public struct InProcessOpener: URLOpener {
  private let receivers: [any CallbackReceiver]
  private let inboxes: [CallbackInbox]
  private let beyond: (any URLOpener)?

  /// - Parameters:
  ///   - receivers: handle requests; of several with the same scheme, the first.
  ///   - inboxes: accept callbacks.
  ///   - beyond: opens every other URL; `nil` to fail.
  public init(_ receivers: any CallbackReceiver..., inboxes: [CallbackInbox] = [], beyond: (any URLOpener)? = nil) {
    self.receivers = receivers
    self.inboxes = inboxes
    self.beyond = beyond
  }

  /// Delivers a callback, or handles a request and opens its callback.
  ///
  /// A callback that no call waits for is ignored, so that a forger learns nothing.
  ///
  /// - Throws: ``Unanswered`` for a URL that no receiver or inbox accepts, if there is no next opener, and the errors of
  ///   that opener.
  public func open(_ url: CallbackURL) async throws {
    if isDelivered(url) { return }
    guard let receiver = receivers.first(where: { $0.isFor(url) }) else {
      return try await openBeyond(url)
    }
    guard let callback = await receiver.handle(url), !isDelivered(callback) else { return }
    try await openBeyond(callback)
  }

  /// No receiver or inbox accepts the URL.
  public struct Unanswered: Error, Sendable, Hashable, CustomStringConvertible {
    /// The scheme of the URL.
    public let scheme: String

    public var description: String { "nothing here accepts '\(scheme):'" }
  }

  private func isDelivered(_ url: CallbackURL) -> Bool {
    inboxes.contains { $0.deliver(url) != .malformed }
  }

  private func openBeyond(_ url: CallbackURL) async throws {
    guard let beyond else { throw Unanswered(scheme: url.scheme) }
    try await beyond.open(url)
  }
}
