#if canImport(Glibc)
  /// Receives the URLs of a scheme from the desktop for as long as it exists.
  ///
  ///     let listener = try CallbackListener(for: "reader")
  ///     let shop = CallbackClient(BookShop(), source: "Reader", listener: listener)
  ///     let outcome = try await shop.run(BookShop.FindBook.self, with: .init(title: "Emma"))
  ///
  /// The desktop starts the program that ``SchemeHandler/install(for:named:)`` registered for each URL. That process ends
  /// at once: ``SchemeHandler/handle(_:by:opener:report:)`` hands the URL over a socket that only this user can reach to the
  /// process that listens.
  public final class CallbackListener: Sendable {
    /// Receives the callbacks of this program's calls.
    public let inbox: CallbackInbox
    private let mailbox: Mailbox

    /// - Parameters:
    ///   - scheme: the scheme; by default that of this program.
    ///   - receiver: carries out requests, each in a task of its own that ends with the process; `nil` refuses them.
    ///   - opener: opens the callbacks of requests.
    /// - Throws: ``Failure`` if the scheme is none or not the receiver's, or the socket cannot be created.
    public convenience init(
      for scheme: String = CallbackInbox.programScheme, receiver: (any CallbackReceiver)? = nil,
      opener: any URLOpener = DesktopOpener()
    ) throws(Failure) {
      guard CallbackURL.isScheme(scheme) else { throw .noScheme(scheme) }
      try self.init(for: scheme, receiver, opener) { MailboxFolder(for: $0) { SchemeHandler.value(of: $0) } }
    }

    init(
      for scheme: String, _ receiver: (any CallbackReceiver)?, _ opener: any URLOpener,
      in folder: @escaping @Sendable (_ scheme: String) -> MailboxFolder
    ) throws(Failure) {
      if let receiver, receiver.scheme.lowercased() != scheme.lowercased() {
        throw Failure(.invalidParameter, "the receiver is for '\(receiver.scheme):', and this listens for '\(scheme):'")
      }
      let inbox = CallbackInbox(scheme: scheme)
      self.inbox = inbox
      mailbox = try Mailbox(in: folder(scheme), named: String(UnguessableToken.make().prefix(8))) { url in
        switch inbox.deliver(url) {
        case .answered, .expired: return .taken
        // Perhaps a call of another process.
        case .unknown: return .refused
        case .malformed: break
        }
        guard let receiver, receiver.isFor(url), !url.isCallbackAddress else { return .refused }
        let opener = HandingOpener(beyond: opener, folder: folder)
        Task { try await InProcessOpener(receiver, beyond: opener).open(url) }
        return .taken
      }
    }

    /// Hands a URL to a running process of this user that listens for its scheme.
    ///
    /// - Returns: whether one took it.
    /// - Throws: ``Failure`` if the directory of the sockets is not safe to use.
    public static func deliver(_ url: CallbackURL) throws(Failure) -> Bool {
      try MailboxFolder(for: url.scheme) { SchemeHandler.value(of: $0) }.deliver(url)
    }
  }

  extension CallbackClient {
    /// Calls an app through the desktop.
    ///
    /// - Parameters:
    ///   - app: the app to call.
    ///   - source: the name of this program, for people to read.
    ///   - listener: receives the callbacks.
    ///   - timeout: how long to wait for a callback, including the time that people take to answer questions.
    public init(_ app: App, source: String, listener: CallbackListener, timeout: Duration = .seconds(60)) {
      self.init(
        app, source: source, inbox: listener.inbox, opener: DesktopOpener(), timeout: timeout, clock: ContinuousClock(),
        receiver: listener)
    }
  }
#endif
