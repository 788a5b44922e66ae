import Fediverse
import TuskCommon
package import XCallbackURL

/// A typed input of an action: its parameters, and how to read the value from them.
package struct Argument<Value: Sendable>: Sendable {
  /// The parameters that give the value.
  package let parameters: [Parameter]
  /// The subject, if the input is what the action acts on.
  package let subject: Signature.Subject?
  /// Reads the value.
  package let read: @Sendable (Inputs) throws(Failure) -> Value

  package init(
    _ parameters: [Parameter], subject: Signature.Subject? = nil,
    read: @escaping @Sendable (Inputs) throws(Failure) -> Value
  ) {
    self.parameters = parameters
    self.subject = subject
    self.read = read
  }
}

extension Argument where Value == String? {
  /// Any text; an operand may be given without its name.
  package static func text(
    _ name: String, place: Parameter.Place = .named, isRequiredWhenSilent: Bool = false, isPublished: Bool = false,
    _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      name, .text, place: place, isRequiredWhenSilent: isRequiredWhenSilent, isPublished: isPublished, summary)
    return Argument([parameter]) { inputs throws(Failure) in try inputs.text(name) }
  }

  /// One of these values, in any accepted spelling.
  package static func choice(_ name: String, of choices: Choices, _ summary: String) -> Argument {
    Argument([Parameter(name, .choice(choices), summary)]) { inputs throws(Failure) in
      guard let text = try inputs.text(name) else { return nil }
      return try inputs.value(of: name, text, among: choices)
    }
  }

  /// An identifier of this kind on the server.
  package static func identifier(_ name: String, of kind: ReferenceKind, _ summary: String) -> Argument {
    Argument([Parameter(name, .identifier(kind), summary)]) { inputs throws(Failure) in
      try inputs.nonempty(name).map { text throws(Failure) in try Identifier.checked(text, name, inputs) }
    }
  }

  /// A qualified user name, without its leading `@`.
  ///
  /// Tusker's documentation declares one such parameter as a boolean, so `true` is treated as a mistake, not as a name.
  package static func acct(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .acct, summary)]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { return nil }
      guard !["true", "false"].contains(text.lowercased()) else {
        throw inputs.refusal(of: name, "must be @USER@HOST, not '\(text)'; write @\(text) for a user of that name")
      }
      return try AccountReference.name(text, name, inputs)
    }
  }
}

extension Argument where Value == [String] {
  /// Any number of these values.
  package static func choices(_ name: String, of choices: Choices, _ summary: String) -> Argument {
    Argument([Parameter(name, .choice(choices), isRepeatable: true, summary)]) { inputs throws(Failure) in
      try inputs.texts(name).map { text throws(Failure) in
        try inputs.value(of: name, text, among: choices)
      }
    }
  }
}

extension Argument {
  /// One of several words, as the client spells it.
  static func spelling<Spelling: OpenSpelling>(
    _ name: String, of choices: Choices, _ summary: String
  ) -> Argument where Value == Spelling? {
    let choice = Argument<String?>.choice(name, of: choices, summary)
    return Argument(choice.parameters) { inputs throws(Failure) in
      try choice.read(inputs).map(Spelling.init(rawValue:))
    }
  }
}

extension Argument where Value == [String] {
  /// Any number of texts, as a list.
  static func list(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .text, isRepeatable: true, summary)]) { inputs throws(Failure) in
      try inputs.texts(name)
    }
  }
}

extension Argument {
  /// The option of one of these names, which must be given.
  static func requiredChoice(
    _ name: String, of options: KeyValuePairs<String, Value>, meanings: [String: String],
    elsewhere: [String: String] = [:], place: Parameter.Place = .named, _ summary: String
  ) -> Argument {
    let names = options.map(\.key)
    let choices = Choices(names, elsewhere: elsewhere, meanings: meanings)
    return Argument([Parameter(name, .choice(choices), place: place, isRequired: true, summary)]) {
      inputs throws(Failure) in
      guard let text = try inputs.text(name) else { throw inputs.absence(of: name) }
      guard let option = options.first(where: { $0.key == text }) else {
        throw inputs.refusal(of: name, text, notIn: names)
      }
      return option.value
    }
  }
}

