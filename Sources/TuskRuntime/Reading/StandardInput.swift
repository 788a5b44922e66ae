import JSONValue
import Synchronization
import XCallbackURL

/// The standard input of the process, of which every command reads on where the one before stopped, so that nothing is
/// lost between two.
package final class StandardInput: Sendable {
  package static let shared = StandardInput()

  private let state: Mutex<State>
  private let source: Source

  private struct State {
    var feed: ByteFeed
    /// The readers that have begun: one that goes on knows the names of a CSV file, and that it is within an array.
    var readers: [RowReader.Format: RowReader] = [:]
  }

  /// What the bytes come from now.
  private final class Source: Sendable {
    let chunks = Mutex<FileChunks?>(nil)

    func next() throws(Failure) -> [UInt8]? { try chunks.withLock { $0 }?.next() }
  }

  init() {
    let source = Source()
    self.source = source
    state = Mutex(State(feed: ByteFeed({ () throws(Failure) in try source.next() }, longestRow: RowReader.longestRow)))
  }

  /// The next row; `nil` at the end, after which a terminal may have more.
  ///
  /// - Parameter chunks: what to read when everything read before is consumed.
  func row(_ format: RowReader.Format, from chunks: FileChunks) throws(Failure) -> JSON? {
    try state.withLock { state throws(Failure) in
      source.chunks.withLock { $0 = chunks }
      defer { source.chunks.withLock { $0 = nil } }
      var reader = state.readers[format] ?? RowReader(format, state.feed)
      reader.feed = state.feed
      defer { state.feed = reader.feed }
      let row = try reader.next()
      if row == nil { state.readers = [:] } else { state.readers[format] = reader }
      return row
    }
  }

  /// Takes the bytes that were read and are part of no row yet; the rest is to be read from the descriptor.
  package func takeUnread() -> [UInt8] {
    state.withLock { state in
      state.readers = [:]
      return state.feed.takeUnread()
    }
  }
}
