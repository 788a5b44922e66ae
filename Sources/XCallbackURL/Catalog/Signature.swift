import Synchronization

/// The name, parameters, results and effect of an action, which the parser, completion, help, the manual, consent and the
/// engine read.
///
/// Copies share what was declared, because a command passes its signature on many times.
package struct Signature: Sendable, Hashable {
  private var shared: Shared
  /// What it is about, for help.
  package var group = ""

  private final class Shared: Sendable {
    let content: Content
    /// What was determined for the first question.
    private let determined = Mutex<RecordShape?>(nil)

    init(_ content: Content) {
      self.content = content
    }

    var whole: RecordShape? {
      guard var whole = content.record else { return nil }
      return determined.withLock { determined in
        if let determined { return determined }
        whole.fields += content.results.filter { content.record?.field($0.name) == nil }
        determined = whole
        return whole
      }
    }
  }

  /// What is declared.
  package struct Content: Sendable, Hashable {
    package var action: String
    package var spellings: [String]
    package var verbs: [String]
    package var summary: String
    package var example: String
    package var effect: Effect
    package var done: String?
    package var dangers: [Danger] = []
    package var tellsWhoActs: Bool
    package var isPublic: Bool
    package var canBeSilent: Bool
    package var subject: Subject?
    package var parameters: [Parameter]
    package var results: [ResultField]
    package var record: RecordShape?
    package var items: ItemShape?
    package var app: ForeignApp?
    package var feature: Feature?
    package var elsewhere: [OtherName] = []
    package var notifies = false
  }

  package init(
    action: String, spellings: [String] = [], verbs: [String], summary: String, example: String, effect: Effect,
    canBeSilent: Bool = false, subject: Subject? = nil, parameters: [Parameter], tellsWhoActs: Bool = false,
    isPublic: Bool = false,
    results: [ResultField] = [], record: RecordShape? = nil, items: ItemShape? = nil, app: ForeignApp? = nil,
    done: String? = nil, notifies: Bool = false, feature: Feature? = nil, elsewhere: [OtherName] = []
  ) {
    shared = Shared(
      Content(
        action: action, spellings: spellings, verbs: verbs, summary: summary, example: example, effect: effect,
        done: done, tellsWhoActs: tellsWhoActs, isPublic: isPublic, canBeSilent: canBeSilent, subject: subject,
        parameters: parameters, results: results, record: record, items: items, app: app, feature: feature,
        elsewhere: elsewhere, notifies: notifies))
  }

  /// Changes some of what was declared, in this copy only.
  package mutating func change(_ change: (inout Content) -> Void) {
    var content = shared.content
    change(&content)
    shared = Shared(content)
  }

  package static func == (left: Signature, right: Signature) -> Bool {
    left.group == right.group && (left.shared === right.shared || left.shared.content == right.shared.content)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(action)
  }

  /// The action's name in a URL: `favoriteStatus`.
  package var action: String { shared.content.action }
  /// Other names that are accepted in a URL but never written.
  package var spellings: [String] { shared.content.spellings }
  /// The verbs that a person types, preferred one first; up to three words each: `get account`.
  package var verbs: [String] { shared.content.verbs }
  /// One sentence for help and the manual.
  package var summary: String { shared.content.summary }
  /// A command line that works in the sandbox.
  package var example: String { shared.content.example }
  /// What the action changes.
  package var effect: Effect { shared.content.effect }
  /// What an answer says in words: `muted {username}[ until {mutedUntil}]`; `nil` if it shows its record.
  package var done: String? { shared.content.done }
  /// The values of parameters that make the action destructive.
  package var dangers: [Danger] { shared.content.dangers }
  /// Whether the result is the acting account.
  package var tellsWhoActs: Bool { shared.content.tellsWhoActs }
  /// Whether anyone could read the result without the account.
  package var isPublic: Bool { shared.content.isPublic }
  /// Whether the action can be requested silently; Tusker documents which can.
  package var canBeSilent: Bool { shared.content.canBeSilent }
  /// What the action acts on, if a reference may follow the verb.
  package var subject: Subject? { shared.content.subject }
  /// The parameters, those of the subject first.
  package var parameters: [Parameter] { shared.content.parameters }
  /// The results of a success.
  package var results: [ResultField] { shared.content.results }
  /// The complete record, which is returned besides the documented results on request.
  package var record: RecordShape? { shared.content.record }
  /// The complete record with the other results.
  package var whole: RecordShape? { shared.whole }
  /// For a list request, the shape of its records.
  package var items: ItemShape? { shared.content.items }
  /// The app that performs the action, if it is another app.
  package var app: ForeignApp? { shared.content.app }
  /// The feature that the server must have for it; `nil` if every server has what it needs.
  package var feature: Feature? { shared.content.feature }
  /// What people who know other programs may call it; nothing accepts these words.
  package var elsewhere: [OtherName] { shared.content.elsewhere }
  /// Whether the request notifies the accounts that its parameters name, and the authors of the statuses.
  package var notifies: Bool { shared.content.notifies }

  /// The parameter with this name or synonym.
  package func parameter(named key: String) -> Parameter? {
    parameters.named(key)
  }

  /// The texts that the action publishes, in which servers look for mentions and hashtags.
  package func publishedTexts(in pairs: [CallbackURL.Pair]) -> [String] {
    pairs.filter { parameter(named: $0.name)?.isPublished ?? false }.compactMap(\.value)
  }

  /// What an action changes.
  package enum Effect: Sendable, Hashable {
    /// Only reads.
    case read
    /// Reads, and shows the result to the person: its answer has none.
    case present
    /// Changes the account; the named action undoes the change, or `nil` if no action does.
    case reversible(by: String?)
    /// Deletes or publishes something irrevocably.
    case destructive
    /// Changes many things at once.
    case mass
    /// Writes a file on this machine and does not change the account.
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

    /// Whether the person is asked each time, for every requester.
    package var needsConfirmation: Bool {
      switch self {
      case .read, .present, .reversible, .file: false
      case .destructive, .mass: true
      }
    }
  }

  /// What an action acts on, and the parameters that identify it.
  package struct Subject: Sendable, Hashable {
    /// The kind of reference.
    package var kind: ReferenceKind
    /// The parameter for an identifier on the server.
    package var id: String
    /// The parameter for a URL or URI, if there is one.
    package var url: String?
    /// The parameter for a qualified user name, if there is one.
    package var acct: String?
    /// Whether one of them must be given.
    package var isRequired: Bool
    /// Whether the row of a boost stands for the boost instead of the boosted status.
    package var isRow = false
    /// Whether servers refuse it for what belongs to somebody else.
    package var isYours = false

    package init(kind: ReferenceKind, id: String, url: String? = nil, acct: String? = nil, isRequired: Bool = true) {
      self.kind = kind
      self.id = id
      self.url = url
      self.acct = acct
      self.isRequired = isRequired
    }

    /// The names of the parameters, of which exactly one may be given.
    package var alternatives: [String] { [id, url, acct].compactMap(\.self) }

    /// Whether the parameter is one of them.
    package func isNamed(by parameter: String) -> Bool {
      parameter == id || parameter == url || parameter == acct
    }

    /// The parameter by which a request names the subject.
    package func given(in pairs: [CallbackURL.Pair]) -> CallbackURL.Pair? {
      pairs.first { isNamed(by: $0.name) }
    }
  }

  /// A result of a success, or a field of a record.
  package struct ResultField: Sendable, Hashable {
    package var name: String
    package var kind: ValueKind
    package var isOptional: Bool
    /// Whether tables show it as a column; other fields are for programs.
    package var isColumn: Bool
    /// Whether it follows all others in rows separated by tabs, whose readers count columns, because it came later.
    package var isAppended: Bool
    /// Whether the command fails, with exit code 1, if the value is false.
    package var isVerdict: Bool
    package var summary: String
    /// The field that replaces this one, which only scripts of earlier versions read.
    package var replacement: String?
    /// The words that are its values; `nil` if it may have any.
    package var words: FieldWords?

    package init(
      _ name: String, _ kind: ValueKind, words: FieldWords? = nil, isOptional: Bool = false, isColumn: Bool = true,
      isAppended: Bool = false, isVerdict: Bool = false, _ summary: String
    ) {
      self.name = name
      self.kind = kind
      self.isOptional = isOptional
      self.isColumn = isColumn
      self.isAppended = isAppended
      self.isVerdict = isVerdict
      self.summary = summary
      self.words = words
    }
  }

  /// The records that a list request returns besides their identifiers.
  package struct ItemShape: Sendable, Hashable {
    /// The result with the comma-separated identifiers, as Tusker documents it.
    package var ids: String
    /// The shape of each record.
    package var record: RecordShape
    /// Whether the list never ends, because its records are streamed.
    package var isEndless: Bool
    /// Where filters of statuses apply to it: home, public, thread, account or notifications.
    package var filterContexts: [String] = []

    package init(ids: String, record: RecordShape, isEndless: Bool = false) {
      self.ids = ids
      self.record = record
      self.isEndless = isEndless
    }
  }
}

