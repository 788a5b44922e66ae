package import Fediverse
package import TuskCommon

extension Server {
  /// The server of an account.
  ///
  /// - Parameters:
  ///   - memory: keeps what is known of servers between runs.
  ///   - transport: sends the requests.
  ///   - now: returns the time in seconds since 1970.
  ///   - time: the same clock for the client, and how it sleeps between requests.
  ///   - tell: reports each wait that the server makes necessary.
  ///   - tellGap: reports each gap in a stream.
  ///   - tellProgress: reports how far a long search has come.
  ///   - tellNote: reports what a person should know.
  package init(
    _ account: ActingAccount, userAgent: String, memory: ServerMemory = .none,
    transport sender: any Transport = Trace.transport,
    now: @escaping @Sendable () -> Int = { Timestamp.now().seconds },
    time: ClientTime = .machine,
    tell: @escaping @Sendable (Delay) -> Void = { _ in }, tellGap: @escaping @Sendable (Gap) -> Void = { _ in },
    tellProgress: @escaping @Sendable (String) -> Void = { _ in },
    tellNote: @escaping @Sendable (Note) -> Void = { _ in }
  ) {
    let onWait: @Sendable (WaitNotice) -> Void = { notice in
      Deadline.Pauses.current?.add(notice)
      tell(Delay(notice))
    }
    // A sandbox that has stopped is restarted, so retrying would only delay that.
    let retries = account.isSandbox ? RetryPolicy.never : .usual
    let policy = RequestPolicy(retries: retries, counts: memory.counts(of: account), onWait: onWait)
    let transport: any Transport = account.refresher.map { RefreshingTransport(sender, refresher: $0) } ?? sender
    self.init(
      Client(
        server: account.server, token: account.token, transport: transport, userAgent: userAgent,
        domain: account.domain, clock: time.clock, waiting: time.waiting, policy: policy,
        profile: memory.profile(of: account),
        onProfile: { memory.keep($0, of: account) }),
      alias: account.isSandbox ? account.domain : nil, now: now, tell: tellGap,
      tellProgress: tellProgress, tellNote: tellNote)
  }

  /// The same server with other rate options.
  package func under(_ rate: RateOptions) -> Server {
    var policy = client.policy
    policy.rate = rate.policy
    var server = self
    server.client = client.with(policy)
    return server
  }
}

extension RateOptions {
  /// The options as the client library takes them.
  fileprivate var policy: RatePolicy {
    let mode: RatePolicy.RateMode =
      switch mode {
      case .wait: .wait
      case .pace: .pace
      case .throw: .throw
      }
    return RatePolicy(mode, longestWait: longestWait)
  }
}
