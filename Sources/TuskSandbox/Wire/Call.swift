import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore

/// A request inside its transaction, with everything an endpoint needs to answer it.
struct Call {
  /// The request without database and caller.
  struct Input: Sendable {
    var method: String
    var path: String
    var host: String
    var query: Form
    var form: Form
    var parameters: [String: String]
    var token: String?
    var idempotencyKey: String?
    var client: Credentials?
  }

  /// A client's id and secret, from Basic authorization.
  struct Credentials: Sendable {
    let id: String
    let secret: String
  }

  /// The state that the sandbox owner can change.
  struct Controls: Sendable {
    let clock: Clock
    let faults: FaultPlan
  }

  let input: Input
  let controls: Controls
  let db: Database
  let bearer: Token?
  let viewer: Account?
  let now: Moment
  let view: Viewpoint

  var form: Form { input.form }

  init(_ input: Input, in db: Database, bearer: Token?, now: Moment, controls: Controls) throws {
    self.input = input
    self.controls = controls
    self.db = db
    self.bearer = bearer
    self.now = now
    viewer = try bearer?.accountId.flatMap { try Account.find($0, in: db) }
    view = Viewpoint(db, viewer: viewer, now: now)
  }

  /// The id in the path; anything but a number is reported as a missing record.
  func id(_ name: String = "id") throws -> Int64 {
    guard let id = input.parameters[name].flatMap({ Int64($0) }) else { throw Refusal.notFound }
    return id
  }

  func text(_ name: String) throws -> String {
    guard let text = input.parameters[name] else { throw Refusal.notFound }
    return Form.decoded(text.replacing("+", with: "%2B"))
  }

  func account(_ name: String = "id") throws -> Account {
    guard let account = try Account.find(id(name), in: db) else { throw Refusal.notFound }
    return account
  }

  /// The status in the path, if the caller may see it.
  func status(_ name: String = "id") throws -> Status {
    guard let status = try view.visibleStatus(id(name)) else { throw Refusal.notFound }
    return status
  }
}

extension Call.Input {
  /// Reads a whole request.
  init(_ request: Request, _ context: ConnectionContext, taking limit: Endpoint.BodyLimit) async throws {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit.rawValue {
      throw Refusal.tooLarge
    }
    if request.headers[.expect]?.lowercased() == "100-continue" { context.inviteBody() }
    let body = try await Self.body(of: request, upTo: limit.rawValue)
    let type = request.headers[.contentType] ?? ""
    query = Form(urlEncoded: request.uri.query ?? "")
    form = query
    form.append(try Form(body: Array(body.readableBytesView), type: type))
    method = request.method.rawValue
    path = request.uri.path
    host = request.head.authority ?? InstanceConfiguration.domain
    parameters = Dictionary(context.parameters.map { (String($0.key), String($0.value)) }) { $1 }
    idempotencyKey = HTTPField.Name("Idempotency-Key").flatMap { request.headers[$0] }
    let authorization = request.headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
    let scheme = authorization.first?.lowercased()
    let credential = authorization.count > 1 ? String(authorization[1]) : ""
    token = scheme == "bearer" ? credential : form["access_token"]
    client = scheme == "basic" ? Call.Credentials(basic: credential) : nil
  }

  private static func body(of request: Request, upTo limit: Int) async throws -> ByteBuffer {
    do {
      return try await request.body.collect(upTo: limit)
    } catch is NIOTooManyBytesError {
      throw Refusal.tooLarge
    } catch {
      throw Refusal.brokenBody
    }
  }
}

extension Call.Credentials {
  fileprivate init?(basic encoded: String) {
    guard let data = Data(base64Encoded: encoded) else { return nil }
    let halves = String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1).map(String.init)
    guard halves.count == 2 else { return nil }
    self.init(id: halves[0], secret: halves[1])
  }
}

extension Refusal {
  /// Reading the rest would take longer than closing the connection.
  fileprivate static let tooLarge = Refusal(413, "The request body is too large", closing: true)
  fileprivate static let brokenBody = Refusal(400, "The request body is incomplete", closing: true)
}
