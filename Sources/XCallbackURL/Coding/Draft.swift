import JSONValue

/// An encoded value before it becomes parameters.
final class Draft {
  var content = Content.nothing

  enum Content {
    case nothing
    case leaf(JSON)
    case list([Draft])
    case record([Member])
  }

  /// One member of a record.
  struct Member {
    let name: String
    let draft: Draft
    /// Whether to write an empty list or a false flag, to distinguish it from `nil`.
    let isMarked: Bool
  }

  /// The value as JSON; an empty object for a type that encodes nothing.
  func json(at path: [any CodingKey]) throws -> JSON {
    switch content {
    case .nothing: return [:]
    case .leaf(let value): return value
    case .list(let elements):
      return .array(try elements.enumerated().map { try $1.json(at: path + [WireKey(intValue: $0)]) })
    case .record(let members):
      try Self.refuseRepeats(members, at: path)
      return .object(
        JSON.Object(try members.map { ($0.name, try $0.draft.json(at: path + [WireKey(stringValue: $0.name)])) }))
    }
  }

  static func refuseRepeats(_ members: [Member], at path: [any CodingKey]) throws {
    var names: Set<[UInt8]> = []
    for member in members where !names.insert(Array(member.name.utf8)).inserted {
      throw EncodingError.repeated(path + [WireKey(stringValue: member.name)])
    }
  }

  func append(_ member: Member) {
    guard case .record(var members) = content else { return }
    content = .nothing
    members.append(member)
    content = .record(members)
  }

  func append(_ element: Draft) {
    guard case .list(var elements) = content else { return }
    content = .nothing
    elements.append(element)
    content = .list(elements)
  }

  var count: Int {
    guard case .list(let elements) = content else { return 0 }
    return elements.count
  }
}

extension EncodingError {
  fileprivate static func repeated(_ path: [any CodingKey]) -> EncodingError {
    .invalidValue(path, Context(codingPath: path, debugDescription: "is the name of two values"))
  }
}
