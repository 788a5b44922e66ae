package import XCallbackURL

/// A description of another app's x-callback-url interface: its actions, and how it spells values.
///
///     let bear = try AppDescription.bundled("bear")
///     let client = CallbackClient(bear, source: "Reader", listener: listener)
///     let outcome = try await client.call(bear.url(for: "create", with: ["title": "Emma"]))
public struct AppDescription: Sendable, Hashable {
  /// The name after `call`.
  public var name: String
  /// The app's title.
  public var title: String
  /// One sentence about the app.
  public var summary: String
  /// The address of its requests, and how values are spelled in them.
  package var app: ForeignApp
  /// The address of its documentation.
  public var documentation: String?
  /// The systems it runs on.
  public var platforms: [String]
  /// Its actions, in the order of the file.
  public var actions: [Action]

  /// An action of an app.
  public struct Action: Sendable, Hashable {
    /// Its name in the URL.
    public var name: String
    /// One sentence about it.
    public var summary: String
    /// What it does to the app's data.
    public var effect: Effect
    /// The values with which it is destructive: `mode=replace|clear`, or a Boolean parameter that is true.
    public var destroys: [Condition]
    /// The parameters.
    public var takes: [Field]
    /// The fields of a successful answer.
    public var gives: [Field]
    /// Whether the app calls back.
    public var answers: Bool
    /// An example, without `call` and the name of the app.
    public var example: String?
  }

  /// A parameter, and the values that meet the condition; empty means every value but false.
  public struct Condition: Sendable, Hashable {
    /// The name of the parameter.
    public var parameter: String
    /// The values.
    public var values: [String]
  }

  /// How an action affects the app's data.
  public enum Effect: String, Sendable, Hashable, CaseIterable {
    /// It reads.
    case read
    /// It shows something on the screen.
    case present
    /// It adds or changes something.
    case write
    /// It deletes or overwrites something.
    case destructive
  }

  /// A parameter, or a field of an answer.
  public struct Field: Sendable, Hashable {
    /// Its name in the URL.
    public var name: String
    /// Whether it may be left out.
    public var isOptional: Bool
    /// The type of its value.
    public var kind: Kind
    /// The default value of the parameter.
    public var fallback: String?
    /// One sentence about it.
    public var summary: String
  }

  /// The type of a field's value.
  public enum Kind: Sendable, Hashable {
    /// One line of text.
    case text
    /// Text of several lines.
    case prose
    /// A whole number.
    case integer
    /// A number.
    case number
    /// A truth value: `true` or `false` in a request, which the app's own spelling replaces.
    case boolean
    /// A date, and perhaps a time, in the app's own form.
    case date
    /// Several values.
    case list
    /// A URL.
    case url
    /// Bytes in Base64.
    case data
    /// A text that must not be shown, such as a token.
    case secret
    /// JSON.
    case json
    /// One of these words.
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
