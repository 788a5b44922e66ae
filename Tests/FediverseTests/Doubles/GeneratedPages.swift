import JSONValue
import Synchronization

@testable import Fediverse

/// A transport that makes the pages of one long list as they are asked for; the cursor of a page is no identifier.
struct GeneratedPages: Transport {
  let rows: Int
  /// Every so many rows one lacks its identifier.
  let oddEvery: Int

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let start = request.url.value(of: "cursor").flatMap { Int($0) } ?? 0
    let end = min(start + (request.url.value(of: "limit").flatMap { Int($0) } ?? 40), rows)
    let body = (start..<max(end, start)).map { row in
      row % oddEvery == oddEvery - 1 ? #"{"acct":"odd\#(row)"}"# : #"{"id":"\#(row)"}"#
    }
    let path = "https://example.social\(request.url.path)"
    let next = end < rows ? "<\(path)?limit=80&cursor=\(end)>; rel=\"next\", " : ""
    return HTTPResponse(
      status: 200, headers: ["Link": next + "<\(path)?limit=80>; rel=\"prev\""],
      body: Array("[\(body.joined(separator: ","))]".utf8))
  }
}

/// A row that knows how many of its kind are alive.
struct CountedRow: Entity, Identifiable {
  /// What lives as long as the row, and all copies of it.
  private final class Life: Sendable {
    static let count = Mutex((now: 0, most: 0))

    init() {
      Self.count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    }

    deinit {
      Self.count.withLock { $0.now -= 1 }
    }
  }

  let id: String
  private let life = Life()

  /// The most rows that were alive at once so far.
  static var most: Int { Life.count.withLock(\.most) }

  init(json: JSON) throws(ShapeError) {
    id = try FieldReader(json, as: "row").id()
  }
}
