import NIOCore

/// The bytes of a body that contains a file, read as the network accepts them.
struct FileChunks: AsyncSequence, Sendable {
  let head: [UInt8]
  let rest: TrailingFile
  /// The event loop of the connection: the only one, because the group of ``HTTPTransport`` has one thread.
  let eventLoop: any EventLoop

  private static let size = 64 << 10

  /// The total number of bytes.
  var length: Int { head.count + rest.file.length + rest.closing.count }

  func makeAsyncIterator() -> Iterator {
    Iterator(chunks: self)
  }

  /// An iterator that reports the progress.
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let chunks: FileChunks
    private var place = 0
    private var isBegun = false
    private var isOver = false
    private var handed = 0

    fileprivate init(chunks: FileChunks) {
      self.chunks = chunks
    }

    /// Returns the next chunk; calling it means that the previous ones were handed to the connection.
    ///
    /// AsyncHTTPClient queues chunks on the event loop until the loop reports that the connection accepts no more, so a
    /// busy loop would let the whole file pile up in memory. Waiting for the loop first keeps it to one chunk.
    mutating func next() async throws(TransportError) -> ByteBuffer? {
      do {
        try await chunks.eventLoop.submit {}.get()
      } catch {
        throw .canceled
      }
      chunks.rest.observer?.report(UploadProgress(sent: handed, total: chunks.length))
      let bytes = try chunk()
      handed += bytes?.readableBytes ?? 0
      return bytes
    }

    private mutating func chunk() throws(TransportError) -> ByteBuffer? {
      guard isBegun else {
        isBegun = true
        return ByteBuffer(bytes: chunks.head)
      }
      let file = chunks.rest.file
      guard place < file.length else {
        defer { isOver = true }
        return isOver ? nil : ByteBuffer(bytes: chunks.rest.closing)
      }
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try file.bytes(at: place, count: Swift.min(FileChunks.size, file.length - place))
      } catch {
        throw .unreadable(error)
      }
      guard !bytes.isEmpty else { throw .shortened }
      place += bytes.count
      return ByteBuffer(bytes: bytes)
    }
  }
}

extension TransportError {
  fileprivate static func unreadable(_ error: FileError) -> TransportError {
    TransportError(.unreadable, error.description, mayHaveArrived: false)
  }

  fileprivate static var shortened: TransportError {
    TransportError(.unreadable, "the file became shorter while it was being sent", mayHaveArrived: false)
  }
}
