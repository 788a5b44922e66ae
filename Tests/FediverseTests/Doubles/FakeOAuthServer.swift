import JSONValue
import Synchronization

@testable import Fediverse

/// A server that gives tokens as RFC 6749 and RFC 7636 have it, and knows what it gave.
final class FakeOAuthServer: Transport {
  private let state = Mutex(State())
  private let metadata: String?
  /// Whether tokens end and are renewed.
  private let lifetime: Int?

  private struct State {
    var apps: [String: (secret: String, redirect: String)] = [:]
    var codes: [String: Grant] = [:]
    var live: Set<String> = []
    var renewals: Set<String> = []
    var count = 0
    var requests: [HTTPRequest] = []
  }

  private struct Grant {
    let client: String
    let redirect: String
    let challenge: String?
  }

  init(metadata: String? = FakeOAuthServer.usual, lifetime: Int? = nil) {
    self.metadata = metadata
    self.lifetime = lifetime
  }

  static let usual = #"""
    {"issuer":"https://example.social/","authorization_endpoint":"https://example.social/oauth/authorize",
     "scopes_supported":["read","write","profile","read:statuses","write:statuses"],
     "code_challenge_methods_supported":["plain","S256"]}
    """#

  var requests: [HTTPRequest] { state.withLock(\.requests) }

  /// The paths that were asked for.
  var asked: [String] { requests.map(\.url.path) }

  /// The field of the last form that was sent to a path.
  func field(_ name: String, at path: String) -> String? {
    requests.last { $0.url.path == path }.flatMap { Self.form($0)[name] }
  }

  /// Lets every token end that was given so far.
  func endTokens() {
    state.withLock { $0.live = [] }
  }

  /// What the browser of a person who consents is sent to.
  func consent(to url: WebURL) -> String {
    let code = state.withLock { state in
      state.count += 1
      let code = "code-\(state.count)"
      state.codes[code] = Grant(
        client: url.value(of: "client_id") ?? "", redirect: url.value(of: "redirect_uri") ?? "",
        challenge: url.value(of: "code_challenge"))
      return code
    }
    return (url.value(of: "redirect_uri") ?? "") + "?code=\(code)&state=\(url.value(of: "state") ?? "")"
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    state.withLock { state in
      state.requests.append(request)
      switch request.url.path {
      case "/.well-known/oauth-authorization-server": return metadata.map { Self.answer(200, $0) } ?? Self.nothing
      case "/api/v1/apps": return register(Self.form(request), &state)
      case "/oauth/token": return token(Self.form(request), &state)
      case "/oauth/revoke":
        state.live.remove(Self.form(request)["token"] ?? "")
        return Self.answer(200, "{}")
      case "/api/v1/accounts/verify_credentials", "/api/v1/apps/verify_credentials":
        let token = (request.headers["Authorization"] ?? "").dropFirst("Bearer ".count)
        guard state.live.contains(String(token)) else { return Self.refusal(401, "token \(token) is not known") }
        return Self.answer(200, #"{"id":"1","name":"Tusk","username":"alice","acct":"alice","scopes":["read"]}"#)
      default: return Self.nothing
      }
    }
  }

  private func register(_ form: [String: String], _ state: inout State) -> HTTPResponse {
    state.count += 1
    let id = "client-\(state.count)"
    state.apps[id] = ("secret-of-\(id)", form["redirect_uris"] ?? "")
    return Self.answer(200, #"{"id":"7","client_id":"\#(id)","client_secret":"secret-of-\#(id)"}"#)
  }

  private func token(_ form: [String: String], _ state: inout State) -> HTTPResponse {
    guard let id = form["client_id"], let app = state.apps[id], app.secret == form["client_secret"] else {
      return Self.refusal(401, "the secret \(form["client_secret"] ?? "") is not known")
    }
    switch form["grant_type"] {
    case "authorization_code":
      guard let grant = state.codes.removeValue(forKey: form["code"] ?? ""), grant.client == id,
        grant.redirect == form["redirect_uri"], app.redirect == grant.redirect,
        grant.challenge == form["code_verifier"].map({ Secret($0).challenge })
      else { return Self.refusal(400, "code \(form["code"] ?? "") with \(form["code_verifier"] ?? "") is wrong") }
    case "refresh_token":
      guard state.renewals.remove(form["refresh_token"] ?? "") != nil else {
        return Self.refusal(400, "\(form["refresh_token"] ?? "") was used")
      }
    case "client_credentials": break
    default: return Self.refusal(400, "unsupported_grant_type")
    }
    return gift(&state)
  }

  private func gift(_ state: inout State) -> HTTPResponse {
    state.count += 1
    let token = "token-\(state.count)"
    state.live.insert(token)
    guard let lifetime else { return Self.answer(200, #"{"access_token":"\#(token)","scope":"read write"}"#) }
    state.renewals.insert("renewal-\(state.count)")
    return Self.answer(
      200,
      #"{"access_token":"\#(token)","refresh_token":"renewal-\#(state.count)","expires_in":\#(lifetime),"scope":["read"]}"#
    )
  }

  private static func form(_ request: HTTPRequest) -> [String: String] {
    let url = WebURL(origin: request.url.origin, target: "/?" + String(decoding: request.body ?? [], as: UTF8.self))
    let names = url.target.dropFirst(2).split(separator: "&").map { String($0.prefix { $0 != "=" }) }
    return Dictionary(names.map { ($0, url.value(of: $0) ?? "") }) { first, _ in first }
  }

  private static let nothing = answer(404, #"{"error":"Record not found"}"#)

  private static func refusal(_ status: Int, _ text: String) -> HTTPResponse {
    answer(status, JSON.object(["error": "invalid_grant", "error_description": .string(text)]).text)
  }

  private static func answer(_ status: Int, _ body: String) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
  }
}

/// A clock that stands until it is moved.
final class StandingClock: Sendable {
  private let seconds = Mutex(1_700_000_000)

  var now: @Sendable () -> Timestamp { { [self] in Timestamp(seconds: seconds.withLock { $0 }) } }

  func advance(_ count: Int) {
    seconds.withLock { $0 += count }
  }
}

extension OAuthServer {
  /// The authorization of `example.social`, whose server is this one.
  static func fake(_ server: FakeOAuthServer, clock: StandingClock = StandingClock()) async throws -> OAuthServer {
    try await discover(at: ServerAddress("example.social"), transport: server, clock: clock.now)
  }
}
