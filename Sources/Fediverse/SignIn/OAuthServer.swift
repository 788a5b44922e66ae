import JSONValue

/// A server's authorization: where apps are made known, and codes and tokens are given and taken back.
public struct OAuthServer: Sendable {
  /// The server.
  public let server: ServerAddress
  /// What the server says of its authorization, if anything.
  public let metadata: OAuthMetadata?
  /// Where it is reached.
  public let endpoints: OAuthEndpoints
  let transport: any Transport
  let clock: @Sendable () -> Timestamp
  private let userAgent: String

  /// The authorization of a server of which this much is known.
  ///
  /// - Parameters:
  ///   - server: which server it is.
  ///   - metadata: what ``Client/oauthMetadata()`` gave.
  ///   - transport: the way requests reach the server.
  ///   - userAgent: what the server is told of the program.
  ///   - clock: what tells how long a token is good.
  public init(
    _ server: ServerAddress, metadata: OAuthMetadata?, transport: any Transport,
    userAgent: String = "swift-fediverse/1.0", clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.server = server
    self.metadata = metadata
    self.transport = transport
    self.userAgent = userAgent
    self.clock = clock
    endpoints = OAuthEndpoints(server: server, metadata: metadata)
  }

  /// Asks a server what it says of its authorization.
  ///
  /// - Parameters:
  ///   - server: which server is asked.
  ///   - transport: the way requests reach the server.
  ///   - userAgent: what the server is told of the program.
  ///   - clock: what tells how long a token is good.
  public static func found(
    at server: ServerAddress, transport: any Transport, userAgent: String = "swift-fediverse/1.0",
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) async throws(FediverseError) -> OAuthServer {
    let client = Client(server: server, transport: transport, userAgent: userAgent, clock: clock)
    let metadata = try await client.oauthMetadata()
    return OAuthServer(server, metadata: metadata, transport: transport, userAgent: userAgent, clock: clock)
  }

  /// Makes an app known to the server, for one redirect, because servers before Mastodon 4.3 take no more.
  ///
  /// - Parameters:
  ///   - name: what people are told asks for their consent.
  ///   - redirect: where they are sent back to, or ``AuthorizationRequest/outOfBand``.
  ///   - scopes: what the app may ask for.
  ///   - website: where the app is described.
  public func register(
    name: String, redirect: String, scopes: OAuthScopes, website: String? = nil
  ) async throws(FediverseError) -> RegisteredApp {
    let fields =
      [("client_name", name), ("redirect_uris", redirect), ("scopes", scopes.description)]
      + (website.map { [("website", $0)] } ?? [])
    let json = try await post(endpoints.registration, fields, hiding: []).json()
    guard let id = json["client_id"]?.string ?? json["client_id"]?.int.map(String.init), !id.isEmpty else {
      throw .noApp(server, json["error"]?.string)
    }
    return RegisteredApp(
      clientID: id, clientSecret: json["client_secret"]?.string.map { Secret($0) }, redirect: redirect, scopes: scopes)
  }

  /// A person's consent to be asked for.
  ///
  /// - Parameters:
  ///   - app: the app that asks.
  ///   - forcesLogin: whether the server is to ask who it is, as for a second account on it.
  ///   - flavor: the server's software, where it is known; GoToSocial takes proofs also where it does not say so.
  public func authorization(
    of app: RegisteredApp, forcesLogin: Bool = false, flavor: Flavor? = nil
  ) -> AuthorizationRequest {
    AuthorizationRequest(
      at: endpoints.authorization, of: app, metadata: metadata,
      provesCode: metadata?.provesByHash == true || flavor == .gotosocial, forcesLogin: forcesLogin)
  }

  /// Sends a form whose secrets, and those named, are in no error that comes of it.
  func post(
    _ url: WebURL, _ fields: [(name: String, value: String)], hiding secrets: [String]
  ) async throws(FediverseError) -> CallResponse {
    let discreet = DiscreetTransport(next: transport, secrets: secrets)
    // Whoever waits here is a person, or a request that has its own time; both are told rather than kept waiting.
    let client = Client(
      server: url.origin, transport: discreet, userAgent: userAgent, clock: clock,
      patience: Patience(rate: RatePolicy(.throw)))
    // An endpoint with a query of its own keeps it.
    let parts = url.target.split(separator: "?", maxSplits: 1).map(String.init)
    var call = Call.post(Path(verbatim: url.path), .form(fields))
    call.opaqueQuery = parts.count > 1 ? parts[1] : nil
    return try await client.perform(call)
  }

  /// A client of the server with a token.
  func client(with token: AccessToken?) -> Client {
    Client(server: server, token: token, transport: transport, userAgent: userAgent, clock: clock)
  }
}

extension FediverseError {
  fileprivate static func noApp(_ server: ServerAddress, _ text: String?) -> FediverseError {
    FediverseError(
      .malformed, server: server, serverText: text?.oneLine(limit: 300), request: "POST /api/v1/apps",
      detail: "the answer names no client")
  }
}
