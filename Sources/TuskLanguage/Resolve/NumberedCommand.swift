import TuskCommon
import XCallbackURL

/// A command whose arguments may be the numbers of rows.
struct NumberedCommand {
  private let command: Command
  private let verb: Resolver.Verb
  private let rows: ShownRows

  /// - Returns: `nil` for a verb of the language and for an unknown one.
  init?(_ command: Command, _ resolver: Resolver, _ rows: ShownRows) {
    guard resolver.ownVerb(of: command) == nil, let verb = resolver.verb(of: command) else { return nil }
    self.command = command
    self.verb = verb
    self.rows = rows
  }

  private var signatures: [Signature] { [verb.signature] + verb.others }

  func edits() throws(Diagnostic) -> [Diagnostic.Edit] {
    var edits: [Diagnostic.Edit] = []
    var position = 0
    for argument in command.arguments.dropFirst(verb.length) {
      switch argument {
      case .value(let value):
        edits += try self.edits(of: value, naming: kinds(at: position))
        position += 1
      case .setting(let setting):
        guard case .value(let value) = setting.content else { continue }
        edits += try self.edits(of: value, naming: kinds(of: setting.key.value))
      }
    }
    return edits
  }

  /// The kinds that a value at this place after the verb can name: a subject first, then what an operand refers to.
  private func kinds(at position: Int) -> [ReferenceKind] {
    let operands = signatures.flatMap(\.parameters).filter { $0.place == .operand }
    let subjects = signatures.compactMap { $0.subject?.kind }
    return position == 0 ? subjects : operands.isEmpty ? subjects : operands.compactMap(\.referenceKind)
  }

  private func kinds(of key: String) -> [ReferenceKind] {
    signatures.compactMap { $0.parameter(named: key)?.referenceKind }
  }

  private func edits(of value: Value, naming kinds: [ReferenceKind]) throws(Diagnostic) -> [Diagnostic.Edit] {
    guard !kinds.isEmpty else { return [] }
    if case .list(let values) = value.form {
      var edits: [Diagnostic.Edit] = []
      for value in values { edits += try self.edits(of: value, naming: kinds) }
      return edits
    }
    guard let word = value.literalWord, let names = try names(of: word, kinds, value.span) else { return [] }
    return [Diagnostic.Edit(value.span, names.joined(separator: " "))]
  }

  /// The references that a word stands for; `nil` if it is an ordinary word.
  private func names(of word: String, _ kinds: [ReferenceKind], _ span: Span) throws(Diagnostic) -> [String]? {
    if word == "it" {
      guard let last = rows.last else { throw .nothingShown(span) }
      return [try reference(of: last, kinds, "it", span)]
    }
    guard let range = Self.range(word) else { return nil }
    guard let highest = range.last, highest <= rows.rows.count, range.first != 0 else {
      throw .noRow(word, of: rows.rows.count, span)
    }
    var names: [String] = []
    for number in range { names.append(try reference(of: rows.rows[number - 1], kinds, "row \(number)", span)) }
    return names
  }

  /// `3` or `2-5`.
  private static func range(_ word: String) -> ClosedRange<Int>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(ends.count), ends.allSatisfy({ (1...6).contains($0.utf8.count) }),
      ends.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
      let first = Int(ends[0]), let last = Int(ends[ends.count - 1]), first <= last
    else { return nil }
    return first...last
  }

  private func reference(
    of row: ShownRows.Row, _ kinds: [ReferenceKind], _ name: String, _ span: Span
  ) throws(Diagnostic) -> String {
    let fitting = row.references.filter { kinds.contains($0.kind) }
    guard let first = fitting.first else { throw .rowOfOtherKind(name, row, verb, span) }
    // A change must not depend on which of two things was meant.
    let others = fitting.filter { $0.kind != first.kind }
    if let other = others.first, signatures.contains(where: \.effect.changesAccount) {
      throw .ambiguousRow(name, first, other, span)
    }
    return first.text
  }
}

extension Parameter {
  fileprivate var referenceKind: ReferenceKind? {
    switch type {
    case .identifier(let kind), .reference(let kind): kind
    default: nil
    }
  }
}

extension Diagnostic {
  fileprivate static func nothingShown(_ span: Span) -> Diagnostic {
    Diagnostic(.outOfRange, at: span, "nothing was shown or made alone yet, which 'it' would name")
  }

  fileprivate static func noRow(_ word: String, of count: Int, _ span: Span) -> Diagnostic {
    let found =
      count == 0
      ? "no list was shown yet, whose rows a number would name"
      : "the last list has \(count.counting("row")), not \(word)"
    return Diagnostic(.outOfRange, at: span, found, label: "write status:\(word) for an identifier")
  }

  fileprivate static func rowOfOtherKind(
    _ name: String, _ row: ShownRows.Row, _ verb: Resolver.Verb, _ span: Span
  ) -> Diagnostic {
    let found = row.references.first?.kind.withArticle ?? "nothing that has a reference"
    return Diagnostic(.wrongKind, at: span, "'\(verb.spelling.value)' needs \(verb.neededKinds); \(name) is \(found)")
  }

  fileprivate static func ambiguousRow(
    _ name: String, _ first: ShownRows.Reference, _ other: ShownRows.Reference, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      .conflictingArgs, at: span, "\(name) can be \(first.text) or \(other.text): write the one you mean")
  }
}