extension Argument where Value == String {
  /// The path of a file on this machine.
  package static func file(_ name: String, place: Parameter.Place, _ summary: String) -> Argument {
    required(Parameter(name, .file, place: place, isRequired: true, summary))
  }

  /// A list of accounts, by its identifier or title.
  package static var list: Argument {
    let parameter = Parameter(
      "list", .identifier(.list), place: .subject, isRequired: true, "the identifier or title of the list")
    return required(parameter, subject: Signature.Subject(kind: .list, id: "list"))
  }

  /// A filter, by its identifier or title.
  package static var filter: Argument {
    let parameter = Parameter(
      "filter", .identifier(.filter), place: .subject, isRequired: true, "the identifier or title of the filter")
    return required(parameter, subject: Signature.Subject(kind: .filter, id: "filter"))
  }

  /// A hashtag, by its name without `#`.
  package static var tag: Argument {
    let parameter = Parameter(
      "tag", .identifier(.tag), place: .subject, isRequired: true, "the hashtag")
    return required(parameter, subject: Signature.Subject(kind: .tag, id: "tag"))
  }

  /// A title that must be given, without its name.
  package static func title(_ name: String, _ summary: String) -> Argument {
    required(name, place: .operand, summary)
  }

  /// Text that must be given and not empty.
  package static func required(_ name: String, place: Parameter.Place, _ summary: String) -> Argument {
    required(Parameter(name, .text, place: place, isRequired: true, summary))
  }

  /// A value that must be given and not empty.
  package static func required(_ parameter: Parameter, subject: Signature.Subject? = nil) -> Argument {
    Argument([parameter], subject: subject) { inputs throws(Failure) in try inputs.required(parameter.name) }
  }

  /// The identifier of the subject.
  package static func subject(
    _ name: String, synonym: String, of kind: ReferenceKind, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      name, synonyms: [synonym], .identifier(kind), place: .subject, isRequired: true, summary)
    return Argument([parameter], subject: Signature.Subject(kind: kind, id: name)) { inputs throws(Failure) in
      try Identifier.checked(inputs.required(name), name, inputs)
    }
  }
}

extension Argument where Value == Bool {
  /// True if given as `true` or without a value.
  package static func flag(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .boolean, summary)]) { inputs throws(Failure) in try inputs.flag(name) }
  }
}

extension Argument where Value == Bool? {
  /// A setting that stays as it is unless `--NAME` or `--no-NAME` is given.
  package static func setting(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .boolean, negative: "false", summary)]) { inputs throws(Failure) in
      try inputs.isGiven(name) ? inputs.flag(name) : nil
    }
  }
}

extension Argument where Value == Int? {
  /// A whole number in a range.
  package static func number(_ name: String, in range: ClosedRange<Int>, _ summary: String) -> Argument {
    Argument([Parameter(name, .integer(range), summary)]) { inputs throws(Failure) in
      try inputs.number(name, in: range)
    }
  }

  /// A length of time in whole seconds.
  package static func seconds(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .duration, summary)]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { return nil }
      guard let seconds = Duration(written: text)?.wholeSeconds, seconds >= 1 else {
        throw inputs.refusal(of: name, "must be a duration such as 30m, 6h or 2d, not '\(text)'")
      }
      return seconds
    }
  }
}

extension Argument where Value == Int {
  /// A number of rows, at least one.
  package static func count(_ name: String, default standard: Int, _ summary: String) -> Argument {
    Argument([Parameter(name, .integer(1...Int.max), summary)]) { inputs throws(Failure) in
      try inputs.number(name, in: 1...Int.max) ?? standard
    }
  }
}

/// Identifiers of servers.
package enum Identifier {
  /// The identifier, if it has only characters that are safe in a path or query.
  package static func checked(_ text: String, _ name: String, _ inputs: Inputs) throws(Failure) -> String {
    guard ReferenceKind.isPlainIdentifier(text) else {
      throw inputs.refusal(of: name, "is not an identifier: '\(text)'")
    }
    return text
  }
}
