import Fediverse
import JSONValue
package import XCallbackURL

extension ActingAccount {
  /// A simulated account in the sandbox, so that a script with several accounts can be tried there.
  ///
  /// - Parameter name: `@user@host`; the host is not contacted.
  package func persona(_ name: String) async throws(Failure) -> ActingAccount {
    let acct = name.drop { $0 == "@" }.utf8.map(Self.escaped).joined()
    let answer = try await ask("/sandbox/v1/personas", "acct=\(acct)")
    guard let token = answer["token"]?.string else { throw .refused("play '\(name)'", nil) }
    return try ActingAccount(label: name, server: address, token: token, domain: domain, isSandbox: true)
  }

  /// Advances the sandbox's clock.
  ///
  /// - Returns: how many seconds it is ahead now.
  @discardableResult
  package func advanceClock(by seconds: Int) async throws(Failure) -> Int {
    try await ask("/sandbox/v1/clock", "advance=\(seconds)")["ahead"]?.int ?? 0
  }

  /// One for all requests, because a run that skips waits makes thousands.
  private static let transport = HTTPTransport()

  /// Calls an endpoint that only the sandbox has.
  private func ask(_ path: String, _ form: String) async throws(Failure) -> JSON {
    let request = HTTPRequest(
      method: .post, url: WebURL(origin: server, target: path),
      headers: [
        "Authorization": token.authorization, "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
      ], body: Array(form.utf8))
    do {
      let response = try await Trace.reporting(Self.transport).send(request)
      guard response.status == 200, let json = try? JSON(parsing: response.body) else {
        throw Failure.refused("do \(path)", response.status)
      }
      return json
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.network, "cannot reach the sandbox")
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension Failure {
  fileprivate static func refused(_ what: String, _ status: Int?) -> Failure {
    let reason = status.map { " (HTTP status \($0)); if it is an old one, recreate it with: tusk sandbox reset" } ?? ""
    return Failure(.rejected, "the sandbox cannot \(what)\(reason)")
  }
}
