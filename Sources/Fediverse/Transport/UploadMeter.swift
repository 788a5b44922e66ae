/// How far the sending of a body has come.
public struct UploadProgress: Sendable, Hashable {
  /// How many bytes of the body the connection has taken.
  public let sent: Int
  /// How many bytes the body has, the file and what stands around it.
  public let total: Int

  /// The part that is sent, from 0 to 1.
  public var fraction: Double { total > 0 ? Double(sent) / Double(total) : 1 }

  /// So many bytes of so many.
  public init(sent: Int, total: Int) {
    self.sent = sent
    self.total = total
  }
}

/// Whoever wants to know how far the sending of a body has come; told in order, every 64 KiB, and begun anew where the
/// body is sent again.
public final class UploadMeter: Sendable, Hashable {
  let report: @Sendable (UploadProgress) -> Void

  /// A meter that reports by a function, which must not take long.
  public init(_ report: @escaping @Sendable (UploadProgress) -> Void) {
    self.report = report
  }

  /// Whether both are one meter.
  public static func == (left: UploadMeter, right: UploadMeter) -> Bool {
    left === right
  }

  /// Adds which meter it is.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
