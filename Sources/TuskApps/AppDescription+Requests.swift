import TuskLanguage
public import XCallbackURL

extension AppDescription: CallbackApp {
  /// The scheme of its URLs.
  public var scheme: String { app.scheme }
  /// How it spells values.
  public var dialect: Dialect { app.dialect }

  /// The apps whose descriptions come with this library.
  public static var bundledNames: [String] { BundledApps.files.keys.sorted() }

  /// The description of an app that comes with this library.
  ///
  /// - Throws: ``Fault`` if there is none.
  public static func bundled(_ name: String) throws(Fault) -> AppDescription {
    guard let file = BundledApps.files[name] else {
      throw Fault("there is no description of '\(name)'", near: DidYouMean.near(name, among: bundledNames))
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
  ///   - values: the values by parameter, repeated for a list; truth values are `true` and `false`.
  /// - Throws: ``Fault`` if the app has no such action or parameter, or a required parameter is missing.
  public func url(
    for action: String, with values: KeyValuePairs<String, String> = [:]
  ) throws(Fault) -> CallbackURL {
    guard let signature = catalog.signature(action: action) else {
      throw Fault(
        "\(name) has no action '\(action)'", near: DidYouMean.near(action, among: actions.map(\.name)))
    }
    let known = signature.parameters.map(\.name)
    if let unknown = values.first(where: { !known.contains($0.key) })?.key {
      throw Fault("\(action) has no parameter '\(unknown)'", near: DidYouMean.near(unknown, among: known))
    }
    let missing = signature.parameters.first { parameter in
      parameter.isRequired && !values.contains { $0.key == parameter.name }
    }
    if let missing { throw Fault("\(action) needs '\(missing.name)'", near: []) }
    let pairs = values.map { CallbackURL.Pair($0.key, $0.value) }
    return app.url(for: action, app.spelled(pairs, of: signature.parameters))
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
