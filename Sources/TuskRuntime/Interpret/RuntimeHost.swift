package import JSONValue
package import TuskCommon
package import TuskLanguage
package import XCallbackURL

/// What a running script needs from the program around it: files, environment variables, help, the journal, the clock, the
/// engine, other apps and output.
package protocol RuntimeHost: Sendable {
  /// Where answers to the run's requests arrive.
  var inbox: CallbackInbox { get }
  var clock: WallClock { get }
  /// The journal; `nil` if nothing is recorded.
  var ledger: (any Ledger)? { get }

  /// Hands a URL to the engine and returns its reply.
  func open(_ url: CallbackURL, with options: Dispatcher.RequestOptions) async -> EngineReply

  /// What the server lacks for a URL, a clause each; the URL is not opened.
  func lacks(for url: CallbackURL, as account: String?) async -> [String]

  /// Hands a URL to the app that its scheme belongs to.
  ///
  /// - Throws: ``Dispatcher/Declined`` if a person declined the call, ``Failure`` if it cannot be made.
  func openApp(
    _ url: CallbackURL, for signature: Signature, with options: Dispatcher.RequestOptions
  ) async throws

  /// Asks a person once about several changes that differ in their subject alone.
  ///
  /// - Parameter title: what they are together, such as `delete 3 statuses`.
  /// - Returns: whether they may be made; `nil` if each is decided on by itself.
  /// - Throws: ``Failure`` if permissions cannot be read or written.
  func decide(
    on urls: [CallbackURL], _ title: String, with options: Dispatcher.RequestOptions
  ) async throws(Failure) -> Result<Void, Dispatcher.Declined>?

  /// Reads at once what the next changes have to know of what is there now, where a server can tell it of many things.
  func readAhead(for urls: [CallbackURL], as account: String?) async

  /// Keeps the changes of a session at the prompt, so that the next one can take them back.
  func keepChanges(_ changes: JSON)

  /// The changes of the last session at the prompt; `nil` if there are none.
  func keptChanges() -> JSON?

  /// Tells a person how much work begins, and asks where it wants confirmation.
  ///
  /// - Returns: when it will be done, in seconds since 1970; `nil` if no limit delays it.
  /// - Throws: ``Failure`` if it was not confirmed.
  func begin(_ work: BulkWork) async throws(Failure) -> Int?

  /// The text of a file; the path `-` is standard input.
  func contents(ofFile path: String) throws(Failure) -> String

  /// The source of another script.
  ///
  /// - Parameter script: the name of the script that says the path, which is relative to its folder; `nil` for typed
  ///   lines.
  func script(at path: String, from script: String?) throws(Failure) -> Source

  /// The answer of the person at the terminal; `nil` if there is none.
  ///
  /// - Parameter default: the answer for a person who only presses Enter.
  /// - Throws: ``Failure`` if nobody can be asked.
  func answer(to question: String, default: String?) async throws(Failure) -> String?

  /// The terminal of the person who typed the line, for the programs whose output goes there; `nil` if there is none.
  /// What was shown so far is read before.
  func foregroundTerminal() -> ForegroundTerminal?

  /// The names of the signed-in accounts with a tag; of all for `nil`.
  func accounts(tagged tag: String?) throws(Failure) -> [String]

  /// The value of an environment variable.
  func environmentVariable(_ name: String) -> String?

  /// The help on a verb, or the overview for an empty topic; `nil` if there is no such verb.
  func help(on topic: String) -> String?

  /// The help on an app, or a list of all apps; `nil` if there is no such app.
  func help(onApp name: String?) -> String?

  /// The text that an event writes to a file; `nil` for events that are for people only.
  func fileText(for event: Interpreter.Event, options: CommandOptions) -> String?

  /// Shows an event to the person or program that reads the results.
  func show(_ event: Interpreter.Event) async
}

extension RuntimeHost {
  /// Whether the person at the terminal answers a question with yes, and does not only press Enter.
  ///
  /// - Throws: ``Failure`` if nobody can be asked.
  package func agrees(to question: String) async throws(Failure) -> Bool {
    ["y", "yes"].contains(try await answer(to: "\(question) (y/n)?", default: "n")?.lowercased() ?? "")
  }

  package func foregroundTerminal() -> ForegroundTerminal? { nil }

  package func lacks(for url: CallbackURL, as account: String?) async -> [String] { [] }

  package func decide(
    on urls: [CallbackURL], _ title: String, with options: Dispatcher.RequestOptions
  ) async throws(Failure) -> Result<Void, Dispatcher.Declined>? { nil }

  package func begin(_ work: BulkWork) async throws(Failure) -> Int? { nil }

  package func readAhead(for urls: [CallbackURL], as account: String?) async {}

  package func keepChanges(_ changes: JSON) {}

  package func keptChanges() -> JSON? { nil }
}
