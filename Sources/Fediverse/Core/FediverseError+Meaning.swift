/// What a failure says of the server.
extension FediverseError {
  /// Whether it may be otherwise in a while.
  var isPassing: Bool {
    switch kind {
    case .network, .timedOut, .rateLimited, .server: true
    case .canceled, .unauthorized, .forbidden, .notFound, .rejected, .malformed, .insecure, .tooLarge, .unsupported:
      false
    }
  }

  /// Whether a server may say so of a document or an edition that it does not have; there are many ways, a web page with
  /// the status of success among them.
  var meansMissing: Bool {
    switch kind {
    case .malformed, .rejected, .notFound, .unauthorized, .unsupported: true
    case .network, .timedOut, .canceled, .forbidden, .rateLimited, .server, .insecure, .tooLarge: false
    }
  }

  /// Whether the server has no such thing, be it the thing or the call.
  var meansAbsence: Bool { kind == .notFound || kind == .unsupported }
}
