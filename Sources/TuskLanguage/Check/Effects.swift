package import JSONValue
package import XCallbackURL

/// What a script would change, read and reach: what a person is shown before they let it run.
package struct Effects: Sendable, Hashable {
  /// The actions, in the order in which they first stand in the script.
  package private(set) var actions: [Action] = []
  private var names: [Topic: [String]] = [:]

  /// What a script reaches beside its actions.
  package enum Topic: String, Sendable, Hashable, CaseIterable {
    /// The accounts that it acts as beside the one that is chosen.
    case accounts
    /// The files that it reads.
    case reads
    /// The files and folders that it writes into.
    case writes
    /// What it brings from the web.
    case downloads
    /// The programs that it runs.
    case programs
    /// The scripts that it runs; what they do is not looked into.
    case scripts
    /// When it runs again by itself: `every 6h`, `at 09:00`.
    case schedules
  }

  /// An action that is carried out, and how often.
  package struct Action: Sendable, Hashable {
    package let signature: Signature
    package var count: Count
  }

  /// How often something is done.
  package enum Count: Sendable, Hashable {
    case times(Int)
    /// Once for each argument of the script.
    case arguments
    /// As often as a loop or a schedule has it.
    case many
  }

  package init() {}

  /// The effects of these statements; verbs that they make count where they are used.
  package init(of statements: [Statement], resolver: Resolver) {
    var analysis = EffectAnalysis(resolver: resolver, definitions: statements.definitions)
    analysis.read(statements)
    self = analysis.effects
  }

  /// What the script reaches of this sort, as it is written there, in its order.
  package subscript(_ topic: Topic) -> [String] { names[topic] ?? [] }

  /// The effect that weighs most; `nil` where there are no actions.
  package var worst: Signature.Effect? {
    actions.map(\.signature.worstEffect).max { $0.weight < $1.weight }
  }

  /// Whether an account is changed.
  package var changesAccount: Bool { actions.contains { $0.signature.worstEffect.changesAccount } }

  /// The effects as a person reads them, a line each; actions that only read are left out.
  package var lines: [String] {
    let changes = actions.filter(\.signature.worstEffect.isWrite).map { action in
      let name = action.signature.preferredVerb
      return "\(name): \(action.signature.summary)\(action.count.suffix)"
    }
    let rest = Topic.allCases.flatMap { topic in self[topic].map { "\(topic.words) \($0)" } }
    return changes + rest
  }

  /// The effects for programs.
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

  /// Adds a name that is not there yet.
  mutating func add(_ name: String, to topic: Topic) {
    guard !self[topic].contains(name) else { return }
    names[topic, default: []].append(name)
  }

  /// Adds what a verb of the script does, as often as it is used.
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
    case .accounts: "acts as"
    case .reads: "reads"
    case .writes: "writes"
    case .downloads: "brings from the web"
    case .programs: "runs the program"
    case .scripts: "runs the script, which is not looked into,"
    case .schedules: "runs"
    }
  }
}

extension Effects.Count {
  fileprivate func adding(_ other: Effects.Count) -> Effects.Count {
    switch (self, other) {
    case (.many, _), (_, .many): .many
    case (.arguments, _), (_, .arguments): .arguments
    case (.times(let left), .times(let right)): .times(min(left + right, Effects.Count.most))
    }
  }

  func repeated(_ other: Effects.Count) -> Effects.Count {
    switch (self, other) {
    case (.many, _), (_, .many), (.arguments, .arguments): .many
    case (.arguments, _), (_, .arguments): .arguments
    case (.times(let left), .times(let right)): .times(min(left * right, Effects.Count.most))
    }
  }

  /// More than anybody wants counted, and little enough to be multiplied with itself.
  private static var most: Int { 1_000_000 }

  fileprivate var suffix: String {
    switch self {
    case .times(1): ""
    case .times(let count): " (\(count) times)"
    case .arguments: " (for each argument of the script)"
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
  /// The verbs that are made at the top of these lines.
  fileprivate var definitions: [String: Definition] {
    let made = compactMap { statement -> (String, Definition)? in
      guard case .definition(let definition) = statement.form else { return nil }
      return (definition.verb.value, definition)
    }
    return Dictionary(made, uniquingKeysWith: { first, _ in first })
  }
}
