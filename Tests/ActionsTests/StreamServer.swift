import Fediverse
import JSONValue
import Synchronization

/// A transport whose streams tell what a test says when it says so; all else is answered by a stub server.
final class StreamServer: Transport {
  let stub: StubServer
  private let state = Mutex(State())

  private struct State {
    var lines: [String: Line] = [:]
    var log: [String] = []
  }

  /// What comes over one stream.
  private struct Line {
    let pieces: AsyncStream<Piece>
    let continuation: AsyncStream<Piece>.Continuation
  }

  private enum Piece: Sendable {
    case text(String, taken: AsyncStream<Void>.Continuation)
    case failure(TransportError)
  }

  init(_ stub: StubServer = StubServer(changing: [:])) {
    self.stub = stub
  }

  /// The streams that were asked for, in order, as path and query behind `/streaming/`.
  var log: [String] { state.withLock(\.log) }

  /// Lets a stream tell something, and returns when it was taken.
  func tell(_ place: String, _ text: String) async {
    let (taken, continuation) = AsyncStream.makeStream(of: Void.self)
    line(place).continuation.yield(.text(text, taken: continuation))
    for await _ in taken {}
  }

  /// Lets a stream tell that statuses are gone.
  func tell(_ place: String, gone ids: some Sequence<Int>) async {
    await tell(place, ids.map { "event: delete\ndata: \($0)\n\n" }.joined())
  }

  /// Lets the connection of a stream break.
  func fail(_ place: String, _ error: TransportError) {
    line(place).continuation.yield(.failure(error))
  }

  private func line(_ place: String) -> Line {
    state.withLock { state in
      if let line = state.lines[place] { return line }
      let (pieces, continuation) = AsyncStream.makeStream(of: Piece.self)
      let line = Line(pieces: pieces, continuation: continuation)
      state.lines[place] = line
      return line
    }
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await stub.send(request)
  }

  func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError) {
    let parts = request.url.description.split(separator: "/streaming/", maxSplits: 1)
    guard parts.count == 2 else { throw TransportError(.malformed, "no stream", mayHaveArrived: false) }
    let place = String(parts[1])
    state.withLock { $0.log.append(place) }
    let head = HTTPHead(status: 200, headers: ["Content-Type": "text/event-stream"])
    guard await take(.head(head)) == .more else { return }
    for await piece in line(place).pieces {
      switch piece {
      case .text(let text, let taken):
        let reading = await take(.chunk(Array(text.utf8)))
        taken.finish()
        guard reading == .more else { return }
      case .failure(let error): throw error
      }
    }
    throw TransportError(.canceled, "nobody listens any more", mayHaveArrived: true)
  }
}
