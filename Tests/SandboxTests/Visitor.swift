import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import TuskSandbox

/// One who asks a fresh sandbox questions, as alice unless made otherwise.
struct Visitor: Sendable {
  let client: any TestClientProtocol
  let database: DatabasePool
  var token: String?

  var stranger: Visitor { Visitor(client: client, database: database, token: nil) }

  func with(token: String) -> Visitor { Visitor(client: client, database: database, token: token) }

  @discardableResult func get(_ path: String) async throws -> Answer { try await ask(.get, path) }

  @discardableResult func post(_ path: String, _ form: KeyValuePairs<String, String> = [:]) async throws -> Answer {
    try await ask(.post, path, form)
  }

  @discardableResult func ask(
    _ method: HTTPRequest.Method, _ path: String, _ form: KeyValuePairs<String, String> = [:],
    headers: [String: String] = [:]
  ) async throws -> Answer {
    let body = form.map { Page.encoded($0.key) + "=" + Page.encoded($0.value) }.joined(separator: "&")
    let type = form.isEmpty ? nil : "application/x-www-form-urlencoded"
    return try await send(method, path, Array(body.utf8), type: type, headers: headers)
  }

  @discardableResult func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], type: String?, headers: [String: String] = [:]
  ) async throws -> Answer {
    var fields = HTTPFields()
    fields[.authorization] = token.map { "Bearer " + $0 }
    fields[.contentType] = type
    for (name, value) in headers {
      fields[try #require(HTTPField.Name(name))] = value
    }
    return try await client.execute(
      uri: path, method: method, headers: fields, body: body.isEmpty ? nil : ByteBuffer(bytes: body)
    ) { Answer($0) }
  }
}

/// What the sandbox answered.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPFields
  let body: [UInt8]

  init(_ response: TestResponse) {
    status = response.status.code
    headers = response.headers
    body = Array(response.body.readableBytesView)
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  var json: Any? { try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }

  /// The value at a path of names and indices, as text (`account.acct`, `0.id`); `null` where there is a null.
  subscript(path: String) -> String? {
    let found = path.split(separator: ".").reduce(json) { value, step in
      if let index = Int(step) { return (value as? [Any]).flatMap { $0.indices.contains(index) ? $0[index] : nil } }
      return (value as? [String: Any])?[String(step)]
    }
    switch found {
    case let text as String: return text
    case is NSNull: return "null"
    case let list as [Any]: return "\(list.count)"
    case let number as NSNumber where String(cString: number.objCType) == "c":
      return number.boolValue ? "true" : "false"
    case let number as NSNumber: return number.stringValue
    default: return found.map { "\($0)" }
    }
  }

  /// The ids of a list of entities.
  var ids: [String] { (json as? [[String: Any]] ?? []).compactMap { $0["id"] as? String } }

  func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

  /// Where the Link header points for `next` or `prev`, without the host.
  func link(_ relation: String) -> String? {
    let links = header("Link")?.components(separatedBy: ", ") ?? []
    let link = links.first { $0.hasSuffix("; rel=\"\(relation)\"") }
    return link.flatMap { $0.split(separator: ">").first }.map { $0.dropFirst("<http://localhost".count).description }
  }
}

/// A world that is made once and copied for each test.
private enum Template {
  static let database: Result<Data, any Error> = Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "sandbox-\(UUID()).db")
    defer { removeDatabase(at: file) }
    try Sandbox(database: file.path).close()
    return try Data(contentsOf: file)
  }
}

private func removeDatabase(at file: URL) {
  for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
}

/// Gives each test a sandbox of its own and throws it away afterwards.
func withSandbox(
  enforcingRateLimits: Bool = false, _ use: @Sendable (Visitor) async throws -> Void
) async throws {
  let file = FileManager.default.temporaryDirectory.appending(path: "sandbox-\(UUID()).db")
  try Template.database.get().write(to: file)
  defer { removeDatabase(at: file) }
  let sandbox = try Sandbox(database: file.path, enforcingRateLimits: enforcingRateLimits)
  try await sandbox.application().test(.router) { client in
    try await use(Visitor(client: client, database: sandbox.database, token: sandbox.token))
  }
  try sandbox.close()
}
