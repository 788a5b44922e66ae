/// The one who has a token renewed before it ends, or when the server does not take it any more.
public actor TokenKeeper {
  /// Gives the token that others have stored meanwhile, if any.
  public typealias Load = @Sendable () async -> OAuthToken?
  /// Stores a token in the place of the one before.
  public typealias Save = @Sendable (OAuthToken) async -> Void

  private var token: OAuthToken
  private let server: OAuthServer
  private let app: RegisteredApp
  private let load: Load
  private let save: Save
  private var renewal: Task<Bool, Never>?

  /// - Parameters:
  ///   - token: the token as it was stored.
  ///   - server: the server that renews it.
  ///   - app: the app that it was given to.
  ///   - load: tells what other programs have stored since.
  ///   - save: stores the next token; the one before may be worth nothing from then on.
  public init(
    _ token: OAuthToken, server: OAuthServer, app: RegisteredApp, load: @escaping Load = { nil }, save: @escaping Save
  ) {
    self.token = token
    self.server = server
    self.app = app
    self.load = load
    self.save = save
  }

  /// The token to ask with, renewed where that is due.
  ///
  /// Where the renewal fails it is the old one: it may be good for a while, and what the server says of it is the answer.
  public func current() async -> AccessToken {
    if let due = token.refreshDue, server.clock() >= due { await renew() }
    return token.accessToken
  }

  /// The token that takes the place of one that was not accepted; `nil` where there is none.
  public func next(after refused: AccessToken) async -> AccessToken? {
    if token.accessToken == refused { await renew() }
    return token.accessToken == refused ? nil : token.accessToken
  }

  /// Renews the token once, however many wait for it.
  private func renew() async {
    if let renewal {
      _ = await renewal.value
      return
    }
    let task = Task { await self.renewed() }
    renewal = task
    _ = await task.value
    renewal = nil
  }

  private func renewed() async -> Bool {
    // A token for renewal is good once, and another program may have used it.
    if await takeStored() { return true }
    guard token.refreshToken != nil else { return false }
    // The other program may also have been a moment ahead.
    guard let next = try? await server.refreshed(token, of: app) else { return await takeStored() }
    token = next
    await save(next)
    return true
  }

  /// Takes the token that another program has stored, if any.
  private func takeStored() async -> Bool {
    guard let stored = await load(), stored.accessToken != token.accessToken else { return false }
    token = stored
    return true
  }
}
