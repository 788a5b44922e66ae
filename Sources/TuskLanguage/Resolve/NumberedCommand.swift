import TuskCommon
import XCallbackURL

/// A command whose arguments may be the numbers of rows.
struct NumberedCommand {
  private let command: Command
  let verb: Resolver.Verb
  private let rows: ShownRows

  /// - Returns: `nil` for a verb of the language and for an unknown one.
  init?(_ command: Command, _ resolver: Resolver, _ rows: ShownRows) {
    guard resolver.ownVerb(of: command) == nil, let verb = resolver.verb(of: command) else { return nil }
    self.init(command, verb, rows)
  }

  /// - Parameter verb: the verb that the rows are for.
  init(_ command: Command, _ verb: Resolver.Verb, _ rows: ShownRows) {
    self.command = command
    self.verb = verb
    self.rows = rows
  }

  /// The values that may be numbers of rows, and the kinds that each takes.
  var places: [(value: Value, kinds: [ReferenceKind])] {
    var places: [(value: Value, kinds: [ReferenceKind])] = []
    var isFirst = true
    for argument in command.arguments.dropFirst(verb.length) {
      switch argument {
      case .value(let value):
        if isFirst || operands.isEmpty { places.append((value, verb.candidates.compactMap { $0.subject?.kind })) }
        isFirst = false
      case .setting(let setting):
        if case .value(let value) = setting.content { places.append((value, kinds(of: setting.key.value))) }
      }
    }
    return places
  }

  func edits() throws(Diagnostic) -> [Diagnostic.Edit] {
    var edits: [Diagnostic.Edit] = []
    var position = 0
    for argument in command.arguments.dropFirst(verb.length) {
      switch argument {
      case .value(let value):
        if position == 0 || operands.isEmpty {
          edits += try self.edits(of: value, naming: verb.candidates.compactMap { $0.subject?.kind })
        } else if let word = value.literalWord, let number = Int(word), let row = rows[number] {
          try refuse(word, row, value.span)
        }
        position += 1
      case .setting(let setting):
        guard case .value(let value) = setting.content else { continue }
        let named = try self.edits(of: value, naming: kinds(of: setting.key.value))
        // Several references are no value.
        if let several = named.first(where: { $0.text.contains(" ") }) { throw .severalRows(several.span) }
        edits += named
      }
    }
    return edits
  }

  private var operands: [Parameter] { verb.candidates.flatMap(\.parameters).filter { $0.place == .operand } }

  /// The kinds with a title, which may be a number, so that the numbers of rows name no such thing in a parameter.
  static let titled: Set<ReferenceKind> = [.list, .filter, .collection, .tag, .domain, .emoji]

  private func kinds(of key: String) -> [ReferenceKind] {
    verb.candidates.compactMap { $0.parameter(named: key)?.type.kind }.filter { !Self.titled.contains($0) }
  }

  /// Refuses a number that is an identifier there, although a row of that number is on the screen.
  private func refuse(_ word: String, _ row: ShownRows.Row, _ span: Span) throws(Diagnostic) {
    let kinds = operands.compactMap(\.type.kind)
    guard let meant = row.references.first(where: { kinds.contains($0.kind) }) else { return }
    guard let itself = ShownRows.Reference(meant.kind, "\(meant.kind.rawValue):\(word)") else { return }
    throw .ambiguousRow("'\(word)'", itself, meant, span)
  }

  func edits(of value: Value, naming kinds: [ReferenceKind]) throws(Diagnostic) -> [Diagnostic.Edit] {
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
    guard let range = ShownRows.numbers(in: word) else { return nil }
    var names: [String] = []
    for number in range {
      guard let row = rows[number] else { throw .noRow(word, kinds[0], of: rows, span) }
      names.append(try reference(of: row, kinds, "row \(number)", span))
    }
    return names
  }

  private func reference(
    of row: ShownRows.Row, _ kinds: [ReferenceKind], _ name: String, _ span: Span
  ) throws(Diagnostic) -> String {
    let account = command.settings(named: "as").first?.value?.source
    guard account == row.account else { throw .otherAccount(name, row.account, span) }
    let fitting = row.references.filter { kinds.contains($0.kind) }
    guard let first = fitting.first else { throw .rowOfOtherKind(name, row, verb, span) }
    // A change must not depend on which of two things was meant.
    let others = fitting.filter { $0.kind != first.kind }
    if let other = others.first, verb.candidates.contains(where: \.effect.changesAccount) {
      throw .ambiguousRow(name, first, other, span)
    }
    let actsOnRow = verb.candidates.contains { $0.subject?.kind == first.kind && $0.subject?.isRow == true }
    return (actsOnRow ? row.boost ?? first : first).text
  }
}

extension Resolver {
  /// The line with a reference in place of each number of a row and of `it`, for a checker that knows no rows.
  func withoutRows(_ line: String) -> String {
    let source = Source(line)
    guard case .success(let statements) = ParsedSource(source, mode: .repl).statements,
      case .pipeline(let pipeline)? = statements.first?.form, case .command(let command) = pipeline.first,
      ownVerb(of: command) == nil, let verb = verb(of: command),
      let kind = verb.candidates.compactMap({ $0.subject?.kind }).first(where: { !NumberedCommand.titled.contains($0) })
    else { return line }
    let hasOperands = verb.candidates.contains { $0.parameters.contains { $0.place == .operand } }
    var edits: [Diagnostic.Edit] = []
    for argument in command.arguments.dropFirst(verb.length).prefix(hasOperands ? 1 : Int.max) {
      guard case .value(let value) = argument, let word = value.literalWord,
        word == "it" || ShownRows.numbers(in: word) != nil
      else { break }
      edits.append(Diagnostic.Edit(value.span, "\(kind.rawValue):1"))
    }
    return Diagnostic.line(of: source, after: edits) ?? line
  }
}

extension ShownRows {
  fileprivate subscript(number: Int) -> Row? {
    rows.indices.contains(number - first) ? rows[number - first] : nil
  }
}

extension Diagnostic {
  fileprivate static func nothingShown(_ span: Span) -> Diagnostic {
    Diagnostic(.outOfRange, at: span, "the last line showed or made nothing alone, which 'it' would name")
  }

  fileprivate static func noRow(
    _ word: String, _ kind: ReferenceKind, of rows: ShownRows, _ span: Span
  ) -> Diagnostic {
    let count = rows.highest
    guard count > 0 else {
      return Diagnostic(
        .outOfRange, at: span, "no list with numbers is shown, whose rows a number would name",
        label: "write \(kind.rawValue):\(word) for an identifier")
    }
    guard rows.first == 1 else {
      return Diagnostic(.outOfRange, at: span, "the rows that are kept are \(rows.first) to \(count), not \(word)")
    }
    // An identifier of a few digits would be that of a stranger's status.
    return Diagnostic(
      .outOfRange, at: span, "the last list has \(count.counting("row")), not \(word)",
      label: count == 1 ? "its row is 1" : "its rows are 1 to \(count)")
  }

  fileprivate static func otherAccount(_ name: String, _ account: String?, _ span: Span) -> Diagnostic {
    let reader = account.map { "as=\($0)" } ?? "the usual account"
    return Diagnostic(
      .conflictingArgs, at: span, "\(name) was read by \(reader); identifiers of one server are others on the next")
  }

  fileprivate static func severalRows(_ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "several rows are no value here: name one")
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
