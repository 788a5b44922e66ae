import TuskLanguage
import XCallbackURL

/// Reads a file that describes an app.
///
/// ```
/// file     = { "#" comment | app | action | property }
/// app      = "app" NAME                    then, indented by two blanks: title, summary, scheme, host, documentation,
///                                          platforms, booleans, dates, lists, flags, and takes for every action
/// action   = "action" NAME                 then, indented: summary, effect, answers, example, without, takes, gives,
///                                          and destroys, with a parameter and values of it: mode=replace|clear
/// takes    = "takes" NAME [ "?" ] KIND [ "=" DEFAULT ] two blanks or more WORDS
/// KIND     = text | prose | integer | number | boolean | date | list | url | data | secret | json | one-of A|B|C
/// ```
struct AppFile {
  private let source: Source
  private var app: [String: Line.Rest] = [:]
  private var name: Line.Rest?
  private var shared: [AppDescription.Field] = []
  private var actions: [Entry] = []

  /// The lines of an action.
  private struct Entry {
    var name: Line.Rest
    var properties: [String: Line.Rest] = [:]
    var takes: [AppDescription.Field] = []
    var gives: [AppDescription.Field] = []
    var without: Set<String> = []
    var destroys: [Line.Rest] = []
  }

  /// A line with content.
  struct Line {
    /// The rest of a line, and its position.
    typealias Rest = Spanned<String>

    let isIndented: Bool
    let word: Spanned<String>
    let rest: Rest
  }

  /// Reads a whole file.
  ///
  /// - Throws: the mistake in its first invalid line.
  static func read(_ source: Source) throws(Diagnostic) -> AppDescription {
    var file = AppFile(source: source)
    for line in try source.appLines() { try file.take(line) }
    return try file.description()
  }

  private init(source: Source) {
    self.source = source
  }

  private mutating func take(_ line: Line) throws(Diagnostic) {
    guard line.isIndented else { return try begin(line) }
    guard name != nil else { throw .notBegun(line.word.span) }
    if actions.isEmpty { try takeProperty(line) } else { try takeDetail(line) }
  }

  private mutating func begin(_ line: Line) throws(Diagnostic) {
    switch line.word.value {
    case "app":
      guard name == nil else { throw .twice("app", line.word.span) }
      guard line.rest.value.isAppName else { throw .badName(line.rest) }
      name = line.rest
    case "action":
      guard name != nil else { throw .notBegun(line.word.span) }
      guard line.rest.value.isActionName else { throw .badName(line.rest) }
      guard !actions.contains(where: { $0.name.value == line.rest.value }) else {
        throw .twice(line.rest.value, line.rest.span)
      }
      actions.append(Entry(name: line.rest))
    default: throw .unknownWord(line.word, Self.beginnings)
    }
  }

  private mutating func takeProperty(_ line: Line) throws(Diagnostic) {
    let word = line.word
    if word.value == "takes" { return try AppFile.add(try field(line.rest), to: &shared, line.rest) }
    guard Self.properties.contains(word.value) else { throw .unknownWord(word, Self.properties + ["takes"]) }
    guard app.updateValue(line.rest, forKey: word.value) == nil else { throw .twice(word.value, word.span) }
  }

  private mutating func takeDetail(_ line: Line) throws(Diagnostic) {
    let (word, rest, last) = (line.word, line.rest, actions.count - 1)
    switch word.value {
    case "takes": try AppFile.add(try field(rest), to: &actions[last].takes, rest)
    case "gives": try AppFile.add(try field(rest), to: &actions[last].gives, rest)
    case "without":
      guard shared.contains(where: { $0.name == rest.value }) else { throw .notShared(rest) }
      actions[last].without.insert(rest.value)
    case "destroys": actions[last].destroys.append(rest)
    case _ where Self.details.contains(word.value):
      let earlier = actions[last].properties.updateValue(rest, forKey: word.value)
      guard earlier == nil else { throw .twice(word.value, word.span) }
    default: throw .unknownWord(word, Self.details + ["takes", "gives", "without", "destroys"])
    }
  }

  private static func add(
    _ field: AppDescription.Field, to fields: inout [AppDescription.Field], _ rest: Line.Rest
  ) throws(Diagnostic) {
    guard !fields.contains(where: { $0.name == field.name }) else { throw .twice(field.name, rest.span) }
    fields.append(field)
  }

  private static let beginnings = ["app", "action"]
  private static let properties = [
    "title", "summary", "scheme", "host", "documentation", "platforms", "booleans", "dates", "lists", "flags",
  ]
  private static let details = ["summary", "effect", "answers", "example"]
}

