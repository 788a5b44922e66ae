package import JSONValue
package import XCallbackURL

/// What a script would change, read and access; shown to a person before they allow it to run.
package struct Effects: Sendable, Hashable {
  /// The actions, in the order of their first use in the script.
  package private(set) var actions: [Action] = []
  private var names: [Topic: [String]] = [:]

  /// What a script accesses besides its actions.
  package enum Topic: String, Sendable, Hashable, CaseIterable {
    /// The names of the accounts it acts as, besides the selected one.
    case accounts
    /// The accounts that are not known before the run.
    case unknownAccounts
    /// The files it reads.
    case reads
    /// The files and folders it writes to.
    case writes
    /// The URLs it downloads.
    case downloads
    /// The programs it runs.
    case programs
    /// The scripts it runs.
    case scripts
    /// Those of them that are not known before the run.
    case unknownScripts
    /// The URLs whose action is not known before the run.
    case unknownActions
    /// Its schedules: `every 6h`, `at 09:00`.
    case schedules
  }

  /// An action and how often it runs.
  package struct Action: Sendable, Hashable {
    package let signature: Signature
    package var count: Count
  }

  /// How often an action runs.
  package enum Count: Sendable, Hashable {
    case times(Int)
    /// Once for each argument of the script.
    case arguments
    /// In a loop or on a schedule, an unknown number of times.
    case many
  }

  package init() {}

  /// The effects of these statements; those of verbs and scripts count wherever they run.
  ///
  /// - Parameters:
  ///   - scripts: the scripts that the statements run with `source`.
  ///   - omitsOnce: whether to leave out what runs once.
  package init(
    of statements: [Statement], resolver: Resolver, scripts: SourcedScripts = SourcedScripts(), omitsOnce: Bool = false
  ) {
    self = EffectAnalysis(of: statements, resolver: resolver, scripts: scripts, omitsOnce: omitsOnce).effects
  }

  /// What the script accesses, as written, in source order.
  package subscript(_ topic: Topic) -> [String] { names[topic] ?? [] }

  /// The most severe effect; `nil` if there are no actions.
  package var worst: Signature.Effect? {
    actions.map(\.signature.worstEffect).max { $0.weight < $1.weight }
  }

  /// Whether the script changes an account, or may change it by a script or an action that is not known before the run.
  package var changesAccount: Bool {
    actions.contains { $0.signature.worstEffect.changesAccount } || !self[.unknownScripts].isEmpty
      || !self[.unknownActions].isEmpty
  }

  /// The first thing in words that would be done twice if the statements ran twice; `nil` if they only read.
  package var repeatable: String? {
    if let action = actions.first(where: { $0.signature.worstEffect.isWrite }) {
      return "does '\(action.signature.preferredVerb)'"
    }
    let topics = [Topic.writes, .programs, .unknownScripts, .unknownActions]
    return topics.lazy.compactMap { topic in self[topic].first.map { "\(topic.words) \($0)" } }.first
  }

  /// The effects in words, a line each, without actions that only read.
  package var lines: [String] {
    let changes = actions.filter(\.signature.worstEffect.isWrite).map { action in
      let name = action.signature.preferredVerb
      return "\(name): \(action.signature.summary)\(action.count.suffix)"
    }
    let rest = Topic.allCases.flatMap { topic in
      let shown = topic == .scripts ? self[topic].filter { !self[.unknownScripts].contains($0) } : self[topic]
      let end = topic == .unknownAccounts ? " (known only when it runs)" : ""
      return shown.map { "\(topic.words) \($0)\(end)" }
    }
    return changes + rest
  }

  /// The effects as JSON.
  package var json: JSON {
    let topics = Topic.allCases.map { topic in
      (name: topic.rawValue, value: JSON.array(self[topic].map(JSON.string)))
    }
    let own: [(name: String, value: JSON)] = [
      ("actions", .array(actions.map(\.json))), ("worst", worst.map { .string($0.name) } ?? .null),
    ]
    return .object(JSON.Object(own + topics))
  }
}

extension Effects {
  mutating func add(_ signature: Signature, _ count: Count) {
    guard let index = actions.firstIndex(where: { $0.signature.action == signature.action }) else {
      return actions.append(Action(signature: signature, count: count))
    }
    actions[index].count = actions[index].count.adding(count)
  }

  /// Adds a name unless it is already listed.
  mutating func add(_ name: String, to topic: Topic) {
    guard !self[topic].contains(name) else { return }
    names[topic, default: []].append(name)
  }

  /// Adds the effects of a verb of the script for each of its calls.
  mutating func add(_ other: Effects, _ count: Count) {
    for action in other.actions { add(action.signature, action.count.repeated(count)) }
    for (topic, names) in other.names {
      for name in names { add(name, to: topic) }
    }
  }
}

extension Effects.Topic {
  fileprivate var words: String {
    switch self {
    case .accounts, .unknownAccounts: "acts as"
    case .reads: "reads"
    case .writes: "writes"
    case .downloads: "downloads"
    case .programs: "runs the program"
    case .scripts: "runs the script"
    case .unknownScripts: "runs the script (not analyzed)"
    case .unknownActions: "performs an action that is known only when it runs:"
    case .schedules: "runs"
    }
  }
}

extension Effects.Count {
  fileprivate func adding(_ other: Effects.Count) -> Effects.Count {
    switch (self, other) {
    case (.many, _), (_, .many): .many
    case (.arguments, _), (_, .arguments): .arguments
    case (.times(let left), .times(let right)): .times(min(left + right, Effects.Count.max))
    }
  }

  func repeated(_ other: Effects.Count) -> Effects.Count {
    switch (self, other) {
    case (.many, _), (_, .many), (.arguments, .arguments): .many
    case (.arguments, _), (_, .arguments): .arguments
    case (.times(let left), .times(let right)): .times(min(left * right, Effects.Count.max))
    }
  }

  /// Enough for any script, and small enough to be multiplied by itself.
  private static var max: Int { 1_000_000 }

  fileprivate var suffix: String {
    switch self {
    case .times(1): ""
    case .times(let count): " (\(count) times)"
    case .arguments: " (once for each script argument)"
    case .many: " (in a loop)"
    }
  }
}

extension Effects.Action {
  fileprivate var json: JSON {
    let times: JSON =
      switch count {
      case .times(let count): .int(count)
      case .arguments: "each argument"
      case .many: "many"
      }
    return [
      "action": .string(signature.action), "verb": .string(signature.preferredVerb),
      "effect": .string(signature.worstEffect.name), "times": times,
    ]
  }
}

extension Signature.Effect {
  fileprivate var weight: Int {
    switch self {
    case .read: 0
    case .present: 1
    case .file: 2
    case .reversible: 3
    case .destructive: 4
    case .mass: 5
    }
  }

  fileprivate var name: String {
    switch self {
    case .read: "read"
    case .present: "present"
    case .reversible: "reversible"
    case .destructive: "destructive"
    case .mass: "mass"
    case .file: "file"
    }
  }
}

extension [Statement] {
  /// The verbs that these lines of a script define.
  func definitions(in script: String) -> [String: [(definition: Definition, script: String)]] {
    var found: [String: [(definition: Definition, script: String)]] = [:]
    for case .definition(let definition) in map(\.form) {
      found[definition.verb.value, default: []].append((definition, script))
    }
    return found
  }
}
