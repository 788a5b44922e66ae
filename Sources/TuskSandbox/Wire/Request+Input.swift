import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Call.Input {
  /// Reads a whole request.
  init(_ request: Request, _ context: ConnectionContext, taking limit: Endpoint.BodyLimit) async throws {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit.rawValue {
      throw Refusal.tooLarge
    }
    if request.headers[.expect] != nil { context.inviteBody() }
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
