import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Plans `open URL`, or a URL alone on its line, which is checked and run like a command.
  func plan(opening command: Command, _ prepared: Prepared, _ frame: Frame) throws(Diagnostic) -> Plan {
    if let invocation = frame.resolutions[command] { return try Plan(invocation, interpolating: []) }
    let values = command.values
    guard let value = values.first, values.count == 1 else { throw .openNeedsURL(command) }
    guard case .url(let written) = value.form else { throw .openNeedsURL(command) }
    let (url, signature) = try resolver.opening(text(of: written, prepared), at: value.span)
    let invocation = Invocation(
      signature: signature, verb: command.verb, urls: [url], options: try options(of: command, prepared),
      span: command.span)
    return try Plan(invocation, interpolating: prepared.interpolations)
  }

  /// The URL with the values of its variables, each escaped so that it cannot add a parameter.
  private func text(of written: Text, _ prepared: Prepared) throws(Diagnostic) -> String {
    var whole = ""
    for piece in written.pieces {
      switch piece {
      case .literal(let literal): whole += literal
      case .variable(let variable): whole += try text(of: variable, after: whole, prepared)
      }
    }
    return whole
  }

  /// The value of a variable in a URL, escaped for its place.
  ///
  /// A value from outside the script may be the value of a parameter that names no file; it cannot be the action or the
  /// name of a parameter.
  private func text(
    of variable: Variable, after start: String, _ prepared: Prepared
  ) throws(Diagnostic) -> String {
    let runtimeValue = try prepared.value(variable).disclosed(at: variable.span)
    let place = place(after: start)
    let type = place?.type
    let text: String
    if case .record(let record) = runtimeValue.form, let spelling = record.spelling(for: type) {
      text = spelling
    } else {
      text = try prepared.text(Text([.variable(variable)])).spelling ?? ""
    }
    guard !runtimeValue.isForeign || place?.mayBeForeign(text) ?? false else { throw .foreignPart(variable.span) }
    return URLWriter.escaped(text)
  }

  /// The place after the start of a URL; `nil` if it is not within the value of a parameter.
  private func place(after start: String) -> Place? {
    guard !start.contains("#"), start.contains("?"), let url = try? CallbackURL(parsing: start + "x"),
      let pair = url.pairs.last, let value = pair.value
    else { return nil }
    let parameter = resolver.catalog.signature(action: url.action)?.parameter(named: pair.name)
    return Place(type: parameter?.type, begun: String(value.dropLast()))
  }

  /// A place within the value of a parameter.
  private struct Place {
    /// The type of the parameter, if it is known.
    let type: ParameterType?
    /// The start of the value.
    let begun: String

    func mayBeForeign(_ text: String) -> Bool {
      switch type {
      case .file?: return false
      case .attachment?:
        let value = begun + text
        return ["http://", "https://", "media:"].contains(where: value.hasPrefix) || !value.contains(":")
      default: return true
      }
    }
  }

  /// The options of the shell beside the URL; the parameters of the action are in the URL itself.
  private func options(
    of command: Command, _ prepared: Prepared
  ) throws(Diagnostic) -> [Invocation.Option] {
    // The URL was evaluated before, and differently: a record in it becomes what its place in the URL needs.
    let written = command.values.first.map { Argument.value(Value(.word(Text([.literal("URL")])), $0.span)) }
    let settings = command.arguments.filter { argument in
      if case .setting = argument { true } else { false }
    }
    let bare = Command(verb: command.verb, arguments: [written].compactMap(\.self) + settings, span: command.span)
    return try resolver.resolve(bare, bindings: bindings(prepared)).options
  }
}

extension RuntimeValue.Record {
  /// The text of the record in a place of this type.
  fileprivate func spelling(for type: ParameterType?) -> String? {
    switch type {
    case .identifier?, .reference?: referent?.id
    case .attachment? where shape?.name == RecordShape.upload: referent?.id
    case .attachment?, .url?: fields["url"]?.string
    default: spelling
    }
  }
}

extension Command {
  /// The unnamed arguments, in order.
  fileprivate var values: [Value] {
    arguments.compactMap { argument in
      guard case .value(let value) = argument else { return nil }
      return value
    }
  }
}

extension Diagnostic {
  fileprivate static func openNeedsURL(_ command: Command) -> Diagnostic {
    guard command.values.count == 1, case .word(let text)? = command.values.first?.form, let word = text.literal else {
      return Diagnostic(.missingArg, at: command.span, "'open' takes one x-callback URL")
    }
    return Diagnostic(.missingArg, at: command.span, "'open' needs an x-callback URL, not '\(word)'")
  }

  fileprivate static func foreignPart(_ span: Span) -> Diagnostic {
    Diagnostic(
      .foreignValue, at: span,
      "a value from a server, file or program can be a parameter's value here, but cannot name an action or a file",
      exitCode: .data)
  }
}
