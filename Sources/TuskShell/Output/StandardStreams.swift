import Synchronization
import SystemPackage
import TuskCommon

/// Writes results and messages, each whole and unbuffered because a reader may be waiting for it.
package struct StandardStreams: Sendable {
  private let output: Int32
  private let errors: Int32
  private let transient = TransientLine()

  /// - Parameters:
  ///   - output: the descriptor for results.
  ///   - errors: the descriptor for messages.
  package init(output: Int32 = 1, errors: Int32 = 2) {
    self.output = output
    self.errors = errors
  }

  /// Writes results.
  ///
  /// - Returns: whether the results are still read.
  @discardableResult
  package func write(_ text: String) -> Bool {
    eraseTransient()
    guard let reason = Self.write(text, to: output) else { return true }
    // A closed pipe is the reader's choice; any other error, such as a full disk, is reported.
    if reason != .brokenPipe { report("error: cannot write the answer: \(reason)\n") }
    return false
  }

  /// Writes a message for a person.
  package func report(_ text: String) {
    eraseTransient()
    _ = Self.write(text, to: errors)
  }

  /// Shows a transient line, which is erased before the next output; `nil` erases it now.
  package func report(transient text: String?) {
    guard let text else { return eraseTransient() }
    transient.isShown.withLock { $0 = true }
    _ = Self.write("\r\u{1B}[K" + text, to: errors)
  }

  private func eraseTransient() {
    let wasShown = transient.isShown.withLock { isShown in
      defer { isShown = false }
      return isShown
    }
    if wasShown { _ = Self.write("\r\u{1B}[K", to: errors) }
  }

  /// Whether a transient line is on the screen.
  private final class TransientLine: Sendable {
    let isShown = Mutex(false)
  }

  /// Writes the text, and returns the reason when some of it is left unwritten.
  private static func write(_ text: String, to descriptor: Int32) -> Errno? {
    do throws(Errno) {
      try FileDescriptor(rawValue: descriptor).writeAll(text)
      return nil
    } catch {
      return error
    }
  }
}
