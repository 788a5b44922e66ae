import TuskLanguage
public import XCallbackURL

extension AppDescription: CallbackApp {
  /// The scheme of its URLs.
  public var scheme: String { app.scheme }
  /// The host of its URLs; empty if there is none, or if the action is in its place, as only ``url(for:with:)`` writes it.
  public var host: String {
    guard case .named(let host) = app.host else { return "" }
    return host
  }
  /// How it spells values.
  public var dialect: Dialect { app.dialect }

  /// The apps whose descriptions come with this library.
  public static var bundledNames: [String] { BundledApps.files.keys.sorted() }

  /// The description of an app that comes with this library.
  ///
  /// - Throws: ``Fault`` if there is none.
  public static func bundled(_ name: String) throws(Fault) -> AppDescription {
    guard let file = BundledApps.files[name] else {
      throw Fault("there is no description of '\(name)'", near: NearWords.near(name, among: bundledNames))
    }
    return try AppDescription(Source(name: "\(name).app", bytes: file()))
  }

  /// Reads a description, in the form that `tsk(5)` specifies.
  ///
  /// - Throws: ``Fault`` with the mistake in its first invalid line.
  public init(parsing text: String) throws(Fault) {
    try self.init(Source(text))
  }

  private init(_ source: Source) throws(Fault) {
    do throws(Diagnostic) {
      self = try AppFile.read(source)
    } catch {
      throw Fault("line \(source.line(at: error.span.start)): \(error.message)", near: [])
    }
  }

  /// The URL that requests an action, without callbacks and source.
  ///
  /// - Parameters:
  ///   - action: its name.
  ///   - values: the values by parameter, repeated for a list; a truth value in any spelling.
  /// - Throws: ``Fault`` if the app has no such action, parameter or choice, or a required parameter is missing.
  public func url(
    for action: String, with values: KeyValuePairs<String, String> = [:]
  ) throws(Fault) -> CallbackURL {
    try url(for: action, pairs: values.map { CallbackURL.Pair($0.key, $0.value) })
  }

  /// The URL that requests an action, from values that are known only when the program runs.
  ///
  /// - Parameters:
  ///   - action: its name.
  ///   - values: the values by parameter, see ``url(for:with:)``.
  /// - Throws: ``Fault``, see ``url(for:with:)``.
  public func url(for action: String, pairs values: [CallbackURL.Pair]) throws(Fault) -> CallbackURL {
    guard let signature = catalog.signature(action: action) else {
      throw Fault(
        "\(name) has no action '\(action)'", near: NearWords.near(action, among: actions.map(\.name)))
    }
    var pairs: [CallbackURL.Pair] = []
    for (name, value) in values.map({ ($0.name, $0.value ?? "") }) {
      guard let parameter = signature.parameters.first(where: { $0.name == name }) else {
        let known = signature.parameters.map(\.name)
        throw Fault("\(action) has no parameter '\(name)'", near: NearWords.near(name, among: known))
      }
      guard parameter.isRepeatable || !pairs.contains(where: { $0.name == name }) else {
        throw Fault("'\(name)' is given twice", near: [])
      }
      pairs.append(CallbackURL.Pair(name, try Self.value(value, of: parameter)))
    }
    let missing = signature.parameters.first { parameter in
      parameter.isRequired && !pairs.contains { $0.name == parameter.name }
    }
    if let missing { throw Fault("\(action) needs '\(missing.name)'", near: []) }
    return app.url(for: action, app.spelled(pairs, of: signature.parameters))
  }

  private static func value(_ text: String, of parameter: Parameter) throws(Fault) -> String {
    switch parameter.type {
    case .boolean:
      guard let isTrue = Dialect.truth(of: text) else {
        throw Fault("'\(parameter.name)' is true or false, not '\(text)'", near: [])
      }
      return isTrue ? "true" : "false"
    case .choice(let choices):
      guard let value = choices.value(for: text) else {
        throw Fault(
          "'\(parameter.name)' is not '\(text)'", near: NearWords.near(text, among: choices.values))
      }
      return value
    default: return text
    }
  }

  /// Why there is no such description or request.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence.
    public let description: String

    init(_ text: String, near: [String]) {
      description = near.isEmpty ? text : "\(text); did you mean \(near.joined(separator: " or "))?"
    }
  }
}
