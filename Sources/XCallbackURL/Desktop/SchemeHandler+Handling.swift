#if canImport(Glibc)
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
    /// - Returns: whether there was a URL; the program should end then.
    /// - Throws: ``CallbackURL/SyntaxError``, ``Unhandled``, ``Failure`` if a directory or socket cannot be used, and the
    ///   errors of the opener.
    public static func handle(
      _ arguments: [String], by receiver: (any CallbackReceiver)? = nil, opener: any URLOpener = DesktopOpener()
    ) async throws -> Bool {
      try await handle(arguments, by: receiver, opener: opener, variables: { value(of: $0) })
    }

    static func handle(
      _ arguments: [String], by receiver: (any CallbackReceiver)?, opener: any URLOpener,
      variables: @escaping @Sendable (String) -> String?
    ) async throws -> Bool {
      guard arguments.count == 3, arguments[1] == option else { return false }
      let url = try CallbackURL(parsing: arguments[2])
      if try MailboxFolder(for: url.scheme, variables).deliver(url) { return true }
      guard let receiver, !url.isCallbackAddress, receiver.scheme.lowercased() == url.scheme else {
        throw Unhandled(scheme: url.scheme, isCallback: url.isCallbackAddress)
      }
      try await InProcessOpener(receiver, beyond: HandingOpener(variables: variables, beyond: opener)).open(url)
      return true
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

  /// Hands callbacks to a process that listens for them, and others to the next opener.
  private struct HandingOpener: URLOpener {
    let variables: @Sendable (String) -> String?
    let beyond: any URLOpener

    func open(_ url: CallbackURL) async throws {
      if url.isCallbackAddress, try MailboxFolder(for: url.scheme, variables).deliver(url) { return }
      try await beyond.open(url)
    }
  }
#endif
