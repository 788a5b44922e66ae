internal import CVersion
import GRDB
package import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// A Mastodon-compatible instance on this machine: its endpoints and their database.
package struct Sandbox: Sendable {
  package static let version = TUSK_VERSION

  /// The access token of alice, the account that is signed in from the start.
  package let token: String
  /// The secret that the owner of the sandbox gives to authorize a client.
  package let secret: String
  let database: DatabasePool
  /// Where the database of another version was moved when it was opened, if there was one.
  let formerWorld: String?
  let idleTimer = IdleTimer()
  let controls: Call.Controls
  private let limits: RateLimits

  /// What a new database begins with.
  package struct World: Sendable {
    /// The seconds since 1970 at which its clock is stopped; `nil` if it goes on with that of the machine.
    package var clock: Int?
    /// Whether it has no content and no account but alice.
    package var isEmpty = false

    package init() {}
  }

  /// Opens the database at `path`, creating it with this world if it does not exist. One of another version is moved
  /// aside.
  package init(database path: String, enforcingRateLimits: Bool = false, world: World = World()) throws {
    let opened = try Store.open(at: path, world)
    database = opened.pool
    formerWorld = opened.former
    token = try database.read { try Store.setting("token", in: $0) } ?? ""
    secret = try database.read { try Store.setting(Secret.setting, in: $0) } ?? ""
    controls = Call.Controls(clock: try database.read { try Clock(in: $0) }, faults: FaultPlan())
    limits = RateLimits(enforced: enforcingRateLimits)
  }

  /// The server on a port of 127.0.0.1 (0 for any free port); calls `whenListening` with the port it got.
  ///
  /// - Parameter idleLimit: how long a connection may wait for a request or for the next part of one. Clients keep
  ///   connections for up to a minute, and they should close first.
  package func application(
    on port: Int = 0, closingIdleAfter idleLimit: Duration = .seconds(75),
    whenListening: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let gateway = Gateway(database: database, controls: controls, limits: limits, idleTimer: idleTimer)
    var logger = Logger(label: "tusk-sandbox") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .critical
    // The event loops take their descriptors before the rest is counted.
    _ = EventLoopGroupProvider.singleton.eventLoopGroup
    return Application(
      router: gateway.router(of: Routes.all),
      server: HTTPServerBuilder { responder in
        let configuration = HTTP1Channel.Configuration(idleTimeout: TimeAmount(idleLimit))
        let pages = HTTP1Channel(responder: responder, configuration: configuration)
        return WebSocketUpgrade(gateway: gateway, pages: pages)
      },
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(DescriptorLimit.connections)),
      onServerRunning: { channel in await whenListening(channel.localAddress?.port ?? 0) },
      logger: logger)
  }

  /// Merges the write-ahead log into the database, which leaves a single file.
  func close() throws {
    _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try database.close()
  }
}
