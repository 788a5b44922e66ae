import Synchronization

/// Opens URLs, so that the app of the scheme gets them.
public protocol URLOpener: Sendable {
  /// Hands over a URL; success does not mean that the app got it.
  ///
  /// - Throws: an error of the opener if the URL could not be handed over.
  func open(_ url: CallbackURL) async throws
}

/// An opener that records URLs, for tests and for showing what would be opened.
public final class RecordingOpener: URLOpener {
  private let urls = Mutex<[CallbackURL]>([])
  private let next: (any URLOpener)?

  /// - Parameter next: also opens each URL; `nil` for none.
  public init(before next: (any URLOpener)? = nil) {
    self.next = next
  }

  /// The opened URLs, in order.
  public var opened: [CallbackURL] { urls.withLock { $0 } }

  public func open(_ url: CallbackURL) async throws {
    urls.withLock { $0.append(url) }
    try await next?.open(url)
  }
}
