import XCallbackURL

/// What a command can act on, and files.
extension Completion {
  /// How many subjects are listed; the others count for what all have in common.
  private static let mostListed = 12

  /// The things that continue what is typed: the rows on the screen, then `it`, then what else is known.
  func things(
    of kinds: [ReferenceKind], continuing typed: String, for verb: Resolver.Verb, _ question: CompletionQuestion
  ) -> [Candidate] {
    guard !kinds.isEmpty else { return [] }
    let taker = SubjectFilter(verb, question)
    let (rows, account) = (question.surroundings.rows, question.context.account)
    var all: [(String, ShownRows.Row)] = []
    // Numbers name rows only in a command that is a whole line.
    if question.context.isStatement, question.context.isFirstLine {
      all = rows.rows.enumerated().map { (String($0.offset + rows.first), $0.element) }
      if let last = rows.last { all.append(("it", last)) }
    }
    var subjects: Set<String> = []
    var named: [Candidate] = []
    for (name, row) in all where name.hasPrefix(typed) && row.canStand(for: kinds, in: verb, by: account) {
      let texts = row.references.filter { kinds.contains($0.kind) && taker.takes($0.kind, $0.text, by: row.author) }
        .map(\.text)
      // 'it' is often one of the rows.
      guard !texts.isEmpty, name != "it" || subjects.isDisjoint(with: texts) else { continue }
      subjects.formUnion(texts)
      var candidate = Candidate(name, row.words)
      candidate.author = row.author.handle(readBy: taker.reader)
      named.append(candidate)
    }
    let known = known(of: kinds, continuing: typed, for: verb, question)
    let found = named + known.filter { subjects.insert($0.text).inserted }
    return found.filter { $0.text != typed }.enumerated().map { index, candidate in
      var candidate = candidate
      candidate.isListed = index < Self.mostListed
      return candidate
    }
  }

  /// The things with a word of their own that continue what is typed, without the numbers of rows.
  func known(
    of kinds: [ReferenceKind], continuing typed: String, for verb: Resolver.Verb, _ question: CompletionQuestion
  ) -> [Candidate] {
    let taker = SubjectFilter(verb, question)
    let (find, account) = (question.surroundings.things, question.context.account)
    let rows = question.surroundings.rows.rows.filter { $0.account == account }
    var found: [(kind: ReferenceKind, candidate: Candidate)] = []
    for kind in kinds {
      found += find(kind, typed, account).map { (kind: kind, candidate: $0) }
      guard !typed.isEmpty else { continue }
      // A title is found without the kind before it.
      let mark = "\(kind.rawValue):"
      if kind == .list || kind == .filter, !mark.hasPrefix(typed), !typed.contains(":") {
        found += find(kind, mark + typed, account).map { (kind: kind, candidate: $0) }
      }
      for row in rows {
        for reference in row.references where reference.kind == kind && reference.text.hasPrefix(typed) {
          var candidate = Candidate(reference.text, row.words)
          candidate.author = row.author
          found.append((kind: kind, candidate: candidate))
        }
      }
    }
    var seen: Set<String> = []
    return found.filter { taker.takes($0.kind, $0.candidate.text, by: $0.candidate.author) }.map { entry in
      var candidate = entry.candidate
      candidate.author = candidate.author.handle(readBy: taker.reader)
      return candidate
    }.filter { seen.insert($0.text).inserted }
  }

  /// The subjects that fit at the cursor.
  func subjects(of verb: Resolver.Verb, _ question: CompletionQuestion) -> [Candidate] {
    let context = question.context
    let subjects = verb.candidates.compactMap(\.subject)
    guard !subjects.isEmpty, !context.partial.hasPrefix("-"), canTakeSubject(verb, context) else { return [] }
    return things(of: subjects.map(\.kind), continuing: context.partial, for: verb, question)
  }

  /// Whether a subject fits at the cursor. Where several do, the others are offered once they are begun.
  func canTakeSubject(_ verb: Resolver.Verb, _ context: CompletionContext) -> Bool {
    let isNamed = verb.candidates.compactMap(\.subject).contains { !context.names.isDisjoint(with: $0.alternatives) }
    guard !isNamed else { return false }
    let hasOperands = verb.candidates.flatMap(\.parameters).contains { $0.place == .operand }
    return !isSubjectGiven(to: verb, context) || !hasOperands && !context.partial.isEmpty
  }

  /// Whether a subject is before the cursor, or what takes its place.
  func isSubjectGiven(to verb: Resolver.Verb, _ context: CompletionContext) -> Bool {
    let subjects = verb.candidates.compactMap(\.subject)
    return !context.hasNoOperand(after: verb.length + 1)
      || subjects.contains { !context.names.isDisjoint(with: $0.alternatives) }
  }

