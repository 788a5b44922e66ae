/// Something that an app does when it is asked to by URL: its name, what it takes and what it answers.
///
///     struct OpenNote: CallbackAction {
///       struct Input: Codable, Sendable { var title: String, excludeTrashed: Bool }
///       struct Output: Codable, Sendable { var note: String, modificationDate: Date }
///     }
///
/// An action that takes or answers nothing says so with ``NoValue``, which is what it has where it declares neither, or
/// with `Never`.
public protocol CallbackAction: Sendable {
  /// What the action takes; its members are the parameters of the URL.
  associatedtype Input: Codable & Sendable = NoValue
  /// What the action answers; its members are appended to the callback.
  associatedtype Output: Codable & Sendable = NoValue

  /// The action's name in a URL: the kebab-case of the type's name, unless it is declared.
  static var name: String { get }
  /// The name of the parameter for an input or output that has no members, such as a `URL`; `value`, unless it is
  /// declared.
  static var valueName: String { get }
}

extension CallbackAction {
  public static var name: String { String(nameOf: Self.self) }
  public static var valueName: String { "value" }
}

/// A type that stands for no value at all.
public protocol AbsentValue: Codable, Sendable {}

/// Nothing: the input or output of an action that has none.
public struct NoValue: AbsentValue, Hashable {
  /// The one value there is.
  public init() {}
}

extension Never: AbsentValue {}
