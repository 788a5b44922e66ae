package import XCallbackURL

/// What is known of the x-callback-url interface of another app.
package struct AppDescription: Sendable, Hashable {
  /// What people type after `call`.
  package var name: String
  /// What the app is called.
  package var title: String
  /// One sentence on what it is.
  package var summary: String
  /// Where its requests go, and how values are spelled there.
  package var app: ForeignApp
  /// Where its maker documents the interface.
  package var documentation: String?
  /// The systems it runs on.
  package var platforms: [String]
  /// What it can be asked for, in the order of its file.
  package var actions: [Action]

  /// One thing that an app can be asked for.
  package struct Action: Sendable, Hashable {
    /// Its name in the URL.
    package var name: String
    package var summary: String
    package var effect: Effect
    /// The values with which it destroys something: `mode=replace|clear`, or a parameter that says yes.
    package var destroys: [Condition]
    /// The parameters.
    package var takes: [Field]
    /// What a success answers.
    package var gives: [Field]
    /// Whether the app calls back.
    package var answers: Bool
    /// What may follow `call` and the name of the app.
    package var example: String?
  }

  /// A parameter, and the values of it that are meant; none where every value but a no is.
  package struct Condition: Sendable, Hashable {
    package var parameter: String
    package var values: [String]
  }

  /// How much an action changes in the app.
  package enum Effect: String, Sendable, Hashable, CaseIterable {
    case read, present, write, destructive
  }

  /// A parameter, or a value that is answered.
  package struct Field: Sendable, Hashable {
    package var name: String
    package var isOptional: Bool
    package var kind: Kind
    /// What the app takes where the parameter is not given.
    package var fallback: String?
    package var summary: String
  }

  /// What sort of value a field has.
  package enum Kind: Sendable, Hashable {
    case text, prose, integer, number, boolean, date, list, url, data, secret, json
    case choice([String])

    init?(_ word: String) {
      switch word {
      case "text": self = .text
      case "prose": self = .prose
      case "integer": self = .integer
      case "number": self = .number
      case "boolean": self = .boolean
      case "date": self = .date
      case "list": self = .list
      case "url": self = .url
      case "data": self = .data
      case "secret": self = .secret
      case "json": self = .json
      default: return nil
      }
    }
  }
}
