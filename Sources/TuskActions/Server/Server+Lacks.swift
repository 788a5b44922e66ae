import Fediverse
import TuskCommon
package import XCallbackURL

/// A feature that a request needs and that the server lacks, or is not known to have.
package struct ServerLack: Sendable, Hashable {
  /// The name of the feature in commands.
  package let feature: String
  /// Why the request would fail, without a full stop.
  package let reason: String
}

/// When many requests would be done.
package struct WorkForecast: Sendable, Hashable {
  /// The rate limit that takes the longest, such as `30 deletions per 30m`; `nil` if none is reached.
  package let limit: String?
  /// The end in seconds since 1970.
  package let end: Int
}

extension Server {
  /// What the server lacks for a request, by the same decision with which the request would be made.
  ///
  /// - Parameters:
  ///   - pairs: the parameters of the request.
  ///   - sendsReads: whether requests that only read are sent, such as the search for an account.
  package func lacks(for pairs: [CallbackURL.Pair], of action: Action, sendsReads: Bool) async -> [ServerLack] {
    await check(pairs, of: action, sendsReads: sendsReads)?.check.lacks.map {
      ServerLack(feature: $0.feature.rawValue, reason: $0.reason)
    } ?? []
  }

  /// When many requests like this one would be done; the request is not made. `nil` if that is not known.
  package func forecast(of count: Int, like pairs: [CallbackURL.Pair], of action: Action) async -> WorkForecast? {
    guard let (check, client) = await check(pairs, of: action, sendsReads: true) else { return nil }
    let forecast = await client.forecast(of: count, check)
    let limit = forecast.limit.map { limit in
      let period = Duration.spelling(milliseconds: Double(limit.period) * 1000) ?? "\(limit.period)s"
      return "\(limit.count) \(limit.title) per \(period)"
    }
    return WorkForecast(limit: limit, end: forecast.end)
  }

  /// The check that was asked what the request needs, and its client; `nil` if the request cannot be checked.
  private func check(
    _ pairs: [CallbackURL.Pair], of action: Action, sendsReads: Bool
  ) async -> (check: FeatureCheck, client: Client)? {
    // Attachments would be read and downloaded; what they need is needed by uploads alone.
    let judged = pairs.filter { action.signature.parameter(named: $0.name)?.type != .attachment }
    let isEndless = action.signature.items?.isEndless ?? false
    // Where reads are sent, a file would be written.
    let writesFile = action.signature.effect == .file && sendsReads
    guard !writesFile, !isEndless, let prepared = try? action.prepared(of: judged) else { return nil }
    let check = FeatureCheck(sendsReads: sendsReads)
    var policy = client.policy
    policy.featureCheck = check
    var server = self
    server.client = client.with(policy)
    _ = try? await prepared.perform(server)
    return (check, client)
  }

  /// The server of an address, without an account.
  ///
  /// - Throws: ``Failure`` if it is not an address.
  package init(at address: String, userAgent: String) throws(Failure) {
    let server: ServerAddress
    do throws(AddressError) { server = try ServerAddress(address) } catch {
      throw Failure(.invalidParameter, "'\(address)' is not a server: \(error)")
    }
    self.init(Client(server: server, transport: Trace.transport, userAgent: userAgent))
  }

  /// A server that runs the current version of this software, one of ``ServerMemory/flavors`` or its title, in any case;
  /// it is never asked. `nil` for other names.
  package init?(assuming software: String) {
    let name = software.lowercased()
    let flavor = Flavor.allCases.first { name == $0.rawValue || name == $0.title.lowercased() }
    guard let flavor, let address = try? ServerAddress("server.example") else {
      return nil
    }
    let profile = ServerProfile(assuming: flavor, of: address).ofCurrentVersion
    self.init(Client(server: address, transport: NoTransport(), profile: profile))
  }

  /// The software of the server and its version.
  package func softwareTitle() async throws(Failure) -> String {
    try await attempt(await client.profile()).softwareTitle
  }
}

/// Sends nothing.
private struct NoTransport: Transport {
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { throw .nothingIsSent }

  func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError) {
    throw .nothingIsSent
  }
}

extension TransportError {
  fileprivate static let nothingIsSent = TransportError(.network, "nothing is sent", mayHaveArrived: false)
}
