/// An error response, worded as Mastodon words it.
struct Refusal: Error, Sendable {
  let status: Int
  let message: String
  var details: [(name: String, value: Entity)] = []
  /// Whether the connection closes after the response.
  let closes: Bool

  init(_ status: Int, _ message: String, closing closes: Bool = false) {
    self.status = status
    self.message = message
    self.closes = closes
  }

  /// An OAuth error, with a code for programs and a sentence for people.
  init(oauth code: String, _ description: String, status: Int = 400) {
    self.init(status, code)
    details = [("error_description", .text(description))]
  }

  var reply: Reply {
    let reply = Reply(.object([("error", .text(message))] + details), status: status)
    return closes ? reply.with(header: "Connection", "close") : reply
  }

  static let notFound = Refusal(404, "Record not found")
  static func invalid(_ reason: String) -> Refusal { Refusal(422, "Validation failed: \(reason)") }
  static let notPermitted = Refusal(403, "This action is not allowed")
  static let unknownClient = Refusal(
    oauth: "invalid_client",
    "Client authentication failed due to unknown client, no client authentication included, or unsupported "
      + "authentication method.", status: 401)
  static let badScope = Refusal(
    oauth: "invalid_scope", "The requested scope is invalid, unknown, or malformed.")
}
