import JSONValue
package import TuskCommon
package import TuskLanguage

/// The state of a script at one point of its run: its variables, its verbs, its account and its `once` block.
package struct Frame: Sendable {
  /// The variables and their values.
  package private(set) var names: [String: RuntimeValue] = [:]
  /// The verbs that the script defined.
  package var definitions: [String: DefinedVerb] = [:]
  /// The values of `$1`, `$2` and so on.
  var arguments: [RuntimeValue]
  /// The names of the script's parameters so far.
  var parameters: [String] = []
  /// The value of `$_`.
  var last: RuntimeValue?
  /// The account that acts; `nil` for the current one.
  var account: String?
  /// How requests respond to a server's rate limit.
  package var rate = RateOptions()
  /// The innermost `once` block that is running.
  var onceScope: OnceScope?
  /// The source that spans refer to.
  package var source: Source
  /// The commands of the source that were resolved when it was checked.
  package var resolutions = Resolutions()
  /// The schedules that start after the last line of the script.
  var schedules: [Schedule] = []
  /// The key of the job that is taken back.
  var undoneJob: String?
  /// The number of the command that makes several changes, in the log of changes; `nil` if it makes one.
  var command: Int?
  /// How many changes changed nothing, because it was so before.
  var needless = 0
  /// Whether changes take others back, so that they are not undone in turn.
  var isUndoing = false
  /// Whether a schedule is running.
  var isScheduled = false
  /// How many items failed and were skipped.
  package var skipped = 0
  /// How many of these failed because what they were to change does not exist.
  var gone = 0
  /// Whether an error is caught that states what the failed program wrote to standard error.
  var keepsErrors = false
  /// How deep calls of scripts and verbs are nested.
  var depth = 0

  /// A verb that a script defined, and the source of its definition.
  package struct DefinedVerb: Sendable {
    package let definition: Definition
    let source: Source
  }

  package init(source: Source, arguments: [String] = []) {
    self.source = source
    self.arguments = arguments.map { RuntimeValue.argument($0).coming(from: .local) }
  }

  /// How deep calls may be nested.
  static let maxDepth = 64

  /// Whether running the script again continues where it stopped, because of a `once` block.
  package var isResumable = false

  /// Whether the script has set up schedules.
  package var hasSchedules: Bool { !schedules.isEmpty }

  /// Assigns a variable.
  mutating func set(_ name: String, _ value: RuntimeValue) {
    names[name] = value
    onceScope?.changed.insert(name)
  }

  /// Assigns the variable of a loop, or restores or removes it, without recording the change.
  mutating func setLocally(_ name: String, _ value: RuntimeValue?) {
    names[name] = value
  }

  /// Forgets the variables whose text came from a server or another app, which mean nothing on another server.
  package mutating func forgetRemote() {
    names = names.filter { !$0.value.isRemote }
    last = nil
  }

  /// Whether a variable may hold the value of the command: a verb of the script can return one of its inputs.
  func mayBeNamed(resultOf step: Pipeline.Step) -> Bool {
    guard case .command(let command) = step else { return false }
    return definitions[command.verb.value] != nil
  }

  /// The number of the line at a span.
  func line(of span: Span) -> Int { source.line(at: span.start) }

  /// The frame in which a verb of the script starts: its inputs are the only variables.
  func forCall(of verb: DefinedVerb, inputs: [String: RuntimeValue]) -> Frame {
    var frame = self
    frame.names = inputs
    frame.source = verb.source
    frame.onceScope?.changed = []
    frame.depth += 1
    return frame
  }

  /// Takes over what a call changed, except for its variables.
  mutating func resume(after call: Frame) {
    last = call.last
    (skipped, gone, needless) = (call.skipped, call.gone, call.needless)
    onceScope?.resume(after: call.onceScope)
  }
}

/// A `once` block that is running.
struct OnceScope: Sendable {
  let attempt: OnceAttempt
  /// The account whose block it is; `nil` for the current one.
  let account: String?
  /// The names of this block and of those around it.
  let open: Set<OnceName>

  init(_ attempt: OnceAttempt, _ outer: Set<OnceName>, _ account: String?, _ place: Interpreter.OncePlace) {
    self.attempt = attempt
    self.account = account
    open = outer.union([attempt.name])
    (only, isJob) = (place.effect, place.isJob)
  }

  /// A scope that only counts changes.
  static var counting: OnceScope {
    let name = OnceName(script: "", account: "", key: "")
    return OnceScope(OnceAttempt(name, id: 0, generation: 0), [], nil, Interpreter.OncePlace())
  }

  /// Distinguishes the changes of items that run in parallel.
  var prefix = ""
  /// The place of the change on a line with a URL, as a plan names it; `nil` in a block.
  var only: String?
  /// Whether it is the block of a job.
  let isJob: Bool
  /// Whether the block is done, so that changes only return what they returned then.
  var isDone = false
  /// How many times each change was made so far. A block may make a hundred thousand, so only the digests of their
  /// descriptions are kept; if two were the same, their changes would be counted together, each time the block runs.
  private(set) var counts: [UInt64: Int] = [:]
  /// The variables that were assigned.
  var changed: Set<String> = []

  /// Distinguishes the changes of a parallel loop from those of earlier loops.
  mutating func beginLoop() {
    counts["for".digest, default: 0] += 1
  }

  /// Takes over what a call counted.
  mutating func resume(after call: OnceScope?) { counts = call?.counts ?? [:] }

  /// The block within an item of the latest loop.
  func within(item: Int) -> OnceScope {
    var onceScope = self
    onceScope.prefix += "for \(counts["for".digest] ?? 0) item \(item) "
    return onceScope
  }

  /// The next change with this description.
  mutating func effect(_ description: String) -> Dispatcher.OnceChange {
    let parts = (only ?? nextPlace(of: description)).split(separator: ":", omittingEmptySubsequences: false)
    let prefix = parts.dropLast().joined(separator: ":")
    let name = "\(prefix.isEmpty ? "" : prefix + " ")\(description)#\(parts.last ?? "1")"
    return Dispatcher.OnceChange(attempt: attempt, name: name, isOfJob: isJob)
  }

  /// Which change with this description the next one is, as a plan names it: `2`, or `for 1 item 3:2`.
  mutating func nextPlace(of description: String) -> String {
    let digest = description.digest
    let count = (counts[digest] ?? 0) + 1
    counts[digest] = count
    return prefix.isEmpty ? String(count) : "\(prefix.dropLast()):\(count)"
  }
}

extension String {
  /// A digest of 64 bits that is the same in each process: FNV-1a.
  fileprivate var digest: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
