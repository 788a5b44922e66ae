extension HTTPRequest {
  /// Throws if the request must not be sent: without TLS to another machine, or with a line break in a header.
  func check() throws(TransportError) {
    let origin = url.origin
    guard origin.scheme == .https || origin.isLoopback else { throw .unencrypted(to: origin) }
    guard headers.fields.allSatisfy(\.isSound) else { throw .brokenHeader }
  }
}

extension TransportError {
  fileprivate static var brokenHeader: TransportError {
    TransportError(.malformed, "a request header contains a line break", mayHaveArrived: false)
  }

  fileprivate static func unencrypted(to server: ServerAddress) -> TransportError {
    let text = "plain http is not encrypted, and is accepted only for loopback addresses; use https://"
    return TransportError(.insecure, text, mayHaveArrived: false)
  }
}
