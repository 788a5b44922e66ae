#if canImport(Glibc)
  import Glibc

  extension SchemeHandler {
    /// Handles the URL that the desktop started this process for, if it did.
    ///
    /// The URL goes to a running process of this user that listens for its scheme, see ``CallbackListener``. If none
    /// takes it, the receiver carries the request out in this process.
    ///
    /// - Parameters:
    ///   - arguments: the arguments of the process: its name, ``option`` and the URL.
    ///   - receiver: carries out requests; `nil` in a program that only calls others.
    ///   - opener: opens the callbacks of requests.
    ///   - report: gets the reason if the URL is none, no process takes it, or its callback cannot be opened: nobody waits
    ///     for this process; `nil` prints it on standard error.
    /// - Returns: whether there was a URL; the program should end then.
    public static func handle(
      _ arguments: [String], by receiver: (any CallbackReceiver)? = nil, opener: any URLOpener = DesktopOpener(),
      report: ((any Error) -> Void)? = nil
    ) async -> Bool {
      guard arguments.count > 1, arguments[1] == option else { return false }
      do {
        try await handle(
          arguments.dropFirst(2).joined(separator: " "), by: receiver, opener: opener, variables: { value(of: $0) })
      } catch {
        if let report { report(error) } else { say("error: \(error)\n") }
      }
      return true
    }

    private static func say(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }

    static func handle(
      _ text: String, by receiver: (any CallbackReceiver)?, opener: any URLOpener,
      variables: @escaping @Sendable (String) -> String?
    ) async throws {
      // What an app sends is taken as it is, so that a call does not wait in vain for an answer with a stray character.
      let url = try CallbackURL(parsing: text, mode: .lenient)
      if try MailboxFolder(for: url.scheme, variables).deliver(url) { return }
      guard let receiver, !url.isCallbackAddress, receiver.isFor(url) else {
        throw Unhandled(scheme: url.scheme, isCallback: url.isCallbackAddress)
      }
      let opener = HandingOpener(beyond: opener) { MailboxFolder(for: $0, variables) }
      try await InProcessOpener(receiver, beyond: opener).open(url)
    }

    /// No process takes the URL.
    public struct Unhandled: Error, Sendable, Hashable, CustomStringConvertible {
      /// The scheme of the URL.
      public let scheme: String
      /// Whether it is the answer to a call, which came too late, came twice, or was never requested.
      public let isCallback: Bool

      public var description: String {
        isCallback ? "no call waits for this callback of '\(scheme):'" : "no program here accepts '\(scheme):'"
      }
    }
  }
#endif
