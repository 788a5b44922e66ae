import Synchronization

/// What opens a URL so that the app it belongs to gets it.
public protocol URLOpener: Sendable {
  /// Hands the URL over. That it was taken does not mean that the app got it.
  ///
  /// - Throws: an error of the opener's own where the URL could not be handed over.
  func open(_ url: CallbackURL) async throws
}

/// An opener that keeps what it is given, for tests and for showing what would be opened.
public final class RecordingOpener: URLOpener {
  private let urls = Mutex<[CallbackURL]>([])
  private let next: (any URLOpener)?

  /// - Parameter next: what also opens each URL; `nil` for nothing.
  public init(before next: (any URLOpener)? = nil) {
    self.next = next
  }

  /// What was opened, in that order.
  public var opened: [CallbackURL] { urls.withLock { $0 } }

  public func open(_ url: CallbackURL) async throws {
    urls.withLock { $0.append(url) }
    try await next?.open(url)
  }
}
