/// An opener that stays within the process: receivers carry requests out, and inboxes take answers in.
///
/// It is also where a program hands the URLs that its desktop brings it, because an answer and a request look alike.
/// A callback is never carried out as another request: it ends in an inbox, or is handed to the opener beyond.
public struct InProcessOpener: URLOpener {
  private let receivers: [any CallbackReceiver]
  private let inboxes: [CallbackInbox]
  private let beyond: (any URLOpener)?

  /// - Parameters:
  ///   - receivers: who carries requests out; of several with the same scheme, the first.
  ///   - inboxes: where answers arrive.
  ///   - beyond: what opens every other URL; `nil` where that is an error.
  public init(_ receivers: any CallbackReceiver..., inboxes: [CallbackInbox] = [], beyond: (any URLOpener)? = nil) {
    self.receivers = receivers
    self.inboxes = inboxes
    self.beyond = beyond
  }

  /// Delivers an answer, or carries a request out and opens its callback.
  ///
  /// An answer that nobody waits for is passed over, as whoever forged it is not to learn anything.
  ///
  /// - Throws: ``Unanswered`` for a URL that is for nobody here, where there is no opener beyond, and that opener's
  ///   errors.
  public func open(_ url: CallbackURL) async throws {
    if isDelivered(url) { return }
    guard let receiver = receivers.first(where: { $0.scheme.lowercased() == url.scheme }) else {
      return try await openBeyond(url)
    }
    guard let callback = await receiver.handle(url), !isDelivered(callback) else { return }
    try await openBeyond(callback)
  }

  /// A URL that was for nobody.
  public struct Unanswered: Error, Sendable, Hashable, CustomStringConvertible {
    /// Its scheme.
    public let scheme: String

    public var description: String { "nothing here answers '\(scheme):'" }
  }

  private func isDelivered(_ url: CallbackURL) -> Bool {
    inboxes.contains { $0.deliver(url) != .malformed }
  }

  private func openBeyond(_ url: CallbackURL) async throws {
    guard let beyond else { throw Unanswered(scheme: url.scheme) }
    try await beyond.open(url)
  }
}
