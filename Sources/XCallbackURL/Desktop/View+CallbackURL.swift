#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Passes the URLs that the system opens the app with to a receiver and to calls that wait.
    ///
    /// - Parameter opener: has the receivers and inboxes of the app.
    public func onCallbackURL(_ opener: InProcessOpener) -> some View {
      onOpenURL { url in
        guard let url = try? CallbackURL(url) else { return }
        Task { try? await opener.open(url) }
      }
    }
  }
#endif
