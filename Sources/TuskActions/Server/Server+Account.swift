import Fediverse

extension Server {
  /// The server, as this account uses it.
  package init(
    _ account: ActingAccount, userAgent: String, now: @escaping @Sendable () -> Int = { Timestamp.now().seconds }
  ) {
    self.init(
      Client(
        server: account.server, token: account.token, transport: HTTPTransport(), userAgent: userAgent,
        domain: account.domain),
      alias: account.isSandbox ? account.domain : nil, now: now)
  }
}
