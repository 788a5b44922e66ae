package import XCallbackURL

extension Catalog {
  /// The built-in verbs that compute a value from others: they send nothing and change nothing.
  static let pure = [
    verb(
      "split", "Splits a text into a list.", example: "let words = split $s.text",
      Parameter("text", .text, place: .operand, isRequired: true, "the text"),
      Parameter("by", .text, place: .operand, "the separator (default: blanks and line ends)")),
    verb(
      "join", "Joins the items of a list to a text.", example: "post (join $names with=\", \")",
      Parameter("item", .anything, place: .operand, isRepeatable: true, "the list, or its items"),
      Parameter("with", .text, "the text between two items (default: a space)")),
    verb(
      "replace", "Replaces each occurrence of a text in another.",
      example: "let t = replace $s.text \"cats\" \"dogs\"",
      Parameter("text", .text, place: .operand, isRequired: true, "the text"),
      Parameter("old", .text, place: .operand, isRequired: true, "what to replace"),
      Parameter("new", .text, place: .operand, isRequired: true, "what takes its place")),
    verb(
      "match", "Gives the list of what the * of a pattern stand for; null if the text does not match.",
      example: "let parts = match $row.date \"*-*-*\"",
      Parameter("text", .text, place: .operand, isRequired: true, "the text"),
      Parameter("pattern", .text, place: .operand, isRequired: true, "a pattern as for 'matches'")),
    verb(
      "lower", "Writes a text in lower case.", example: "let key = lower $tag",
      Parameter("text", .text, place: .operand, isRequired: true, "the text")),
    verb(
      "upper", "Writes a text in upper case.", example: "print (upper $s.language)",
      Parameter("text", .text, place: .operand, isRequired: true, "the text")),
    verb(
      "trim", "Removes blanks and line ends at both ends of a text.", example: "let name = trim $row.name",
      Parameter("text", .text, place: .operand, isRequired: true, "the text")),
    verb(
      "cut", "Shortens a text to a number of characters, as people see them.",
      example: "post (cut $s.text 400 ending=…)",
      Parameter("text", .text, place: .operand, isRequired: true, "the text"),
      Parameter("length", .integer(0...Int.max), place: .operand, isRequired: true, "how many characters it may have"),
      Parameter("ending", .text, "what a text that was cut ends with; it counts, too")),
    verb("now", "Gives the current time.", example: "let start = now"),
    verb(
      "format", "Writes a time.", example: "print (format $s.posted \"%d.%m.%Y\" zone=Europe/Berlin)",
      Parameter("time", .time, place: .operand, isRequired: true, "the time"),
      Parameter("as", .text, place: .operand, "text with %Y, %m and so on (default: RFC 3339)"),
      Parameter("zone", .text, "the time zone (default: this machine's)")),
    verb(
      "parse", "Reads a time.", example: "let day = parse $row.day \"%d.%m.%Y\"",
      Parameter("text", .text, place: .operand, isRequired: true, "the text"),
      Parameter("as", .text, place: .operand, "how it is written (default: 2026-12-24, 2026-12-24 09:05 or RFC 3339)"),
      Parameter("zone", .text, "the time zone, unless the text names one (default: this machine's)")),
    verb(
      "round", "Rounds a number.", example: "print (round $mean digits=1)",
      Parameter("number", .anything, place: .operand, isRequired: true, "the number"),
      Parameter("digits", .integer(0...15), "how many decimals to keep (default: 0)")),
    verb(
      "min", "Gives the least of some numbers, durations or times; null if there are none.",
      example: "let first = min $list.posted",
      Parameter("value", .anything, place: .operand, isRepeatable: true, "the values, or lists of some")),
    verb(
      "max", "Gives the greatest of some numbers, durations or times; null if there are none.",
      example: "let rest = max 0 ($limit - $n)",
      Parameter("value", .anything, place: .operand, isRepeatable: true, "the values, or lists of some")),
    verb(
      "json", "Reads a text as JSON, and writes any other value as JSON.", example: "let data = json (run curl -s $1)",
      Parameter("value", .anything, place: .operand, isRequired: true, isRepeatable: true, "the value")),
    verb(
      "rows", "Gives the rows of a list; a variable before | means the same.",
      example: "rows $fans | where bot | pick acct",
      Parameter("list", .anything, place: .operand, isRequired: true, isRepeatable: true, "the list")),
    verb(
      "glob", "Gives the files whose names match a pattern, which the script may name.",
      example: "for f in (glob \"photos/*.jpg\")",
      Parameter("pattern", .text, place: .operand, isRequired: true, "the pattern, as of the system's shell")),
    verb(
      "record", "Makes a record of any fields.", example: "let row = record name=$a.acct posts=$a.statuses"),
  ]

  /// Whether the verb computes a value from others.
  package static func isPure(_ signature: Signature) -> Bool {
    signature.app == nil && pureActions.contains(signature.action)
  }

  private static let pureActions = Set(pure.map(\.action))
}

extension Resolver.Verb {
  /// The verb with a parameter for each setting of the command, if it takes any.
  func takingAny(of command: Command) -> Resolver.Verb {
    guard signature.app == nil, signature.action == "record" else { return self }
    var verb = self
    var names: Set<String> = []
    let parameters = command.arguments.compactMap { argument -> Parameter? in
      guard case .setting(let setting) = argument, names.insert(setting.key.value).inserted else { return nil }
      return Parameter(setting.key.value, .anything, isRepeatable: true, "the value of the field")
    }
    verb.signature.change { $0.parameters = parameters }
    return verb
  }
}
