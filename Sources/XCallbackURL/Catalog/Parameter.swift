/// A parameter of an action.
package struct Parameter: Sendable, Hashable {
  /// The name in the URL and in the language.
  package var name: String
  /// Other names that are accepted but never written.
  package var synonyms: [String]
  /// The type of its value.
  package var type: ParameterType
  /// Where it may be written in a command.
  package var place: Place
  package var isRequired: Bool
  /// Whether a silent request must give it; otherwise the person is asked for it.
  package var isRequiredWhenSilent: Bool
  /// Whether it may be given several times, or as a list.
  package var isRepeatable: Bool
  /// Whether its value must not be shown.
  package var isSecret: Bool
  /// Whether its text becomes part of a status in which servers look for mentions and hashtags. They do not look for them
  /// in alt texts.
  package var isPublished: Bool
  /// The value that `--no-NAME` gives; `nil` if that means the same as leaving the parameter out.
  package var negative: String?
  /// The parameters to add after each value that is a record: their names, and the fields of the record that give their
  /// values.
  package var companions: [String: String]
  /// A phrase for help and the manual.
  package var summary: String

  package init(
    _ name: String, synonyms: [String] = [], _ type: ParameterType, place: Place = .named, isRequired: Bool = false,
    isRequiredWhenSilent: Bool = false, isRepeatable: Bool = false, isSecret: Bool = false,
    isPublished: Bool = false, negative: String? = nil, companions: [String: String] = [:],
    _ summary: String
  ) {
    self.name = name
    self.synonyms = synonyms
    self.type = type
    self.place = place
    self.isRequired = isRequired
    self.isRequiredWhenSilent = isRequiredWhenSilent
    self.isRepeatable = isRepeatable
    self.isSecret = isSecret
    self.isPublished = isPublished
    self.negative = negative
    self.companions = companions
    self.summary = summary
  }

  /// Where a parameter may be written in a command.
  package enum Place: Sendable, Hashable {
    /// As `name=value` only.
    case named
    /// As `name=value`, or without its name after the verb.
    case operand
    /// As `name=value`, or as a reference after the verb (``Signature/Subject``).
    case subject
    /// As `name=value` or `--name`; an option of the shell, which is never part of the URL.
    case shell
  }
}

/// The type of a parameter: which values it accepts.
package enum ParameterType: Sendable, Hashable {
  case text
  /// A whole number in the range.
  case integer(ClosedRange<Int>)
  case boolean
  /// One unit: `30s`, `5m`, `1h`, `2d`.
  case duration
  /// `HH:MM`, RFC 3339, or a duration before now.
  case time
  /// `user@domain`, a leading `@` allowed.
  case acct
  /// An absolute http or https URL.
  case url
  /// An identifier of this kind on the server.
  case identifier(ReferenceKind)
  /// One of these values.
  case choice(Choices)
  /// A reference to this kind of thing: `me`, `@user@host`, a URL or an identifier.
  case reference(ReferenceKind)
  /// An image, video or audio file: an upload, a file or a URL.
  case attachment
  /// The path of a file or folder, which only text of the script itself may name.
  case file
  /// Any value.
  case anything
}

extension [Parameter] {
  /// The parameter with this name or synonym.
  package func named(_ key: String) -> Parameter? {
    first { $0.name == key || $0.synonyms.contains(key) }
  }
}
