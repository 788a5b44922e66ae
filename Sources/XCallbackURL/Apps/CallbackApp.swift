/// An app that accepts requests by URL: its address, and how it spells values.
///
///     struct Bear: CallbackApp {
///       var dialect: Dialect { Dialect(booleans: .yesNo, lists: .commas) }
///     }
public protocol CallbackApp: Sendable {
  /// The scheme of its URLs; by default the name of the type in kebab case.
  var scheme: String { get }
  /// The host of its URLs; by default `x-callback-url`.
  var host: String { get }
  /// How it spells values.
  var dialect: Dialect { get }
}

extension CallbackApp {
  public var scheme: String { String(nameOf: Self.self) }
  public var host: String { CallbackURL.xCallbackHost }
  public var dialect: Dialect { Dialect() }

  func coder<Action: CallbackAction>(for action: Action.Type) -> CallbackCoder {
    CallbackCoder(dialect: dialect, valueName: action.valueName)
  }
}

/// An action of an app: its name, input and output.
///
///     struct OpenNote: CallbackAction {
///       struct Input: Codable, Sendable { var title: String, excludeTrashed: Bool }
///       struct Output: Codable, Sendable { var note: String, modificationDate: Date }
///     }
///
/// An action without input or output declares it as ``NoValue``, which is the default, or `Never`.
public protocol CallbackAction: Sendable {
  /// The input; its members are the parameters of the URL.
  associatedtype Input: Codable & Sendable = NoValue
  /// The output; its members are appended to the callback.
  associatedtype Output: Codable & Sendable = NoValue

  /// The name in a URL; by default the name of the type in kebab case.
  static var name: String { get }
  /// The name of the parameter for an input or output without members, such as a `URL`; by default `value`.
  static var valueName: String { get }
}

extension CallbackAction {
  public static var name: String { String(nameOf: Self.self) }
  public static var valueName: String { "value" }
}

/// A type that represents the absence of a value.
public protocol AbsentValue: Codable, Sendable {}

/// The input or output of an action that has none.
public struct NoValue: AbsentValue, Hashable {
  /// The only value.
  public init() {}
}

extension Never: AbsentValue {}
