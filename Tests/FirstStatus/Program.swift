import Fediverse

@main
struct FirstStatus {
  static func main() async throws {
    let server = try ServerAddress(CommandLine.arguments[1])
    let transport = HTTPTransport()
    let token = try await signIn(to: server, over: transport)

    let client = Client(server: server, token: token, transport: transport)
    let me = try await client.accounts.verifyCredentials()
    let status = try await client.statuses.publishOnce(
      NewStatus("Hello, I am \(me.acct) and new here"), idempotencyKey: "hello of \(me.acct)")
    print(status.url ?? status.id)
    await transport.close()
  }

  /// Asks the user for consent in a browser.
  static func signIn(to server: ServerAddress, over transport: HTTPTransport) async throws -> AccessToken {
    let authority = try await OAuthServer.discover(at: server, transport: transport)
    let listener = try await RedirectListener.open(for: "First Status")
    let app = try await authority.register(
      name: "First Status", redirect: listener.redirect, scopes: .standard(for: authority.metadata))
    let request = authority.authorization(of: app)
    print("Open this in your browser: \(request.url)")
    let code = try request.code(from: try await listener.response())
    return try await authority.token(for: code, of: request).accessToken
  }
}
