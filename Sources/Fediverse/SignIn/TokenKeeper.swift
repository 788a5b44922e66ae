/// The one who has a token renewed before it ends, or when the server does not take it any more.
public actor TokenKeeper {
  /// Gives the token that others have stored meanwhile, if any.
  public typealias Load = @Sendable () async -> OAuthToken?
  /// Stores a token in the place of the one before.
  public typealias Save = @Sendable (OAuthToken) async -> Void
  /// Carries out a renewal, with its loading and saving, while no other program renews the same token.
  public typealias Exclusively = @Sendable (_ renewal: @Sendable () async -> Void) async -> Void

  private var token: OAuthToken
  private let server: OAuthServer
  private let app: RegisteredApp
  private let load: Load
  private let save: Save
  private let exclusively: Exclusively
  private var renewal: Task<Void, Never>?
  /// When the server was last asked in vain.
  private var failed: Timestamp?

  /// For how many seconds after a failure a token that is due is not tried to be renewed.
  private static let longRest = 60
  /// For how many seconds after a failure nothing is tried, even where the token was refused.
  private static let shortRest = 10

  /// - Parameters:
  ///   - token: the token as it was stored.
  ///   - server: the server that renews it.
  ///   - app: the app that it was given to.
  ///   - load: tells what other programs have stored since.
  ///   - exclusively: keeps other programs from renewing meanwhile, because what renews a token may be good once.
  ///   - save: stores the next token; the one before may be worth nothing from then on.
  public init(
    _ token: OAuthToken, server: OAuthServer, app: RegisteredApp, load: @escaping Load = { nil },
    exclusively: @escaping Exclusively = { await $0() }, save: @escaping Save
  ) {
    self.token = token
    self.server = server
    self.app = app
    self.load = load
    self.save = save
    self.exclusively = exclusively
  }

  /// The token to ask with, renewed where that is due.
  ///
  /// Where the renewal fails it is the old one: it may be good for a while, and what the server says of it is the
  /// answer. A server that has just failed is left alone for a minute.
  public func current() async -> AccessToken {
    if let due = token.refreshDue, server.clock() >= due, hasRested(for: Self.longRest) { await renew() }
    return token.accessToken
  }

  /// The token that takes the place of one that was not accepted; `nil` where there is none.
  public func next(after refused: AccessToken) async -> AccessToken? {
    if token.accessToken == refused { await renew() }
    return token.accessToken == refused ? nil : token.accessToken
  }

  /// Renews the token once, however many wait for it.
  ///
  /// Whoever is cancelled waits too, because what renews a token may be good once: a program that ended meanwhile would
  /// have used it up and kept nothing.
  private func renew() async {
    let task =
      renewal
      ?? Task {
        await exclusively { await self.renewed() }
        self.renewal = nil
      }
    renewal = task
    await task.value
  }

  private func renewed() async {
    // A token for renewal is good once, and another program may have used it.
    guard await !takeStored(), token.refreshToken != nil, hasRested(for: Self.shortRest) else { return }
    if let next = try? await server.refreshed(token, of: app) {
      token = next
      failed = nil
      await save(next)
    } else if await !takeStored() {
      // The other program was not a moment ahead either.
      failed = server.clock()
    }
  }

  /// Takes the token that another program has stored, if any.
  private func takeStored() async -> Bool {
    guard let stored = await load(), stored.accessToken != token.accessToken else { return false }
    token = stored
    failed = nil
    return true
  }

  /// Whether the last failure is so many seconds ago, or the clock was set since.
  private func hasRested(for seconds: Int) -> Bool {
    guard let failed else { return true }
    return !(0..<seconds).contains(server.clock().seconds - failed.seconds)
  }
}
