/// The progress of an upload.
public struct UploadProgress: Sendable, Hashable {
  /// The number of bytes of the body that were sent.
  public let sent: Int
  /// The size of the body in bytes, including the parts around the file.
  public let total: Int

  /// The fraction that was sent, from 0 to 1.
  public var fraction: Double { total > 0 ? Double(sent) / Double(total) : 1 }

  /// Creates a progress report.
  public init(sent: Int, total: Int) {
    self.sent = sent
    self.total = total
  }
}

/// An observer of an upload, notified in order after every 64 KiB, and from 0 again if the body is resent.
public final class UploadObserver: Sendable, Hashable {
  let report: @Sendable (UploadProgress) -> Void

  /// Creates an observer.
  ///
  /// - Parameter report: called with the progress; must return quickly.
  public init(_ report: @escaping @Sendable (UploadProgress) -> Void) {
    self.report = report
  }

  /// Whether both are the same observer.
  public static func == (left: UploadObserver, right: UploadObserver) -> Bool {
    left === right
  }

  /// Hashes the identity of the observer.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