  /// Adds the files that continue a path.
  ///
  /// - Parameter start: where the path begins in the line, with its quote if there is one.
  mutating func addFiles(from start: Int, _ question: CompletionQuestion) {
    let written = question.context.text(from: start)
    guard let spelling = PathSpelling(written) else { return }
    span.start = start
    for file in question.surroundings.files(spelling.path) where file.text.hasPrefix(spelling.path) {
      let isFolder = file.text.hasSuffix("/")
      guard let text = spelling.spelled(file.text, isOpen: isFolder), text != written else { continue }
      candidates.append(Candidate(text, file.summary, isWhole: !isFolder))
    }
  }

  /// Adds the value of a parameter that takes a file.
  mutating func addFile(of type: ParameterType, from start: Int, _ question: CompletionQuestion) {
    let typed = question.context.text(from: start)
    let mark = "file:"
    if typed.hasPrefix(mark) { return addFiles(from: start + mark.utf8.count, question) }
    guard type == .attachment else { return addFiles(from: start, question) }
    if mark.hasPrefix(typed) { candidates.append(Candidate(mark, "a file on this machine")) }
  }
}

extension ShownRows.Row {
  /// Whether a command can name it: one thing of it fits, and the account that read it acts.
  fileprivate func canStand(for kinds: [ReferenceKind], in verb: Resolver.Verb, by account: String?) -> Bool {
    let fitting = Set(references.map(\.kind)).intersection(kinds)
    let changes = verb.candidates.contains { $0.effect.changesAccount }
    return account == self.account && (fitting.count == 1 || fitting.count > 1 && !changes)
  }
}

/// Leaves out yourself where a verb changes something, and the statuses of others where it only changes yours.
private struct SubjectFilter {
  /// The account that reads and acts, as `@user@host`; `nil` if it is not known.
  let reader: String?
  private let changes: Bool
  private let isForYours: Bool

  init(_ verb: Resolver.Verb, _ question: CompletionQuestion) {
    reader = question.context.account ?? question.surroundings.usualAccount()
    changes = verb.candidates.contains { $0.effect.changesAccount }
    isForYours = verb.candidates.contains { $0.subject?.isYours ?? false }
  }

  func takes(_ kind: ReferenceKind, _ text: String, by author: String) -> Bool {
    guard let reader, reader.dropFirst().contains("@") else { return true }
    switch kind {
    case .account: return !changes || !isReader(text)
    case .status: return !isForYours || author.isEmpty || isReader(author)
    default: return true
    }
  }

  private func isReader(_ handle: String) -> Bool {
    let names = [handle, reader ?? ""].map { name in
      String(name.handle(readBy: reader).lowercased().drop { $0 == "@" })
    }
    return names[0] == names[1]
  }
}

extension String {
  /// A handle as the owner of an account reads it: without the host of their own server.
  fileprivate func handle(readBy account: String?) -> String {
    guard let account, let host = account.lastIndex(of: "@"), host > account.startIndex,
      let end = lastIndex(of: "@"), end > startIndex, self[end...].lowercased() == account[host...].lowercased()
    else { return self }
    return String(self[..<end])
  }
}

/// How the path of a file is written: as it is, or in quotes.
struct PathSpelling {
  /// The path itself.
  let path: String
  private let quote: Character?

  /// - Returns: `nil` for what is no path, such as a word with a quote in it.
  init?(_ written: String) {
    let first = written.first
    guard first == "\"" || first == "'" else {
      guard !written.contains(where: { "\"'$()[]".contains($0) }) else { return nil }
      path = written
      quote = nil
      return
    }
    quote = first
    var path = ""
    var isEscaped = false
    for character in written.dropFirst() {
      if first == "\"", character == "\\", !isEscaped {
        isEscaped = true
      } else {
        path.append(character)
        isEscaped = false
      }
    }
    self.path = path
  }

  /// The path as the language takes it; `nil` if these quotes cannot have it.
  ///
  /// - Parameter isOpen: whether more of it follows, so that the quotes stay open.
  func spelled(_ path: String, isOpen: Bool) -> String? {
    guard !path.unicodeScalars.contains(where: Lexer.isRefusedWithinQuotes) else { return nil }
    guard quote != "'" else {
      return path.utf8.contains(UInt8(ascii: "'")) ? nil : "'\(path)\(isOpen ? "" : "'")"
    }
    guard quote != nil || !path.allSatisfy(Self.isPlain) else { return path }
    // By scalars: a quote with a combining mark after it is another character, but still ends the text.
    let escaped = path.unicodeScalars.map { scalar in
      "\"\\$".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
    }.joined()
    return "\"\(escaped)\(isOpen ? "" : "\"")"
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "/._-~+".contains(character)
  }
}
