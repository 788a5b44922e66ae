package import JSONValue

/// Examples of an object. Most values are made from their member's name, so that members can be told apart.
extension EntityShape {
  /// The members without which the client refuses the object.
  package var neededNames: Set<String> { Set(neededMembers.keys) }

  /// An example with every member. What it contains has only what the client needs of it.
  package func whole(_ changes: JSON.Object = [:]) -> JSON {
    Self.example(of: allMembers, changes) { $1.value(named: $0) }
  }

  /// An example with only the members without which the client refuses the object.
  package func least(_ changes: JSON.Object = [:]) -> JSON {
    Self.example(of: neededMembers, changes) { $1.value(named: $0) }
  }

  /// An example whose values are of other types than Mastodon documents, as other servers send them.
  package func odd(_ changes: JSON.Object = [:]) -> JSON {
    Self.example(of: allMembers, changes) { $1.oddValue(named: $0) }
  }

  private var allMembers: [String: EntityShape] {
    guard case .members(let members) = self else { return [:] }
    return members
  }

  private var neededMembers: [String: EntityShape] {
    allMembers.filter { _, shape in
      if case .needed = shape { true } else { false }
    }
  }

  private static func example(
    of members: [String: EntityShape], _ changes: JSON.Object, value: (String, EntityShape) -> JSON
  ) -> JSON {
    var object = JSON.Object()
    for (name, shape) in members.sorted(by: { $0.key < $1.key }) { object[name] = value(name, shape) }
    for change in changes.members { object[change.name] = change.value }
    return .object(object)
  }

  private func value(named name: String) -> JSON {
    let number = name.utf8.reduce(0) { $0 + Int($1) }
    return switch self {
    case .text: .string(name)
    case .number: .int(number)
    case .truth: .bool(true)
    case .id: .string("\(number)")
    case .digits: .string("\(1_700_000_000 + number)")
    case .moment: .string("2024-01-02T03:04:\(10 + number % 50).000Z")
    case .day: .string("2024-01-\(10 + number % 20)")
    case .address: .string("https://a.example/\(name)")
    // The first word is often the default, which is no different from a missing one.
    case .one(let words): .string(words[words.count / 2])
    case .list(let shape): .array([shape.value(named: name)])
    case .members: neededNames.isEmpty ? whole() : least()
    case .anything: ["x": .string(name)]
    case .nullable(let shape), .optional(let shape), .needed(let shape): shape.value(named: name)
    }
  }

  private func oddValue(named name: String) -> JSON {
    let value = self.value(named: name)
    return switch self {
    case .number: .string(value.int.map { "\($0)" } ?? "")
    case .truth: .string("True")
    case .id, .digits: value.string.flatMap { Int($0) }.map { JSON.int($0) } ?? value
    case .moment: .string("2024-01-02T03:04:05")
    case .one: .string("x_new")
    case .list: .array([.null, value[0] ?? .null, 7])
    case .nullable: .null
    case .needed(let shape), .optional(let shape): shape.oddValue(named: name)
    case .text, .day, .address, .members, .anything: value
    }
  }
}
