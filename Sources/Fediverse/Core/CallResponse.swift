import JSONValue

/// The successful response to a call, ready to decode.
struct CallResponse: Sendable {
  let http: HTTPResponse
  let call: Call
  /// The final URL, after all redirects.
  let url: WebURL
  let server: ServerAddress
  let token: AccessToken?
  let rateLimit: RateLimit?

  /// Decodes the body as JSON.
  func json() throws(FediverseError) -> JSON {
    do throws(JSONSyntaxError) {
      return try JSON(parsing: http.body)
    } catch {
      throw malformed(ServerText.page(in: http.body).map(Self.instead) ?? error.description)
    }
  }

  /// What a web page in place of data means, by its title.
  private static func instead(of title: String) -> String {
    "a web page came instead of data" + (title.isEmpty ? "" : ", with the title '\(title)'")
      + "; sign in again if the server asks for it, or on the page of this network (a captive portal)"
  }

  /// Decodes the body as one entity.
  func entity<Value: Entity>(as type: Value.Type = Value.self) throws(FediverseError) -> Value {
    let json = try json()
    do throws(ShapeError) {
      return try Value(json: json)
    } catch {
      throw refusal(json) ?? malformed(error.description)
    }
  }

  /// Decodes the body as a list, row by row.
  func rows<Value: Entity>(of type: Value.Type = Value.self) throws(FediverseError) -> Rows<Value> {
    let json = try json()
    guard let rows = json.array else { throw refusal(json) ?? malformed("expected a list") }
    return Rows(rows: rows, share: http.share)
  }

  /// Decodes the body as a page, with the links of the `Link` header.
  func page<Value: Entity>(of type: Value.Type = Value.self) throws(FediverseError) -> Page<Value> {
    page(of: try rows())
  }

  /// A page of rows that may be only part of the body, with the links of the `Link` header.
  func page<Value: Entity>(of rows: Rows<Value>) -> Page<Value> {
    let links = PageLinks(LinkHeader(http.headers.list("Link") ?? ""), at: url)
    return Page(
      rows: rows, next: links.next, previous: links.previous, rateLimit: rateLimit,
      hasUnusableNext: links.hasUnusableNext)
  }

  /// Whether the response links to an adjacent page, even if by an unusable URL; some servers never do, and a header
  /// that cannot be parsed or links to something else says nothing about the pages.
  var hasLinks: Bool {
    let header = LinkHeader(http.headers.list("Link") ?? "")
    return header.reference(to: "next") != nil || header.reference(to: "prev") != nil
  }

  /// The error in the body, because Sharkey sends error objects with a success status. Other servers answer so to what
  /// they have done or will do, so the caller has to look for the result, if it can.
  private func refusal(_ json: JSON) -> FediverseError? {
    guard let text = ServerText(json, hiding: token)?.text else { return nil }
    return FediverseError(
      .rejected, server: server, status: http.status, serverText: text, request: call.summary,
      requestID: http.requestID(hiding: token), outcomeUnknown: call.isLookedUp)
  }

  private func malformed(_ detail: String) -> FediverseError {
    FediverseError(
      .malformed, server: server, status: http.status, request: call.summary,
      requestID: http.requestID(hiding: token), detail: detail, outcomeUnknown: !call.isRead)
  }
}
