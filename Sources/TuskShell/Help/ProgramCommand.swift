internal import JSONValue

/// A command of the program's command line, such as `tusk journal list`, for the manual and for completion.
package struct ProgramCommand: Sendable {
  /// The words that name it, the program's name among them.
  let name: String
  let summary: String
  /// What there is to say besides; often empty.
  let discussion: String
  var arguments: [Argument]
  let subcommands: [ProgramCommand]
  /// The name of the subcommand that is meant if none is named.
  let defaultSubcommand: String?

  /// A flag, an option with a value, or a value without a name.
  struct Argument: Sendable {
    enum Kind: String { case flag, option, positional }

    let kind: Kind
    /// `-c`, `--json`; none if positional.
    let names: [String]
    let valueName: String
    let summary: String
    /// The values to choose from; empty if any is accepted.
    let values: [String]
    let standard: String?
    let isRepeatable: Bool
    /// Whether all words that follow are its values, even if they look like options.
    let takesRest: Bool
    let isOptional: Bool
  }

  /// - Parameter description: the description of the program that the argument parser writes, as JSON.
  package init?(description: String) {
    guard let json = try? JSON(parsing: description), let command = json["command"] else { return nil }
    self.init(command, path: [])
  }

  private init?(_ json: JSON, path: [String]) {
    guard let word = json["commandName"]?.string, json["shouldDisplay"]?.bool != false else { return nil }
    let path = path + [word]
    name = path.joined(separator: " ")
    summary = json["abstract"]?.string ?? ""
    discussion = json["discussion"]?.string ?? ""
    arguments = (json["arguments"]?.array ?? []).compactMap(Argument.init)
    defaultSubcommand = json["defaultSubcommand"]?.string
    var seen: Set<String> = []
    // The parser adds a help of its own, which ours replaces.
    subcommands = (json["subcommands"]?.array ?? []).compactMap { ProgramCommand($0, path: path) }
      .filter { seen.insert($0.word).inserted }
  }

  /// The last word of the name.
  var word: String { String(name.split(separator: " ").last ?? "") }
}

extension ProgramCommand.Argument {
  fileprivate init?(_ json: JSON) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)), json["shouldDisplay"]?.bool != false else {
      return nil
    }
    self.kind = kind
    names = (json["names"]?.array ?? []).compactMap { name in
      name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 }
    }
    valueName = json["valueName"]?.string ?? ""
    summary = json["abstract"]?.string ?? ""
    values = (json["allValues"]?.array ?? []).compactMap(\.string)
    standard = json["defaultValue"]?.string
    isRepeatable = json["isRepeating"]?.bool ?? false
    takesRest = json["parsingStrategy"]?.string == "allRemainingInput"
    isOptional = json["isOptional"]?.bool ?? false
  }
}
