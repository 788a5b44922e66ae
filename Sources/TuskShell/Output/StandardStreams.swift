import Synchronization
import SystemPackage
package import TuskCommon

/// Writes results and messages, each whole and unbuffered because a reader may be waiting for it.
package struct StandardStreams: Sendable {
  private let output: Int32
  private let errors: Int32
  private let state = State()
  private var secret: [UInt8]?
  /// Takes the results and errors of a line of a plan instead of the descriptors.
  private var line: LineResults?

  /// - Parameters:
  ///   - output: the descriptor for results.
  ///   - errors: the descriptor for messages.
  package init(output: Int32 = 1, errors: Int32 = 2) {
    self.output = output
    self.errors = errors
  }

  /// The same streams with a secret masked, unless it is so short that it occurs by chance. A program may have printed
  /// the secret that it was given, and a script may print what the program printed.
  package func masking(_ secret: String?) -> StandardStreams {
    var streams = self
    streams.secret = secret.map { [UInt8]($0.utf8) }.flatMap { $0.count >= 8 ? $0 : nil }
    return streams
  }

  /// The same streams with results and errors kept for a line of a plan.
  func keeping(_ line: LineResults) -> StandardStreams {
    var streams = self
    streams.line = line
    return streams
  }

  /// The text without the secret.
  func masked(_ text: String) -> String {
    guard let secret else { return text }
    var (masked, rest) = ("", text.utf8[...])
    while let next = Self.place(of: secret, in: rest) {
      masked += Substring(rest[..<next.lowerBound]) + "REDACTED"
      rest = rest[next.upperBound...]
    }
    return masked.isEmpty ? text : masked + Substring(rest)
  }

  /// Looks for bytes, because texts are compared by grapheme, which takes many times as long for each line written.
  private static func place(of secret: [UInt8], in text: Substring.UTF8View) -> Range<String.Index>? {
    var rest = text
    while let start = rest.firstIndex(of: secret[0]) {
      if rest[start...].starts(with: secret) { return start..<rest.index(start, offsetBy: secret.count) }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }

  /// Writes results.
  ///
  /// - Returns: whether the results are still read.
  @discardableResult
  package func write(_ text: String) -> Bool {
    eraseTransient()
    if let line {
      line.add(output: masked(text))
      return true
    }
    guard let reason = Self.write(masked(text), to: output) else { return true }
    // A closed pipe is the reader's choice; any other error, such as a full disk, is reported.
    guard reason != .brokenPipe else { return false }
    state.hasFailed.withLock { $0 = true }
    report("error: cannot write the output: \(SystemError.reason(reason.rawValue))\n")
    return false
  }

  /// The exit status of a command that has written all its results: an error if some were lost, other than in a pipe
  /// that its reader closed.
  package var exitCode: ExitCode { state.hasFailed.withLock(\.self) ? .cannotWrite : .success }

  /// Writes a message for a person.
  package func report(_ text: String) {
    eraseTransient()
    if let line, line.add(error: masked(text)) { return }
    _ = Self.write(masked(text), to: errors)
  }

  /// Shows a transient line, which is erased before the next output; `nil` erases it now.
  package func report(transient text: String?) {
    guard let text else { return eraseTransient() }
    state.hasTransientLine.withLock { $0 = true }
    _ = Self.write("\r\u{1B}[K" + masked(text), to: errors)
  }

  private func eraseTransient() {
    let wasShown = state.hasTransientLine.withLock { isShown in
      defer { isShown = false }
      return isShown
    }
    if wasShown { _ = Self.write("\r\u{1B}[K", to: errors) }
  }

  /// What has been written so far.
  private final class State: Sendable {
    /// Whether a transient line is on the screen.
    let hasTransientLine = Mutex(false)
    /// Whether results were lost.
    let hasFailed = Mutex(false)
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
