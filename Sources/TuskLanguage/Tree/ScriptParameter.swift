import TuskCommon
package import XCallbackURL

/// `param NAME: KIND = VALUE "TEXT"`: an argument of the script that has a name.
package struct ScriptParameter: Sendable, Hashable {
  package var name: Spanned<String>
  /// What its values are; text if the script does not say.
  package var kind: Kind
  /// Its value if the caller gives none; without one it must be given.
  package var fallback: Value?
  /// What it is for, for the help of the script.
  package var summary: Value?

  /// What the values of a parameter are.
  package enum Kind: Sendable, Hashable {
    case text, number, boolean, duration, time
    case reference(ReferenceKind)
  }
}

extension ScriptParameter.Kind {
  private static let plain: [(word: String, kind: ScriptParameter.Kind)] = [
    ("text", .text), ("number", .number), ("boolean", .boolean), ("duration", .duration), ("time", .time),
  ]

  /// The words for the kinds that scripts use.
  static let words = plain.map(\.word) + ReferenceKind.allCases.map(\.rawValue)

  /// The kind that a word names; `nil` for other words.
  init?(word: String) {
    if let plain = Self.plain.first(where: { $0.word == word }) {
      self = plain.kind
    } else if let kind = ReferenceKind(rawValue: word) {
      self = .reference(kind)
    } else {
      return nil
    }
  }

  package var word: String {
    if case .reference(let kind) = self { return kind.rawValue }
    return Self.plain.first { $0.kind == self }?.word ?? ""
  }

  /// A noun with its article, as in error messages.
  var description: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .duration: "a duration such as 30s"
    case .time: ParameterType.time.description
    case .reference(let kind): kind.withArticle
    }
  }

  /// Whether a text can be a value of this kind.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .text: true
    case .number: Magnitude(text) == .number
    case .boolean: text == "true" || text == "false"
    case .duration: Duration(written: text) != nil
    case .time: (try? ParameterType.time.accepting(text)) != nil
    case .reference(.file): !text.isEmpty
    case .reference(let kind): Self.reference(kind, of: text) != nil || ParameterType.isWebURL(text)
    }
  }

  /// The identifier in a text that names something of this kind, with its kind or without it; `nil` for other texts.
  package static func reference(_ kind: ReferenceKind, of text: String) -> String? {
    if let spelled = Binding.reference(spelledBy: text) { return spelled.kind == kind ? spelled.id : nil }
    guard kind != .account else { return (try? ParameterType.acct.accepting(text)) == nil ? nil : "@\(text)" }
    return kind.isIdentifier(text) ? text : nil
  }
}

/// The arguments of a script, by position or with the names of its parameters: `count=20`, `--all`, `--no-all`.
package struct ScriptArguments: Sendable {
  /// The value of a parameter, and the argument that it is or is in.
  package struct Given: Sendable, Hashable {
    package let text: String
    package let place: Int
  }

  private var named: [(name: String, given: Given)] = []
  private var positional: [Given] = []

  package init(_ arguments: [String]) {
    var mayBeNamed = true
    for (place, argument) in arguments.enumerated() {
      if mayBeNamed, argument == "--" {
        mayBeNamed = false
      } else if mayBeNamed, let (name, text) = Self.named(argument) {
        named.append((name, Given(text: text, place: place)))
      } else {
        positional.append(Given(text: argument, place: place))
      }
    }
  }

  private static func named(_ argument: String) -> (name: String, text: String)? {
    let isFlag = argument.hasPrefix("--")
    let word = isFlag ? argument.dropFirst(2) : argument[...]
    let name = word.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == "-" }
    guard let first = name.first, first.isLetter else { return nil }
    let rest = word[name.endIndex...]
    if rest.hasPrefix("=") { return (Self.spelled(name), String(rest.dropFirst())) }
    guard isFlag, rest.isEmpty else { return nil }
    return name.hasPrefix("no-") ? (spelled(name.dropFirst(3)), "false") : (spelled(name), "true")
  }

  /// The name as a variable has it, which cannot contain `-`.
  private static func spelled(_ name: Substring) -> String { String(name.replacing("-", with: "_")) }

  /// The argument for a parameter; `nil` if it is not given.
  ///
  /// - Parameter earlier: the parameters before it.
  package func given(_ name: String, after earlier: [String]) -> Given? {
    if let named = named.last(where: { $0.name == name }) { return named.given }
    let place = earlier.count { name in !named.contains { $0.name == name } }
    return positional.indices.contains(place) ? positional[place] : nil
  }

  /// The first argument that is for none of the parameters.
  func unknown(besides names: [String]) -> (name: String?, text: String)? {
    if let other = named.first(where: { !names.contains($0.name) }) { return (other.name, other.name) }
    let open = names.count { name in !named.contains { $0.name == name } }
    return positional.count > open ? (nil, positional[open].text) : nil
  }
}
