import Fediverse
package import XCallbackURL

extension Server {
  /// The output that a request would have had which made the status at an address, so that the rest of a script can use it.
  ///
  /// - Parameter request: the request as journaled.
  /// - Throws: ``Failure`` if the request makes no status, or if the server cannot show the status.
  package func output(of request: String, madeAt address: String) async throws(Failure) -> ActionOutput {
    let action = (try? CallbackURL(parsing: request)).flatMap { url in
      Action.all.first { $0.signature.action == url.action }
    }
    guard action?.signature.record == RecordOf<StatusView>.link.shape else { throw .makesNoStatus() }
    guard WebURL(address) != nil else { throw .notAnAddress(address) }
    do throws(Failure) {
      let encoding = OutputEncoding<StatusView>.record(.link, whole: .link)
      return encoding.encode(try await status(.url(address)))
    } catch {
      throw .notFound(address, error)
    }
  }
}

extension Failure {
  fileprivate static func makesNoStatus() -> Failure {
    Failure(.invalidParameter, "the change posts no status, so it has no address; settle it without --url")
  }

  fileprivate static func notAnAddress(_ text: String) -> Failure {
    Failure(.invalidParameter, "'\(text.prefix(120))' is not the address of a status, such as https://HOST/@USER/ID")
  }

  fileprivate static func notFound(_ address: String, _ failure: Failure) -> Failure {
    Failure(
      failure.code,
      "nothing was settled, because the server did not show the status at \(address): \(failure.message)")
  }
}