extension Signature {
  /// What other programs call an action.
  package struct OtherName: Sendable, Hashable, ExpressibleByStringLiteral {
    package var word: String
    /// The parameter that takes what directly follows the word.
    package var parameter: String?
    /// What else is written after the verb.
    package var addition: String?

    package init(_ word: String, parameter: String? = nil, adding addition: String? = nil) {
      self.word = word
      self.parameter = parameter
      self.addition = addition
    }

    package init(stringLiteral word: String) { self.init(word) }
  }

  /// A feature that not every server supports.
  package struct Feature: Sendable, Hashable {
    /// The name in commands.
    package var name: String
    /// What a server with the feature can do: a verb phrase.
    package var summary: String

    package init(name: String, summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// Values of a parameter that make an action destructive.
  package struct Danger: Sendable, Hashable {
    package var parameter: String
    /// The values; empty for every value except false.
    package var values: [String]
    /// The default of the app if the parameter is not given.
    package var fallback: String?

    package init(parameter: String, values: [String], fallback: String?) {
      self.parameter = parameter
      self.values = values
      self.fallback = fallback
    }

    fileprivate func isIn(_ pairs: [CallbackURL.Pair]) -> Bool {
      let given = pairs.filter { $0.name == parameter }.map { $0.value ?? "" }
      return (given.isEmpty ? [fallback].compactMap(\.self) : given).contains { value in
        values.isEmpty ? !["false", "no", "0"].contains(value.lowercased()) : values.contains(value)
      }
    }
  }

  /// The worst effect for any parameters.
  package var worstEffect: Effect { dangers.isEmpty ? effect : .destructive }

  /// The effect with these parameters.
  package func effect(of pairs: [CallbackURL.Pair]) -> Effect {
    dangers.contains { $0.isIn(pairs) } ? .destructive : effect
  }
}
