import Fediverse
import Foundation
import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Media that a server is still processing when a status is to be posted with it.
struct UploadWaitTests {
  private let folder: TemporaryFolder
  private let url: CallbackURL

  init() throws {
    folder = try TemporaryFolder()
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.path + "/cat.png"))
    url = CallbackURL(
      scheme: "tusker", action: "postStatus",
      pairs: [.init("text", "Hi"), .init("media", "file:\(folder.path)/cat.png"), .init("alt", "")])
  }

  /// A server that accepts an upload at once, says so many times that it is being processed, and refuses a status until
  /// it was asked.
  private static func stub(processing times: Int, upload: Int = 202, text: String = "Rien n'est prêt") -> StubServer {
    let looks = Mutex(0)
    return StubServer { request throws(TransportError) in
      switch request.route {
      case "POST /api/v2/media": return HTTPResponse(json: Bodies.media.changing("id", to: "7"), status: upload)
      case "GET /api/v1/media/7":
        let count = looks.withLock { count in
          count += 1
          return count
        }
        return HTTPResponse(json: Bodies.media.changing("id", to: "7"), status: count > times ? 200 : 206)
      case "POST /api/v1/statuses" where looks.withLock { $0 } <= times:
        return HTTPResponse(json: ["error": .string(text)], status: 422)
      default: return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
    }
  }

  private func response(_ engine: TestEngine) async -> Response { await engine.open(url).response }

  @Test func aLateUploadPostedNothing() async throws {
    let stub = Self.stub(processing: .max)
    let engine = try TestEngine(
      stub, isSandbox: true,
      sleep: { _ in while stub.requests(to: "POST /api/v2/media").isEmpty { await Task.yield() } })
    guard case .failure(let failure) = await response(engine) else {
      Issue.record("not refused")
      return
    }
    #expect(failure.code == .timedOut)
    #expect(failure.message.hasSuffix("; the upload was still being processed; nothing was posted"), "\(failure)")
    #expect(stub.requests(to: "POST /api/v1/statuses").isEmpty)
  }

  @Test func aStatusIsPostedOnceItsMediaIsReady() async throws {
    let stub = Self.stub(processing: 2, upload: 200)
    let engine = try TestEngine(stub, isSandbox: true, waiting: Waiting(sleep: { _ in }))
    guard case .success = await response(engine) else {
      Issue.record("not posted")
      return
    }
    let keys = stub.requests(to: "POST /api/v1/statuses").map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && keys.first == keys.last)
    #expect(stub.requests(to: "GET /api/v1/media/7").count == 3)
  }

  @Test func anotherRefusalIsRepeatedOnce() async throws {
    let stub = StubServer { request throws(TransportError) in
      let isPost = request.route == "POST /api/v1/statuses"
      return HTTPResponse(
        json: isPost ? ["error": "Text is too long"] : Bodies.media.changing("id", to: "7"), status: isPost ? 422 : 200)
    }
    let engine = try TestEngine(stub, isSandbox: true)
    guard case .failure(let failure) = await response(engine) else {
      Issue.record("not refused")
      return
    }
    #expect(failure.code == .rejected && failure.message.contains("Text is too long"))
    #expect(stub.requests(to: "POST /api/v1/statuses").count == 2)
  }

  @Test func anEditWaitsForItsNewMediaToo() async throws {
    let looks = Mutex(0)
    let stub = StubServer { request throws(TransportError) in
      switch request.route {
      case "POST /api/v2/media": return HTTPResponse(json: Bodies.media.changing("id", to: "7"))
      case "GET /api/v1/media/7":
        looks.withLock { $0 += 1 }
        return HTTPResponse(json: Bodies.media.changing("id", to: "7"))
      case "GET /api/v1/statuses/9": return HTTPResponse(json: Bodies.status.changing("account", to: Bodies.alice))
      case "GET /api/v1/statuses/9/source": return HTTPResponse(json: ["id": "9", "text": "Hi", "spoiler_text": ""])
      case "PUT /api/v1/statuses/9" where looks.withLock { $0 } == 0:
        return HTTPResponse(json: ["error": "x"], status: 422)
      case "PUT /api/v1/statuses/9": return HTTPResponse(json: Bodies.status)
      default: return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
    }
    let edit = CallbackURL(
      scheme: "tusker", action: "editStatus",
      pairs: [.init("statusID", "9"), .init("media", "file:\(folder.path)/cat.png"), .init("alt", "")])
    let response = await (try TestEngine(stub, isSandbox: true)).open(edit).response
    guard case .success = response else {
      Issue.record("not edited: \(response)")
      return
    }
    #expect(stub.requests(to: "PUT /api/v1/statuses/9").count == 2)
  }
}
