package import Fediverse
package import TuskCommon
import XCallbackURL

extension Server {
  /// The server of an account.
  ///
  /// - Parameters:
  ///   - memory: keeps what is known of servers between runs.
  ///   - transport: sends the requests.
  ///   - time: the clock, and how to sleep between requests.
  ///   - tell: tells a person what happens.
  package init(
    _ account: ActingAccount, userAgent: String, memory: ServerMemory = .none,
    transport sender: any Transport = Trace.transport,
    time: ClientTime = .machine,
    tell: @escaping @Sendable (Notice) -> Void = { _ in }
  ) {
    let onWait: @Sendable (WaitNotice) -> Void = { notice in
      Deadline.Pauses.current?.add(notice)
      tell(.delay(Delay(notice)))
    }
    // A sandbox that has stopped is restarted, so retrying would only delay that.
    let retries = account.isSandbox ? RetryPolicy.never : .usual
    let policy = RequestPolicy(retries: retries, counts: memory.counts(of: account), onWait: onWait)
    let transport: any Transport = account.refresher.map { RefreshingTransport(sender, refresher: $0) } ?? sender
    let profile = memory.profile(of: account)
    let domain = account.domain ?? profile?.domain ?? memory.domain(of: account, at: time.clock())
    self.init(
      Client(
        server: account.server, token: account.token, transport: transport, userAgent: userAgent,
        domain: domain, clock: time.clock, waiting: time.waiting, policy: policy, profile: profile,
        onProfile: { memory.keep($0, of: account) },
        onDomain: { memory.keep(domain: $0, of: account, at: time.clock()) }),
      alias: account.isSandbox ? account.domain : nil, now: { time.clock().seconds }, tell: tell)
    keepDraft = { text, id throws(Failure) in try memory.keep(draft: text, of: id, by: account) }
  }

  /// Another server, which is asked without an account.
  func elsewhere(_ host: String) throws(Failure) -> Server {
    let address: ServerAddress
    do throws(AddressError) { address = try ServerAddress(host) } catch {
      throw Failure(.invalidParameter, "'\(host)' is no server: \(error)")
    }
    return Server(client.elsewhere(address), now: now, tell: tell)
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
