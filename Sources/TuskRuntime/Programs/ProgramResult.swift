import Glibc
package import XCallbackURL

/// How the programs of a chain ended, and what the last one wrote.
package struct ProgramResult: Sendable, Hashable {
  /// What was captured.
  package let output: [UInt8]
  /// In the order of the chain.
  package let endings: [Ending]

  /// How one program ended.
  package struct Ending: Sendable, Hashable {
    package let program: String
    package let end: End

    package init(program: String, end: End) {
      self.program = program
      self.end = end
    }

    /// The way of ending.
    package enum End: Sendable, Hashable {
      case status(Int32)
      case signal(Int32)
    }
  }

  package init(output: [UInt8], endings: [Ending]) {
    self.output = output
    self.endings = endings
  }

  /// What the first program that failed is to be told about; `nil` where all did their work.
  ///
  /// A program whose reader has gone away is ended by SIGPIPE and has not failed: that is how `head` works.
  package var failure: Failure? {
    let last = endings.count - 1
    let failed = endings.enumerated().first { index, ending in
      ending.end != .status(0) && (index == last || ending.end != .signal(SIGPIPE))
    }
    switch failed?.element.end {
    case nil: return nil
    case .status(let code): return .badStatus(failed?.element.program, code)
    case .signal(let signal): return .killed(failed?.element.program, signal)
    }
  }

  /// The captured text, its last newline off.
  ///
  /// - Throws: ``Failure`` where it is not UTF-8.
  package func text() throws(Failure) -> String {
    guard let text = String(validating: output, as: UTF8.self) else { throw .notText(endings.last?.program) }
    // CR LF is one character to Swift.
    return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }
}

extension Failure {
  fileprivate static func badStatus(_ program: String?, _ code: Int32) -> Failure {
    Failure(.rejected, "'\(program ?? "")' ended with status \(code)")
  }

  fileprivate static func killed(_ program: String?, _ signal: Int32) -> Failure {
    let name = strsignal(signal).map { String(cString: $0) } ?? "unknown"
    return Failure(.rejected, "'\(program ?? "")' was ended by signal \(signal) (\(name))")
  }

  fileprivate static func notText(_ program: String?) -> Failure {
    Failure(.invalidParameter, "what '\(program ?? "")' wrote is not UTF-8 text")
  }
}
