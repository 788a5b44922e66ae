/// The status that the process exits with; the numbers from 64 to 78 are those of `<sysexits.h>`.
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
  /// Whether the server supports a feature is unknown.
  package static let unknown = ExitCode(2)
  /// Canceled, denied or not confirmed.
  package static let canceled = ExitCode(3)
  /// An `expect` of the script does not hold.
  package static let expectation = ExitCode(4)
  /// The line is wrong.
  package static let usage = ExitCode(64)
  /// A value or name is wrong at run time.
  package static let data = ExitCode(65)
  /// An input file cannot be read.
  package static let noInput = ExitCode(66)
  /// The server or the action refused.
  package static let refused = ExitCode(69)
  /// A defect of this program.
  package static let defect = ExitCode(70)
  /// The system lacks what the program needs.
  package static let system = ExitCode(71)
  /// A file cannot be written.
  package static let cannotCreate = ExitCode(73)
  /// Output cannot be written.
  package static let cannotWrite = ExitCode(74)
  /// The same command may succeed later.
  package static let temporary = ExitCode(75)
  /// Nobody is signed in, or the access token is no longer valid.
  package static let notSignedIn = ExitCode(77)
  /// A file of settings is wrong.
  package static let configuration = ExitCode(78)
  /// Ctrl-C.
  package static let interrupted = signal(2)

  /// Ended by a signal: 128 and its number, as POSIX shells report it.
  package static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }

  /// What each code means, for the manual.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "success"),
    (
      .partial,
      """
      a command failed, but the run continued; a list with --all lacks rows; the server dropped the poll of a post; \
      or 'can', 'check --server', 'fmt --check', 'test' or 'sandbox status' answered no
      """
    ),
    (.unknown, "it is unknown whether the server supports what 'can' asks about"),
    (.canceled, "canceled, denied or not confirmed"),
    (.expectation, "an 'expect' failed"),
    (.usage, "invalid command line, command or script, including a literal of the wrong type or kind"),
    (
      .data, "an undefined variable or field, or a variable or result with the wrong type, kind or origin for its place"
    ),
    (.noInput, "an input file cannot be read, or is not in the given format"),
    (.refused, "the server, an action or a program failed or refused, or something does not exist"),
    (.defect, "internal error"),
    (.system, "too few file descriptors are free"),
    (.cannotCreate, "a file cannot be written"),
    (.cannotWrite, "the output cannot be written"),
    (.temporary, "temporary failure (network, server, timeout or rate limit); try again later"),
    (.notSignedIn, "not signed in, or the access token is not valid"),
    (.configuration, "invalid configuration file"),
    (.interrupted, "interrupted with Ctrl-C"),
    (.signal(15), "terminated by SIGTERM (129: by SIGHUP; 131: by SIGQUIT)"),
  ]
}
