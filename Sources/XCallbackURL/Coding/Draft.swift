import JSONValue

/// A value on its way into a URL: what its `Codable` type says it is made of.
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
    /// Whether a list that is empty, or a flag that does not hold, is written so that it is told from none.
    let isMarked: Bool
  }

  /// The value as JSON; a type that wrote nothing is an empty object.
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
