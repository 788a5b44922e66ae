/// An app that is reached by URL: where its URLs lead, and how it spells values.
///
///     struct Bear: CallbackApp {
///       var dialect: Dialect { Dialect(booleans: .yesNo, lists: .commas) }
///     }
public protocol CallbackApp: Sendable {
  /// The scheme of its URLs: the kebab-case of the type's name, unless it is declared.
  var scheme: String { get }
  /// The host of its URLs: `x-callback-url`, unless it is declared.
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
