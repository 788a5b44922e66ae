/// What an action is called, takes, answers and does: the one declaration that the parser, completion, help, the
/// manual, consent and the engine read.
package struct Signature: Sendable, Hashable {
  /// The action's name in a URL: `favoriteStatus`.
  package var action: String
  /// Other spellings of the action that are accepted in a URL and never written.
  package var spellings: [String]
  /// What a person types, the preferred spelling first; up to three words each: `get account`.
  package var verbs: [String]
  /// One sentence for help and the manual.
  package var summary: String
  /// A command line that works in the sandbox.
  package var example: String
  /// What carrying the action out changes.
  package var effect: Effect
  /// The values with which it destroys something, whatever its effect is otherwise.
  package var dangers: [Danger] = []
  /// Whether its answer is the account that acts.
  package var tellsWhoActs: Bool
  /// Whether everybody could read its answer without the account.
  package var isPublic: Bool
  /// Whether Tusker documents the action as one that can be performed silently.
  package var canBeSilent: Bool
  /// The thing acted on, where a reference may stand unnamed after the verb.
  package var subject: Subject?
  /// Every parameter, those of the subject first.
  package var parameters: [Parameter]
  /// What a success answers.
  package var results: [ResultField]
  /// The whole record that a success is about, which is answered to those who ask for it beside the documented data.
  package var record: RecordShape?
  /// For a list request, the member of the answer that holds the objects, and what each of them has.
  package var items: ItemShape?
  /// The program that answers the action, where it is another one.
  package var app: ForeignApp?

  package init(
    action: String, spellings: [String] = [], verbs: [String], summary: String, example: String, effect: Effect,
    canBeSilent: Bool = false, subject: Subject? = nil, parameters: [Parameter], tellsWhoActs: Bool = false,
    isPublic: Bool = false,
    results: [ResultField] = [], record: RecordShape? = nil, items: ItemShape? = nil, app: ForeignApp? = nil
  ) {
    self.action = action
    self.spellings = spellings
    self.verbs = verbs
    self.summary = summary
    self.example = example
    self.effect = effect
    self.canBeSilent = canBeSilent
    self.subject = subject
    self.parameters = parameters
    self.tellsWhoActs = tellsWhoActs
    self.isPublic = isPublic
    self.results = results
    self.record = record
    self.items = items
    self.app = app
  }

  /// The parameter that this key names, by its own name or a synonym.
  package func parameter(named key: String) -> Parameter? {
    parameters.first { $0.name == key || $0.synonyms.contains(key) }
  }

  /// What carrying an action out changes, from nothing to much.
  package enum Effect: Sendable, Hashable {
    /// Only reads.
    case read
    /// Shows something to the person, and reads for it.
    case present
    /// Changes the account in a way that the named action undoes; `nil` where only the server's own means do.
    case reversible(by: String?)
    /// Loses or publishes something that cannot be taken back.
    case destructive
    /// Changes many things at once.
    case mass
    /// Writes a file of this machine, and leaves the account as it is.
    case file

    /// Whether anything is changed.
    package var isWrite: Bool {
      switch self {
      case .read, .present: false
      case .reversible, .destructive, .mass, .file: true
      }
    }

    /// Whether the account is changed.
    package var changesAccount: Bool { isWrite && self != .file }

    /// Whether a person is asked each time, whoever asks for it.
    package var needsConfirmation: Bool {
      switch self {
      case .read, .present, .reversible, .file: false
      case .destructive, .mass: true
      }
    }
  }

  /// The thing an action acts on, and the parameters that say which one.
  package struct Subject: Sendable, Hashable {
    /// What kind of reference it takes.
    package var kind: ReferenceKind
    /// The parameter for an identifier local to the server.
    package var id: String
    /// The parameter for a URL or URI, where there is one.
    package var url: String?
    /// The parameter for a qualified user name, where there is one.
    package var acct: String?
    /// Whether one of them must be given.
    package var isRequired: Bool

    package init(kind: ReferenceKind, id: String, url: String? = nil, acct: String? = nil, isRequired: Bool = true) {
      self.kind = kind
      self.id = id
      self.url = url
      self.acct = acct
      self.isRequired = isRequired
    }

    /// The names of the parameters of which exactly one is given.
    package var alternatives: [String] { [id, url, acct].compactMap(\.self) }
  }

  /// One value that a success answers.
  package struct ResultField: Sendable, Hashable {
    package var name: String
    package var kind: ValueKind
    package var isOptional: Bool
    /// Whether it is a column of a table; the others are for programs.
    package var isColumn: Bool
    /// Whether a command that asks for it has failed where it does not hold.
    package var isVerdict: Bool
    package var summary: String

    package init(
      _ name: String, _ kind: ValueKind, isOptional: Bool = false, isColumn: Bool = true, isVerdict: Bool = false,
      _ summary: String
    ) {
      self.name = name
      self.kind = kind
      self.isOptional = isOptional
      self.isColumn = isColumn
      self.isVerdict = isVerdict
      self.summary = summary
    }
  }

  /// The objects that a list request answers beside their identifiers.
  package struct ItemShape: Sendable, Hashable {
    /// The result that holds the comma-joined identifiers, as Tusker documents it.
    package var ids: String
    /// What each object is.
    package var record: RecordShape
    /// Whether the list never ends, because its objects are told as they come about.
    package var isEndless: Bool

    package init(ids: String, record: RecordShape, isEndless: Bool = false) {
      self.ids = ids
      self.record = record
      self.isEndless = isEndless
    }
  }
}

