package import XCallbackURL

/// How the process ends, after sysexits where it fits.
package struct ExitCode: RawRepresentable, Error, Sendable, Hashable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  private init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// All done.
  package static let success = ExitCode(0)
  /// Something failed and the run went on.
  package static let partial = ExitCode(1)
  /// Cancelled, denied or not confirmed.
  package static let canceled = ExitCode(3)
  /// What a script expects is not so.
  package static let expectation = ExitCode(4)
  /// The line is wrong.
  package static let usage = ExitCode(64)
  /// A value or name is wrong at run time.
  package static let data = ExitCode(65)
  /// An input file cannot be read.
  package static let noInput = ExitCode(66)
  /// The server or the action said no.
  package static let refused = ExitCode(69)
  /// A defect of this program.
  package static let defect = ExitCode(70)
  /// A file cannot be written.
  package static let cannotCreate = ExitCode(73)
  /// Output cannot be written.
  package static let cannotWrite = ExitCode(74)
  /// It may succeed later without any change.
  package static let temporary = ExitCode(75)
  /// Nobody is signed in, or not any more.
  package static let notSignedIn = ExitCode(77)
  /// A file of settings is wrong.
  package static let configuration = ExitCode(78)
  /// Ctrl-C.
  package static let interrupted = ExitCode(130)

  /// The code that a failure ends a run with.
  package init(_ failure: Failure) {
    self =
      switch failure.code {
      case .missingParameter, .invalidParameter, .unknownAction, .missingSource, .refusedCallback: .usage
      case .unreadableFile: .noInput
      case .unauthorized: .notSignedIn
      case .defect: .defect
      case .badSettings: .configuration
      case let code: code.isTemporary ? .temporary : .refused
      }
  }

  /// What each code means, for the manual.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "all done"),
    (.partial, "something failed and --keep-going or on-error=skip went on"),
    (.canceled, "cancelled, denied or not confirmed"),
    (.expectation, "an 'expect' of the script does not hold"),
    (.usage, "the line is wrong"),
    (.data, "a value or a name is wrong at run time"),
    (.noInput, "an input file cannot be read"),
    (.refused, "the server or the action said no"),
    (.defect, "a defect of tusk"),
    (.cannotCreate, "a file cannot be written"),
    (.cannotWrite, "the answer cannot be written"),
    (.temporary, "temporary: network, server failure or rate limit; run it again"),
    (.notSignedIn, "not signed in"),
    (.configuration, "a file of settings is wrong"),
    (.interrupted, "interrupted with Ctrl-C"),
    (ExitCode(143), "ended by SIGTERM; 129 by SIGHUP"),
  ]
}
