import Fediverse
import JSONValue
package import XCallbackURL

extension ActingAccount {
  /// Somebody whom the sandbox plays, so that a script of several accounts can be tried there.
  ///
  /// - Parameter name: `@user@host`; nobody of that host is asked.
  package func persona(_ name: String) async throws(Failure) -> ActingAccount {
    let acct = name.drop { $0 == "@" }.utf8.map(Self.escaped).joined()
    let answer = try await ask("/sandbox/v1/personas", "acct=\(acct)")
    guard let token = answer["token"]?.string else { throw .refused("play '\(name)'", nil) }
    return try ActingAccount(label: name, server: address, token: token, domain: domain, isSandbox: true)
  }

  /// Moves the sandbox's clock on.
  ///
  /// - Returns: how many seconds it is ahead now.
  @discardableResult
  package func advanceClock(by seconds: Int) async throws(Failure) -> Int {
    try await ask("/sandbox/v1/clock", "advance=\(seconds)")["ahead"]?.int ?? 0
  }

  /// Asks the sandbox for what no real server does.
  private func ask(_ path: String, _ form: String) async throws(Failure) -> JSON {
    let request = HTTPRequest(
      method: .post, url: WebURL(origin: server, target: path),
      headers: [
        "Authorization": token.authorization, "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
      ], body: Array(form.utf8))
    do {
      let response = try await HTTPTransport().send(request)
      guard response.status == 200, let json = try? JSON(parsing: response.body) else {
        throw Failure.refused(path, response.status)
      }
      return json
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.network, "the sandbox was not reached")
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension Failure {
  fileprivate static func refused(_ what: String, _ status: Int?) -> Failure {
    let reason = status.map { " (HTTP status \($0)); an old one is made anew with: tusk sandbox reset" } ?? ""
    return Failure(.rejected, "the sandbox does not \(what)\(reason)")
  }
}