extension AppFile {
  private func field(_ rest: Line.Rest) throws(Diagnostic) -> AppDescription.Field {
    let halves = rest.value.halved(at: "  ")
    guard let halves, !halves.right.isEmpty else { throw .noWords(rest) }
    var words = halves.left.split(separator: " ").map(String.init)
    var fallback: String?
    if words.count >= 4, words[words.count - 2] == "=" {
      fallback = words.removeLast()
      words.removeLast()
    }
    let kind = words.dropFirst().joined(separator: " ")
    guard let first = words.first, words.count > 1 else { throw .noKind(rest) }
    let name = first.hasSuffix("?") ? String(first.dropLast()) : first
    guard name.isFieldName else { throw .badName(rest) }
    guard let kind = kind.hasPrefix("one-of ") ? choice(kind) : AppDescription.Kind(kind) else { throw .noKind(rest) }
    return AppDescription.Field(
      name: name, isOptional: first.hasSuffix("?"), kind: kind, fallback: fallback, summary: halves.right)
  }

  private func choice(_ kind: String) -> AppDescription.Kind? {
    let choices = kind.dropFirst("one-of ".count).split(separator: "|", omittingEmptySubsequences: false)
    return choices.contains { $0.isEmpty || $0.contains(" ") } ? nil : .choice(choices.map(String.init))
  }

  private func description() throws(Diagnostic) -> AppDescription {
    guard let name else { throw .notBegun(Span(0, 0)) }
    guard let title = app["title"]?.value, let summary = app["summary"]?.value, let scheme = app["scheme"] else {
      throw .incomplete(name, ["title", "summary", "scheme"].filter { app[$0] == nil })
    }
    guard CallbackURL.isScheme(scheme.value) else { throw .badName(scheme) }
    let host: ForeignApp.Host =
      switch app["host"]?.value {
      case "none": .none
      case "action": .action
      case let host: .named(host ?? CallbackURL.xCallbackHost)
      }
    var actions: [AppDescription.Action] = []
    for entry in self.actions { actions.append(try action(entry)) }
    return AppDescription(
      name: name.value, title: title, summary: summary,
      app: ForeignApp(name: name.value, scheme: scheme.value, host: host, dialect: try dialect()),
      documentation: app["documentation"]?.value,
      platforms: app["platforms"]?.value.split(separator: " ").map(String.init) ?? [], actions: actions)
  }

  private func action(_ entry: Entry) throws(Diagnostic) -> AppDescription.Action {
    guard let summary = entry.properties["summary"]?.value else { throw .incomplete(entry.name, ["summary"]) }
    guard let written = entry.properties["effect"] else { throw .incomplete(entry.name, ["effect"]) }
    guard let effect = AppDescription.Effect(rawValue: written.value) else {
      throw .unknownWord(written, AppDescription.Effect.allCases.map(\.rawValue))
    }
    let names = Set(entry.takes.map(\.name)).union(entry.without)
    let takes = entry.takes + shared.filter { !names.contains($0.name) }
    var destroys: [AppDescription.Condition] = []
    for line in entry.destroys { destroys.append(try condition(line, on: takes)) }
    return AppDescription.Action(
      name: entry.name.value, summary: summary, effect: effect, destroys: destroys, takes: takes, gives: entry.gives,
      answers: entry.properties["answers"]?.value != "no", example: entry.properties["example"]?.value)
  }

  private func condition(
    _ line: Line.Rest, on takes: [AppDescription.Field]
  ) throws(Diagnostic) -> AppDescription.Condition {
    let parts = line.value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let field = takes.first { $0.name == parts[0] }
    let values = parts.count > 1 ? parts[1].split(separator: "|").map(String.init) : []
    switch field?.kind {
    case .choice(let choices)? where !values.isEmpty && values.allSatisfy(choices.contains): break
    case .boolean? where parts.count == 1: break
    default: throw .badCondition(line)
    }
    return AppDescription.Condition(parameter: parts[0], values: values)
  }

  private func dialect() throws(Diagnostic) -> Dialect {
    var dialect = Dialect(lists: .commas)
    if let word = app["booleans"] { dialect.booleans = try spelling(word, Self.booleans) }
    if let word = app["flags"] { dialect.booleans = try spelling(word, ["bare": .flag]) }
    if let word = app["dates"] { dialect.dates = try spelling(word, ["iso": .iso8601, "unix": .unixSeconds]) }
    if let word = app["lists"] {
      dialect.lists = try spelling(word, ["comma": .commas, "repeated": .repeatedKeys, "json": .json])
    }
    return dialect
  }

  private func spelling<Value>(_ word: Line.Rest, _ values: [String: Value]) throws(Diagnostic) -> Value {
    guard let value = values[word.value] else { throw .unknownWord(word, values.keys.sorted()) }
    return value
  }

  private static let booleans: [String: Dialect.Booleans] = [
    "true false": .trueFalse, "yes no": .yesNo, "YES NO": .capitalYesNo, "1 0": .oneZero,
  ]
}
