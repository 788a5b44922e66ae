package import JSONValue

/// What is missing from the answer of a list action, which the callback tells next to the rows.
package struct Shortfall: Sendable, Hashable {
  /// The number of rows that the server sent and that could not be read.
  package var unreadable = 0
  /// What is wrong with the first of them.
  package var reason: String?
  /// The number of rows that were dropped because they are not what was asked for.
  package var unrequested = 0
  /// Whether the last page was full and came without a link, so that there may be more rows.
  package var mayBeCut = false
  /// Why the rows end here although there may be more.
  package var incomplete: Failure?

  package init() {}

  /// The names of the fields in a callback.
  private enum Name {
    static let unreadable = "unreadable"
    static let reason = "unreadableReason"
    static let unrequested = "unrequested"
    static let mayBeCut = "mayBeCut"
    static let incomplete = "incomplete"
    static let code = "incompleteCode"
    static let all = [unreadable, reason, unrequested, mayBeCut, incomplete, code]
  }

  /// The fields and their meaning, for help.
  package static let documented: [(name: String, summary: String)] = [
    (Name.unreadable, "the number of rows that the server sent and that could not be read"),
    (Name.reason, "what is wrong with the first of them"),
    (Name.unrequested, "the number of rows that were dropped because they are not what was asked for"),
    (Name.mayBeCut, "true if the last page was full and came without a link, so that there may be more rows"),
    (Name.incomplete, "why the rows end although there may be more"),
    (Name.code, "the errorCode of that reason"),
  ]

  /// The fields of a callback; none if nothing is missing.
  package var fields: [(name: String, value: JSON)] {
    let all: [(String, JSON?)] = [
      (Name.unreadable, unreadable > 0 ? .int(unreadable) : nil), (Name.reason, reason.map(JSON.string)),
      (Name.unrequested, unrequested > 0 ? .int(unrequested) : nil), (Name.mayBeCut, mayBeCut ? .bool(true) : nil),
      (Name.incomplete, incomplete.map { .string($0.message) }), (Name.code, incomplete.map { .int($0.code.rawValue) }),
    ]
    return all.compactMap { name, value in value.map { (name: name, value: $0) } }
  }

  /// Takes the fields out of the data of a callback, whose values may all be texts.
  package init(takingFrom data: inout JSON.Object) {
    func number(_ name: String) -> Int? { data[name].flatMap { $0.int ?? $0.string.flatMap { Int($0) } } }
    unreadable = number(Name.unreadable) ?? 0
    reason = data[Name.reason]?.string
    unrequested = number(Name.unrequested) ?? 0
    mayBeCut = data[Name.mayBeCut] == .bool(true) || data[Name.mayBeCut]?.string == "true"
    incomplete = data[Name.incomplete]?.string.map { message in
      Failure(number(Name.code).map { Failure.Code(rawValue: $0) } ?? .malformedAnswer, message)
    }
    for name in Name.all { data[name] = nil }
  }
}
