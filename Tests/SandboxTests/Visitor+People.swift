import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

extension Visitor {
  /// Somebody of this instance, or nobody but a program, with a token that was put straight into the database.
  func acting(as username: String?, scopes: String = InstanceConfiguration.scopes) async throws -> Visitor {
    let value = Secret.random()
    try await database.write { db in
      let person = try username.map { try #require(try Account.find(acct: $0, in: db)) }
      try Token(value: value, applicationId: 1, accountId: person?.id, scopes: scopes, createdAt: .now).insert(db)
    }
    return with(token: value)
  }

  /// Asks with a form of pairs that a test has put together.
  @discardableResult func submit(
    _ method: HTTPRequest.Method = .post, _ path: String, _ pairs: [(String, String)], headers: [String: String] = [:]
  ) async throws -> Answer {
    let body = pairs.map { Page.encoded($0.0) + "=" + Page.encoded($0.1) }.joined(separator: "&")
    return try await send(
      method, path, Array(body.utf8), type: "application/x-www-form-urlencoded", headers: headers)
  }

  /// Writes a status that must be taken, and gives its id.
  func write(_ words: String, _ more: KeyValuePairs<String, String> = [:]) async throws -> String {
    let answer = try await submit(.post, "/api/v1/statuses", [("status", words)] + more.map { ($0.key, $0.value) })
    try #require(answer.status == 200, "\(words): \(answer.text.prefix(200))")
    return try #require(answer["id"])
  }

  /// Uploads a file in a multipart body, with more fields before it.
  func upload(
    _ bytes: [UInt8], type: String = "image/png", to path: String = "/api/v2/media", field: String = "file",
    method: HTTPRequest.Method = .post, _ more: KeyValuePairs<String, String> = [:]
  ) async throws -> Answer {
    var body: [UInt8] = []
    for (name, value) in more {
      body += Array("--cut\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    let head = "Content-Disposition: form-data; name=\"\(field)\"; filename=\"a;b.bin\"\r\nContent-Type: \(type)"
    body += Array("--cut\r\n\(head)\r\n\r\n".utf8) + bytes + Array("\r\n--cut--\r\n".utf8)
    return try await send(method, path, body, type: "multipart/form-data; boundary=\"cut\"")
  }

  /// Puts something into the database that no client could.
  func tamper(_ sql: String, _ arguments: StatementArguments = []) async throws {
    try await database.write { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// The one number that a question to the database has for an answer.
  func number(_ sql: String, _ arguments: StatementArguments = []) async throws -> Int {
    try await database.read { try Int.fetchOne($0, sql: sql, arguments: arguments) ?? 0 }
  }
}

extension Answer {
  /// What stands at `path` in each of a list's entities.
  func column(_ path: String) -> [String] {
    let count = (json as? [Any])?.count ?? 0
    return (0..<count).compactMap { self["\($0).\(path)"] }
  }
}

/// The beginnings of files, as far as a server looks at them.
enum Sample {
  static let alice = "110000000000000001"
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 64, 0, 0, 0, 240, 8, 2]
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
  static let gif: [UInt8] = Array("GIF89a".utf8) + [10, 0, 20, 0] + [UInt8](repeating: 0, count: 20)
  static let mp4: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8)
  static let mp3: [UInt8] = Array("ID3".utf8) + [4, 0]
  static let webp: [UInt8] = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8)
}
