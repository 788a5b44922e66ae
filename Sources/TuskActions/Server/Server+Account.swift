import Fediverse
import XCallbackURL

extension Server {
  /// The server, as this account uses it.
  ///
  /// - Parameters:
  ///   - rates: the folder in which processes share what they know of the limits of servers; each keeps it for itself
  ///     where there is none.
  ///   - now: what tells the time, in seconds since 1970.
  ///   - tell: told of each wait that the server makes necessary.
  package init(
    _ account: ActingAccount, userAgent: String, rates: String? = nil,
    now: @escaping @Sendable () -> Int = { Timestamp.now().seconds },
    tell: @escaping @Sendable (Delay) -> Void = { _ in }
  ) {
    let onPause: @Sendable (Pause) -> Void = { pause in
      Deadline.Pauses.current?.add(pause)
      tell(Delay(pause))
    }
    // A sandbox that has stopped is started again, which helps more than patience.
    let retries = account.isSandbox ? RetryPolicy.never : .usual
    let patience = Patience(retries: retries, counts: Self.counts(of: account, in: rates), onPause: onPause)
    self.init(
      Client(
        server: account.server, token: account.token, transport: HTTPTransport(), userAgent: userAgent,
        domain: account.domain, patience: patience),
      alias: account.isSandbox ? account.domain : nil, now: now)
  }

  /// The counts of an account; the sandbox's are another one's whenever it starts anew.
  private static func counts(of account: ActingAccount, in folder: String?) -> any RateStore {
    guard let folder, !account.isSandbox else { return RateMemory() }
    do throws(Failure) {
      let who = account.isNamed ? account.label : account.token.authorization
      let path = "\(folder)/\(Fingerprint(account.address, who).hexadecimal)"
      try PrivateFile.makeFolder(of: path)
      return RateFile(path)
    } catch {
      return RateMemory()
    }
  }

  /// The same server under other terms.
  func under(_ terms: RateTerms) -> Server {
    var patience = client.patience
    patience.rate = terms.policy
    var server = self
    server.client = client.with(patience)
    return server
  }
}
