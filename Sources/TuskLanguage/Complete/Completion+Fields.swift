import XCallbackURL

/// Variables, and the fields of values.
extension Completion {
  /// Completes a variable at the cursor, or a field of it.
  ///
  /// - Returns: whether a variable is there.
  mutating func addVariable(_ question: CompletionQuestion) -> Bool {
    let context = question.context
    guard let start = context.variableStart else { return false }
    let typed = context.text(from: start)
    let sign = typed.hasPrefix("${") ? "${" : "$"
    let path = typed.dropFirst(sign.count)
    let names = question.checker.names
    if let dot = path.firstIndex(of: ".") {
      if let entry = names[String(path[..<dot])] {
        let length = sign.utf8.count + path[...dot].utf8.count
        addFields(of: entry.staticType, from: start + length, question)
      }
      return true
    }
    span.start = start
    for name in names.all where name.hasPrefix(path) && name != path {
      guard let type = names[name]?.staticType else { continue }
      let isWhole = context.openQuote == nil && type.fields.isEmpty
      candidates.append(Candidate(sign + name, type.description, isWhole: isWhole))
    }
    return true
  }

  /// Adds the fields that continue a path, such as `account.ac`.
  ///
  /// - Parameters:
  ///   - type: the type of the value whose field the first name of the path is.
  ///   - start: where the path begins in the line.
  ///   - closing: what follows the name of a field.
  ///   - goesOn: whether more names may follow after a comma.
  mutating func addFields(
    of type: StaticType, from start: Int, besides given: [String] = [], closing: String = "", goesOn: Bool = false,
    _ question: CompletionQuestion
  ) {
    let catalog = question.resolver.catalog
    var names = question.context.text(from: start).split(separator: ".", omittingEmptySubsequences: false)
    let typed = String(names.popLast() ?? "")
    let path = names.map { Variable.Field(String($0.hasSuffix("?") ? $0.dropLast() : $0)) }
    guard let owner = try? type.following(path, in: catalog) else { return }
    span.start = span.end - typed.utf8.count
    let isWhole = closing.isEmpty && !goesOn && question.context.openQuote == nil
    for field in owner.described(in: catalog) where field.name.hasPrefix(typed) && field.name != typed {
      guard !path.isEmpty || !given.contains(field.name) else { continue }
      let summary = [field.type.noun, field.summary].filter { !$0.isEmpty }.joined(separator: " · ")
      candidates.append(Candidate(field.name + closing, summary, isWhole: isWhole))
    }
  }

  /// Adds the fields of what a verb returns, behind the last comma.
  mutating func addColumns(of verb: Resolver.Verb, from start: Int, _ question: CompletionQuestion) {
    guard let shape = verb.record else { return }
    let parts = question.context.text(from: start).split(separator: ",", omittingEmptySubsequences: false)
    guard let last = parts.last else { return }
    let given = parts.dropLast().map(String.init)
    addFields(of: .record(shape), from: span.end - last.utf8.count, besides: given, goesOn: true, question)
  }

  /// Adds the fields of what a verb returns, within the braces of a template.
  mutating func addTemplateFields(of verb: Resolver.Verb, from start: Int, _ question: CompletionQuestion) {
    let text = question.context.text(from: start)
    guard let shape = verb.record, let brace = text.lastIndex(of: "{"), !text[brace...].contains("}") else { return }
    let typed = text[brace...].dropFirst()
    addFields(of: .record(shape), from: span.end - typed.utf8.count, closing: "}", question)
  }

  /// Completes a step on rows: its words, and the fields of the rows.
  mutating func addStep(_ question: CompletionQuestion) {
    let words = question.context.words.map(\.value)
    let start = question.context.word.start
    switch words.first {
    case nil: addSteps(question)
    case "where"?: addCondition(words, question)
    case "pick"?: addFields(of: question.row, from: start, besides: Array(words.dropFirst()), question)
    case "total"? where words.count == 1: addFields(of: question.row, from: start, question)
    case "order"?, "unique"?, "group"?:
      switch words.count {
      case 1: addWords([Candidate("by", "names the field")], question)
      case 2 where words[1] == "by": addFields(of: question.row, from: start, question)
      case 3 where words[0] == "order": addWords([Candidate("desc", "sorts the greatest first")], question)
      default: break
      }
    case "total"?, "take"?, "skip"?: break
    default: addVerbOnRows(question)
    }
  }

  /// Completes the fields of a condition, and the words that a field has as its values.
  private mutating func addCondition(_ words: [String], _ question: CompletionQuestion) {
    switch words.last {
    case "where"?, "and"?, "or"?, "not"?: addFields(of: question.row, from: question.context.word.start, question)
    case "=="?, "!="?:
      guard words.count > 2, case .record(let shape) = question.row,
        let choices = shape.field(words[words.count - 2])?.words?.choices
      else { return }
      addWords(choices.values.map { Candidate($0, choices.meaning(of: $0)) }, question)
    default: break
    }
  }
}

extension Resolver.Verb {
  /// The record that it returns, alone or in a list.
  fileprivate var record: RecordShape? { signature.items?.record ?? signature.record }
}

extension StaticType {
  /// A field of a value.
  fileprivate struct Described {
    let name: String
    let type: StaticType
    let summary: String
  }

  /// The fields of a value with their types and meanings.
  fileprivate func described(in catalog: Catalog) -> [Described] {
    switch self {
    case .record(let shape):
      shape.fields.filter { $0.replacement == nil }.map { field in
        Described(name: field.name, type: StaticType(field.kind, in: catalog), summary: field.summary)
      }
    case .list(let item):
      BuiltInField.ofList.map { field in
        Described(name: field.rawValue, type: field == .count ? .number : item, summary: "of the list")
      } + item.described(in: catalog).map { Described(name: $0.name, type: .list($0.type), summary: $0.summary) }
    default:
      fields.map { name in
        let type = try? following([Variable.Field(name)], in: catalog)
        return Described(name: name, type: type ?? .anything, summary: "")
      }
    }
  }

  /// What it is, without an article.
  fileprivate var noun: String {
    guard self != .declared(.acct) else { return "account name" }
    let article = ["a ", "an "].first { description.hasPrefix($0) } ?? ""
    return String(description.dropFirst(article.count))
  }
}
