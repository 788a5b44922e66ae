import JSONValue

extension Client {
  /// What is known of the server; it is asked where that was not done within the last 24 hours.
  ///
  /// Of several callers at once one asks and all get the answer. Where the server cannot be asked now, what is known of
  /// it from earlier is better than nothing.
  public func profile() async throws(FediverseError) -> ServerProfile {
    let known = detection.profile
    if let known, known.isFresh(at: clock()) { return known }
    do throws(FediverseError) {
      return try await askedProfile()
    } catch {
      guard let known, error.isPassing else { throw error }
      return known
    }
  }

  /// What the server says of itself now, whatever was known of it, and nothing of what its answers showed of a feature.
  public func renewedProfile(forgetting feature: Feature) async throws(FediverseError) -> ServerProfile {
    let profile = try await askedProfile()
    detection.forget(feature)
    return detection.profile ?? profile
  }

  private func askedProfile() async throws(FediverseError) -> ServerProfile {
    let result = await detection.shared { [self] in
      do throws(FediverseError) { return .success(try await detect()) } catch { return .failure(error) }
    }
    guard let result else { throw FediverseError(.canceled, server: server) }
    return try result.get()
  }

  /// What is known of the server without asking it, of whatever age.
  public var knownProfile: ServerProfile? { detection.profile }

  /// Whether the server has a feature or may have it, as far as that can be told without trying.
  public func supports(_ feature: Feature) async throws(FediverseError) -> Bool {
    try await profile().supports(feature, at: clock()).isPossible
  }

  /// Remembers what an answer of the server showed of a feature.
  public func learn(_ feature: Feature, _ isSupported: Bool) {
    detection.learn(feature, isSupported, at: clock())
  }

  /// Asks the server for all that tells what it is; each of the answers may be missing, but not all.
  private func detect() async throws(FediverseError) -> ServerProfile {
    let (nodeInfo, home) = try await nodeInfo()
    let isMisskey = nodeInfo.map { Flavor(softwareName: $0.softwareName) == .misskey } ?? false
    if let nodeInfo, isMisskey { throw .withoutInterface(nodeInfo, server) }
    let described: (instance: Instance, base: ServerAddress)?
    do throws(FediverseError) {
      described = try await description(at: home)
    } catch  where nodeInfo != nil && !error.isPassing && error.kind != .canceled {
      described = nil
    }
    let base = described?.base ?? home
    let profile = ServerProfile(
      of: server, at: base, nodeInfo: nodeInfo, instance: described?.instance, oauth: try await oauthMetadata(at: base),
      madeAt: clock())
    if let domain = profile.domain, knownDomain == nil { knownDomain = domain }
    return profile
  }

  /// The NodeInfo document, and where it led to: many servers send on from the domain of their accounts.
  private func nodeInfo() async throws(FediverseError) -> (NodeInfo?, home: ServerAddress) {
    guard let list = try await optional("/.well-known/nodeinfo", at: server) else { return (nil, server) }
    let home = base(of: list, otherwise: server)
    guard let links = try? NodeInfoLinks(json: list.json), let url = links.newest(at: list.url) else {
      return (nil, home)
    }
    guard let document = try await optional(Path(verbatim: url.target), at: url.origin) else { return (nil, home) }
    return (try? NodeInfo(json: document.json), home)
  }

  /// What the server says of itself, in the newest edition that it has, and where it says it.
  private func description(at home: ServerAddress) async throws(FediverseError) -> (Instance, ServerAddress) {
    let refusal: FediverseError
    do throws(FediverseError) {
      return try await description("/api/v2/instance", at: home)
    } catch  where error.meansMissing || error.status == 500 {
      refusal = error
    }
    do throws(FediverseError) {
      return try await description("/api/v1/instance", at: home)
    } catch {
      // A server that failed at the newer edition may have it all the same.
      throw refusal.isPassing ? refusal : error
    }
  }

  private func description(
    _ path: Path, at home: ServerAddress
  ) async throws(FediverseError) -> (Instance, ServerAddress) {
    let document = try await document(path, at: home)
    return (try instance(document), base(of: document, otherwise: home))
  }

  private func instance(_ document: Document) throws(FediverseError) -> Instance {
    do throws(ShapeError) {
      return try Instance(json: document.json)
    } catch {
      throw .unreadable(document, server, error.description)
    }
  }

  private func oauthMetadata(at base: ServerAddress) async throws(FediverseError) -> OAuthMetadata? {
    do throws(FediverseError) {
      let document = try await document("/.well-known/oauth-authorization-server", at: base)
      return OAuthMetadata(json: document.json, of: base)
    } catch  where error.kind != .canceled {
      return nil
    }
  }

  /// Where the interface is as far as an answer shows it: a server may lead on within its own house.
  private func base(of document: Document, otherwise home: ServerAddress) -> ServerAddress {
    let origin = document.url.origin
    return origin.isInHouse(of: server) && origin.isSafe(beside: server) ? origin : home
  }

  /// A document that a server need not have; `nil` also where the server fails to give it.
  private func optional(_ path: Path, at origin: ServerAddress) async throws(FediverseError) -> Document? {
    do throws(FediverseError) {
      return try await document(path, at: origin)
    } catch  where error.meansMissing || [.forbidden, .server, .insecure, .tooLarge].contains(error.kind) {
      return nil
    }
  }

  /// A document about the server, which need not stand at the address that the client was made for.
  private func document(_ path: Path, at origin: ServerAddress) async throws(FediverseError) -> Document {
    let call = Call.get(path)
    var url = WebURL(origin: origin, target: call.target)
    for _ in 0...Redirect.limit {
      let response = try await send(call, to: url)
      guard let target = try onward(from: response, to: call, at: url, of: server) else {
        return try Document(response, to: call, at: url, of: server)
      }
      url = target
    }
    throw .endlessRedirect(call, server)
  }
}

/// A JSON document about a server, and where it was found.
private struct Document: Sendable {
  let json: JSON
  let url: WebURL
  let call: Call

  /// Reads an answer; one that calls itself something else than JSON is a web page, whatever its status.
  init(_ response: HTTPResponse, to call: Call, at url: WebURL, of server: ServerAddress) throws(FediverseError) {
    self.url = url
    self.call = call
    if let type = response.headers["Content-Type"], !type.lowercased().contains("json") {
      throw .noDocument(call, server, response.status, "it is of the type '\(type.oneLine(limit: 60))'")
    }
    do throws(JSONSyntaxError) {
      json = try JSON(parsing: response.body)
    } catch {
      throw .noDocument(call, server, response.status, error.description)
    }
    guard json.object != nil else { throw .noDocument(call, server, response.status, "an object was expected") }
  }
}

extension FediverseError {
  fileprivate static func noDocument(
    _ call: Call, _ server: ServerAddress, _ status: Int, _ detail: String
  ) -> FediverseError {
    FediverseError(.malformed, server: server, status: status, request: call.summary, detail: detail)
  }

  fileprivate static func unreadable(_ document: Document, _ server: ServerAddress, _ detail: String) -> FediverseError
  {
    FediverseError(.malformed, server: server, request: document.call.summary, detail: detail)
  }

  fileprivate static func withoutInterface(_ info: NodeInfo, _ server: ServerAddress) -> FediverseError {
    let software = [info.softwareName, info.softwareVersion].compactMap(\.self).joined(separator: " ")
    let detail = "it runs \(software.oneLine(limit: 60)), which has no interface like Mastodon's"
    return FediverseError(.unsupported, server: server, detail: detail)
  }
}
