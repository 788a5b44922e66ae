import JSONValue

extension OAuthMetadata {
  /// Reads what a server sent, without the endpoints of another house and those that TLS does not guard: whoever sends
  /// them a code or a token would give it away.
  init?(json: JSON, of server: ServerAddress) {
    guard var object = json.object else { return nil }
    for (name, value) in object.members where name.hasSuffix("_endpoint") {
      let origin = value.string.flatMap(WebURL.init)?.origin
      let isKept = origin.map { $0.isSafe(beside: server) && $0.isSameSite(as: server) } ?? false
      if !isKept { object[name] = nil }
    }
    do throws(ShapeError) { try self.init(json: .object(object)) } catch { return nil }
  }

  /// The metadata as the server would have sent them, without what was left out.
  var json: JSON {
    let texts = [
      ("issuer", issuer), ("authorization_endpoint", authorizationEndpoint?.description),
      ("token_endpoint", tokenEndpoint?.description), ("revocation_endpoint", revocationEndpoint?.description),
      ("app_registration_endpoint", appRegistrationEndpoint?.description),
    ]
    let lists = [
      ("scopes_supported", scopes), ("grant_types_supported", grantTypes),
      ("code_challenge_methods_supported", challengeMethods),
    ]
    var object: JSON.Object = ["authorization_response_iss_parameter_supported": .bool(namesIssuer)]
    for (name, text) in texts { object[name] = text.map(JSON.string) }
    for (name, values) in lists where !values.isEmpty { object[name] = .array(values.map(JSON.string)) }
    return .object(object)
  }
}
