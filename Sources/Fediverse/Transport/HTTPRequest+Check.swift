extension HTTPRequest {
  /// Throws if the request must not be sent: without TLS to another machine, or with a line break in a header.
  func check() throws(TransportError) {
    let origin = url.origin
    guard origin.scheme == .https || origin.isLoopback else { throw .unencrypted(to: origin) }
    guard let broken = headers.fields.first(where: { !$0.isSound }) else { return }
    throw broken.name == "Authorization" ? .unusableToken : .brokenHeader
  }
}

extension TransportError {
  fileprivate static var brokenHeader: TransportError {
    TransportError(.malformed, "a request header contains a line break", mayHaveArrived: false)
  }

  fileprivate static var unusableToken: TransportError {
    let text = "the access token contains a line break or another character that a header cannot have; store it anew"
    return TransportError(.unusableToken, text, mayHaveArrived: false)
  }

  fileprivate static func unencrypted(to server: ServerAddress) -> TransportError {
    let text = "plain http is not encrypted, and is accepted only for loopback addresses; use https://"
    return TransportError(.insecure, text, mayHaveArrived: false)
  }
}
