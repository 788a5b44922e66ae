import JSONValue

/// A transport that takes the secrets of a request out of what the server says about it.
///
/// Servers and gateways repeat what they were sent, and what they say ends in errors, which are shown and logged.
struct DiscreetTransport: Transport {
  let next: any Transport
  let secrets: [String]

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let response = try await next.send(request)
    // The answer that gives a token may repeat what renews it.
    let isGift = response.status == 200 && (try? JSON(parsing: response.body))?["access_token"]?.string != nil
    return isGift ? response : response.hiding(secrets)
  }
}

extension HTTPResponse {
  /// The answer with an ellipsis wherever it held one of the secrets.
  func hiding(_ secrets: [String]) -> HTTPResponse {
    let secrets = secrets.filter { !$0.isEmpty }
    guard !secrets.isEmpty else { return self }
    func clean(_ text: String) -> String {
      secrets.reduce(text) { $0.replacing($1, with: "…").replacing($1.escapedComponent, with: "…") }
    }
    let fields = headers.fields.map { Headers.Field(name: $0.name, value: clean($0.value)) }
    let bytes: [UInt8]
    if let json = try? JSON(parsing: body) {
      bytes = Array(json.mappingTexts(clean).text.utf8)
    } else {
      // Bytes that are no text stay as they are: nothing of them is shown.
      bytes = String(validating: body, as: UTF8.self).map { Array(clean($0).utf8) } ?? body
    }
    return HTTPResponse(status: status, headers: Headers(fields), body: bytes)
  }
}

extension JSON {
  /// The value with each text in it replaced, the names of members too.
  fileprivate func mappingTexts(_ change: (String) -> String) -> JSON {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let rows): .array(rows.map { $0.mappingTexts(change) })
    case .object(let object):
      .object(JSON.Object(object.members.map { (name: change($0.name), value: $0.value.mappingTexts(change)) }))
    case .null, .bool, .number: self
    }
  }
}
