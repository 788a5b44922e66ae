package import XCallbackURL

/// A description of another app's x-callback-url interface.
package struct AppDescription: Sendable, Hashable {
  /// The name after `call`.
  package var name: String
  /// The app's title.
  package var title: String
  /// One sentence about the app.
  package var summary: String
  /// The address of its requests, and how values are spelled in them.
  package var app: ForeignApp
  /// The address of its documentation.
  package var documentation: String?
  /// The systems it runs on.
  package var platforms: [String]
  /// Its actions, in the order of the file.
  package var actions: [Action]

  /// An action of an app.
  package struct Action: Sendable, Hashable {
    /// Its name in the URL.
    package var name: String
    package var summary: String
    package var effect: Effect
    /// The values with which it is destructive: `mode=replace|clear`, or a Boolean parameter that is true.
    package var destroys: [Condition]
    /// The parameters.
    package var takes: [Field]
    /// The fields of a successful answer.
    package var gives: [Field]
    /// Whether the app calls back.
    package var answers: Bool
    /// An example, without `call` and the name of the app.
    package var example: String?
  }

  /// A parameter, and the values that meet the condition; empty means every value but false.
  package struct Condition: Sendable, Hashable {
    package var parameter: String
    package var values: [String]
  }

  /// How an action affects the app's data.
  package enum Effect: String, Sendable, Hashable, CaseIterable {
    case read, present, write, destructive
  }

  /// A parameter, or a field of an answer.
  package struct Field: Sendable, Hashable {
    package var name: String
    package var isOptional: Bool
    package var kind: Kind
    /// The default value of the parameter.
    package var fallback: String?
    package var summary: String
  }

  /// The type of a field's value.
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
