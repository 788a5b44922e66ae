/// Refreshes a token before it expires, or when the server rejects it.
public actor TokenRefresher {
  /// Loads the token that other programs may have stored.
  public typealias Load = @Sendable () async -> OAuthToken?
  /// Checks that a token can be stored, before the refresh token is used, which may be valid only once.
  public typealias Prepare = @Sendable () async throws(UnstoredToken) -> Void
  /// Stores a token in place of the previous one.
  public typealias Save = @Sendable (OAuthToken) async throws(UnstoredToken) -> Void
  /// Runs a refresh, including loading and saving, under a lock that excludes other programs.
  public typealias Exclusively = @Sendable (_ renewal: @Sendable () async -> Void) async -> Void

  private var token: OAuthToken
  private let server: OAuthServer
  private let app: RegisteredApp
  private let load: Load
  private let prepare: Prepare
  private let save: Save
  private let exclusively: Exclusively
  private var renewal: Task<Void, Never>?
  /// When the last refresh failed.
  private var failed: Timestamp?
  /// The token that the present one replaced, while the present one is not stored.
  private var replaced: AccessToken?
  /// Why no token could be stored; `nil` once one was, or could be.
  private var obstacle: UnstoredToken?

  /// The seconds after a failure in which a token that is due is not refreshed.
  private static let longRest = 60
  /// The seconds after a failure in which a rejected token is not refreshed.
  private static let shortRest = 10

  /// Creates a refresher.
  ///
  /// - Parameters:
  ///   - token: the stored token.
  ///   - server: the server that issued it.
  ///   - app: the app that it was issued to.
  ///   - load: loads the token that other programs may have stored.
  ///   - prepare: checks that a token can be stored.
  ///   - exclusively: locks out other programs during a refresh, because a refresh token may be valid only once.
  ///   - save: stores the new token; the old one may be invalid from then on.
  public init(
    _ token: OAuthToken, server: OAuthServer, app: RegisteredApp, load: @escaping Load = { nil },
    prepare: @escaping Prepare = {}, exclusively: @escaping Exclusively = { await $0() }, save: @escaping Save
  ) {
    self.token = token
    self.server = server
    self.app = app
    self.load = load
    self.prepare = prepare
    self.save = save
    self.exclusively = exclusively
  }

  /// The token to use, refreshed if it is due.
  ///
  /// If the refresh fails, this is the old token, which may still be valid. After a failure, no refresh is attempted
  /// for a minute.
  ///
  /// - Throws: ``UnstoredToken`` if the token was refreshed and still cannot be stored; it is kept until it can be.
  public func current() async throws(UnstoredToken) -> AccessToken {
    let isDue = token.refreshDue.map { server.clock() >= $0 } ?? false
    if replaced != nil || isDue && hasRested(for: Self.longRest) { await renew() }
    if replaced != nil, let obstacle { throw obstacle }
    return token.accessToken
  }

  /// The replacement of a token that the server rejected; `nil` if there is none.
  ///
  /// - Throws: ``UnstoredToken`` if there is none because it could not be stored.
  public func next(after refused: AccessToken) async throws(UnstoredToken) -> AccessToken? {
    if token.accessToken == refused { await renew() }
    if let obstacle { throw obstacle }
    return token.accessToken == refused ? nil : token.accessToken
  }

  /// Refreshes the token once for all waiting tasks.
  ///
  /// A canceled task waits for a request that was sent, because a refresh token may be valid only once: if the program
  /// ended now, the new token would be lost. It does not wait for other programs.
  private func renew() async {
    let old = token.accessToken
    while true {
      let task =
        renewal
        ?? Task {
          await exclusively { await Task { await self.renewed() }.value }
          self.renewal = nil
        }
      renewal = task
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      // Another waiting task may have been canceled.
      guard task.isCancelled, !Task.isCancelled, token.accessToken == old else { return }
    }
  }

  private func renewed() async {
    if let replaced {
      // A sign-in of meanwhile is newer than the token that could not be stored.
      if let stored = await load(), stored.accessToken != replaced, await takeStored() { return }
      return await store()
    }
    // Another program may have used the refresh token already.
    guard await !takeStored(), token.refreshToken != nil, hasRested(for: Self.shortRest) else { return }
    obstacle = nil
    do throws(UnstoredToken) { try await prepare() } catch {
      obstacle = error
      return
    }
    if let next = try? await server.refreshed(token, of: app) {
      replaced = token.accessToken
      token = next
      failed = nil
      await store()
    } else if await !takeStored() {
      // The other program did not refresh it a moment earlier either.
      failed = server.clock()
    }
  }

  private func store() async {
    do throws(UnstoredToken) {
      try await save(token)
      (replaced, obstacle) = (nil, nil)
    } catch {
      obstacle = error
    }
  }

  /// Takes over a token stored by another program; returns whether there was one.
  private func takeStored() async -> Bool {
    guard let stored = await load(), stored.accessToken != token.accessToken else { return false }
    token = stored
    (failed, obstacle, replaced) = (nil, nil, nil)
    return true
  }

  /// Whether the last failure was at least this many seconds ago, or the clock was set back since.
  private func hasRested(for seconds: Int) -> Bool {
    guard let failed else { return true }
    return !(0..<seconds).contains(server.clock().seconds - failed.seconds)
  }
}

/// Why a refreshed token cannot be stored.
public struct UnstoredToken: Error, Sendable, Hashable {
  /// The reason as a clause.
  public let reason: String

  /// Creates an error.
  public init(_ reason: String) {
    self.reason = reason
  }
}