/// One parameter of an action.
package struct Parameter: Sendable, Hashable {
  /// The key in the URL and in the language.
  package var name: String
  /// Other keys accepted for it, never written.
  package var synonyms: [String]
  /// What its value must be.
  package var type: ParameterType
  /// Where it may stand.
  package var place: Place
  package var isRequired: Bool
  /// Required only of a silent request, because otherwise a person is asked for it.
  package var isRequiredWhenSilent: Bool
  /// Whether it may be given several times, or as a list.
  package var isRepeatable: Bool
  /// Whether nobody but the action may see its value.
  package var isSecret: Bool
  /// Which parameters are given beside it, after each value, when that value is a record: their names, and the fields
  /// of the record that fill them.
  package var companions: [String: String]
  /// Half a sentence for help and the manual.
  package var summary: String

  package init(
    _ name: String, synonyms: [String] = [], _ type: ParameterType, place: Place = .named, isRequired: Bool = false,
    isRequiredWhenSilent: Bool = false, isRepeatable: Bool = false, isSecret: Bool = false,
    companions: [String: String] = [:], _ summary: String
  ) {
    self.name = name
    self.synonyms = synonyms
    self.type = type
    self.place = place
    self.isRequired = isRequired
    self.isRequiredWhenSilent = isRequiredWhenSilent
    self.isRepeatable = isRepeatable
    self.isSecret = isSecret
    self.companions = companions
    self.summary = summary
  }

  /// Where a parameter may stand in a command.
  package enum Place: Sendable, Hashable {
    /// Only as `name=value`.
    case named
    /// As `name=value`, or unnamed after the verb.
    case operand
    /// As `name=value`, or as a reference after the verb (``Signature/Subject``).
    case subject
    /// As `name=value` or `--name`, and never part of the URL: it is an option of the shell.
    case shell
  }
}

/// What a place demands of the value written there.
package enum ParameterType: Sendable, Hashable {
  case text
  /// A whole number in the range.
  case integer(ClosedRange<Int>)
  case boolean
  /// One unit: `30s`, `5m`, `1h`, `2d`.
  case duration
  /// `HH:MM`, RFC 3339, or a duration that means so long ago.
  case time
  /// `user@domain`, a leading `@` allowed.
  case acct
  /// An absolute http or https URL.
  case url
  /// An identifier local to the server, of this kind of thing.
  case identifier(ReferenceKind)
  /// Exactly one of these spellings.
  case choice([String])
  /// A thing of this kind, named in full: `me`, `@user@host`, a URL, or its identifier.
  case reference(ReferenceKind)
  /// A picture, film or sound: an uploaded one, a file or a URL.
  case attachment
  /// The path of a file or folder, which only words of the script itself may name.
  case file
  /// Anything at all.
  case anything
}

/// A kind of thing that a reference (`status:123`) can name.
package enum ReferenceKind: String, Sendable, Hashable, CaseIterable {
  case status, account, notification, list, tag, poll, media, filter
  case conversation, report, scheduled, instance, file, rule, emoji, domain, scheme
}

/// What kind of value a result is.
package indirect enum ValueKind: Sendable, Hashable {
  case text
  /// A text that may be long or of several lines.
  case prose
  case integer
  case boolean
  /// Whole seconds since 1970-01-01T00:00:00Z.
  case time
  case url
  /// A qualified user name without a leading `@`.
  case acct
  /// An identifier of this kind of thing, local to the server.
  case identifier(ReferenceKind)
  /// A record of the shape of this name.
  case record(String)
  case list(ValueKind)
}

/// What a record has: its fields, and which of them says what it is.
package struct RecordShape: Sendable, Hashable {
  /// What such a record is called: `account`.
  package var name: String
  /// What kind of thing it is; `nil` where it is none that could be referred to.
  package var kind: ReferenceKind?
  /// The field that refers to it.
  package var id: String
  /// The field that stands for the record within a text; `nil` where none does.
  package var spelling: String?
  /// The fields, the columns of a table first.
  package var fields: [Signature.ResultField]

  package init(
    _ name: String, kind: ReferenceKind? = nil, id: String = "id", spelling: String? = nil,
    fields: [Signature.ResultField]
  ) {
    self.name = name
    self.kind = kind
    self.id = id
    self.spelling = spelling
    self.fields = fields
  }

  /// The field of this name.
  package func field(_ name: String) -> Signature.ResultField? {
    fields.first { $0.name == name }
  }
}
