import JSONValue
package import TuskCommon
package import TuskLanguage

/// What a script knows at one point of its run: its names, its verbs, and as whom and within what it acts.
package struct Frame: Sendable {
  /// The values that have names.
  package private(set) var names: [String: RuntimeValue] = [:]
  /// The verbs that the script made.
  package var definitions: [String: DefinedVerb] = [:]
  /// What `$1` and its successors stand for.
  var arguments: [RuntimeValue]
  /// The last result.
  var last: RuntimeValue?
  /// Which account acts, where the script says so.
  var account: String?
  /// What is done where a server wants fewer requests.
  package var limits = RateOptions()
  /// The block that is done once, and what was done within it.
  var onceScope: OnceScope?
  /// The text that spans point into.
  package var source: Source
  /// The schedules that begin when the script's last line has run.
  var schedules: [Schedule] = []
  /// How many items failed and were stepped over.
  package var skipped = 0
  /// How many scripts and verbs are being run within one another.
  var depth = 0

  /// A verb that a script made, and the text it stands in.
  package struct DefinedVerb: Sendable {
    let definition: Definition
    let source: Source
  }

  package init(source: Source, arguments: [String] = []) {
    self.source = source
    self.arguments = arguments.map { RuntimeValue.text($0) }
  }

  /// The most that may run within one another.
  static let maxDepth = 64

  /// Whether a run that was stopped goes on there, because something is done once.
  package var goesOn = false

  /// Whether anything is to run at certain times.
  package var hasSchedules: Bool { !schedules.isEmpty }

  /// Gives a value a name.
  mutating func set(_ name: String, _ value: RuntimeValue) {
    names[name] = value
    onceScope?.changed.insert(name)
  }

  /// Gives the name of a loop its item, or takes it back.
  mutating func setLocally(_ name: String, _ value: RuntimeValue?) {
    names[name] = value
  }

  /// Whether what a command answers may have a name: a verb of the script can answer what it was given.
  func mayName(resultOf step: Pipeline.Step) -> Bool {
    guard case .command(let command) = step else { return false }
    return definitions[command.verb.value] != nil
  }

  /// The number of the line where something stands.
  func line(of span: Span) -> Int { source.line(at: span.start) }

  /// What a verb made by the script knows when it begins: its inputs and the other verbs.
  func forCall(of verb: DefinedVerb, inputs: [String: RuntimeValue]) -> Frame {
    var frame = self
    frame.names = inputs
    frame.source = verb.source
    frame.onceScope?.changed = []
    frame.depth += 1
    return frame
  }

  /// Takes over what a call changed beside its names.
  mutating func resume(after call: Frame) {
    last = call.last
    skipped = call.skipped
    onceScope?.counts = call.onceScope?.counts ?? [:]
  }
}

/// A block that is done once, while it is being done.
struct OnceScope: Sendable {
  let attempt: LedgerAttempt
  /// The blocks that it stands in, and itself: who acts, and under which key.
  let open: Set<Opened>

  /// What sets a block that is done once apart.
  struct Opened: Sendable, Hashable {
    let account: String?
    let key: String
  }

  /// Sets apart what items that run at the same time do.
  var prefix = ""
  /// How often each change was made so far.
  var counts: [String: Int] = [:]
  /// The names that were set.
  var changed: Set<String> = []

  /// Sets what a loop does with several items at once apart from what the loops before it did.
  mutating func beginLoop() {
    counts["for", default: 0] += 1
  }

  /// The same block as an item of the last loop knows it.
  func within(item: Int) -> OnceScope {
    var onceScope = self
    onceScope.prefix += "for \(counts["for"] ?? 0) item \(item) "
    return onceScope
  }

  /// The next change of this description.
  mutating func effect(_ description: String) -> Dispatcher.Effect {
    let count = (counts[description] ?? 0) + 1
    counts[description] = count
    return Dispatcher.Effect(attempt: attempt, name: "\(prefix)\(description)#\(count)")
  }
}
