import Glibc
import TuskCommon
package import XCallbackURL

/// How the programs of a chain ended, and the output of the last one.
package struct ProgramResult: Sendable, Hashable {
  /// The captured output.
  package let output: [UInt8]
  /// The endings, in the order of the chain.
  package let endings: [Ending]
  /// The end of what they wrote to standard error, if it was kept.
  package var errors: [UInt8] = []

  /// How one program ended.
  package struct Ending: Sendable, Hashable {
    package let program: String
    package let end: End

    package init(program: String, end: End) {
      self.program = program
      self.end = end
    }

    /// An exit status or a signal.
    package enum End: Sendable, Hashable {
      case status(Int32)
      case signal(Int32)
    }
  }

  package init(output: [UInt8], endings: [Ending]) {
    self.output = output
    self.endings = endings
  }

  /// The error for the first program that failed; `nil` if none did.
  ///
  /// A program that SIGPIPE kills because its reader has ended has not failed: that is how `head` works.
  package var failure: Failure? {
    switch failed?.end {
    case nil: nil
    case .status(let code): .badStatus(failed?.program, code)
    case .signal(let signal): .killed(failed?.program, signal)
    }
  }

  /// Whether Ctrl-C ended one of the programs.
  var isInterrupted: Bool { endings.contains { $0.end == .signal(SIGINT) } }

  /// The exit status of the first program that failed, as shells report it; 0 if none did.
  package var status: Int {
    switch failed?.end {
    case nil: 0
    case .status(let code): Int(code)
    case .signal(let signal): Int(ExitCode.signal(signal).rawValue)
    }
  }

  private var failed: Ending? {
    let last = endings.count - 1
    return endings.enumerated().first { index, ending in
      ending.end != .status(0) && (index == last || ending.end != .signal(SIGPIPE))
    }?.element
  }

  /// The captured text without its last newline.
  ///
  /// - Throws: ``Failure`` if it is not UTF-8.
  package func text() throws(Failure) -> String {
    guard let text = String(validating: output, as: UTF8.self) else { throw .notText(endings.last?.program) }
    return Self.withoutLastNewline(text)
  }

  /// The errors without their last newline; bytes that are not UTF-8 are replaced.
  package var errorText: String { Self.withoutLastNewline(String(decoding: errors, as: UTF8.self)) }

  private static func withoutLastNewline(_ text: String) -> String {
    // Swift treats CR LF as one character.
    text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }
}

extension Failure {
  fileprivate static func badStatus(_ program: String?, _ code: Int32) -> Failure {
    Failure(.rejected, "'\(program ?? "")' exited with status \(code)")
  }

  fileprivate static func killed(_ program: String?, _ signal: Int32) -> Failure {
    let name = strsignal(signal).map { String(cString: $0) } ?? "unknown"
    return Failure(.rejected, "'\(program ?? "")' was killed by signal \(signal) (\(name))")
  }

  fileprivate static func notText(_ program: String?) -> Failure {
    Failure(.invalidParameter, "the output of '\(program ?? "")' is not UTF-8 text")
  }
}
