import AccountNames
import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Plans `open URL`, or a URL alone on its line, which is checked and run like a command.
  func request(opening command: Command, _ prepared: Prepared, _ frame: Frame) throws(Diagnostic) -> CommandRequest {
    if let invocation = frame.resolutions[command] { return try CommandRequest(invocation, interpolating: []) }
    let values = command.values
    guard let value = values.first, values.count == 1 else { throw .openNeedsURL(command) }
    let (url, signature) = try resolver.opening(opened(value, of: command, prepared), at: value.span)
    let invocation = Invocation(
      signature: signature, verb: command.verb, urls: [url], options: try options(of: command, prepared),
      span: command.span)
    return try CommandRequest(invocation, interpolating: prepared.interpolations)
  }

  /// The URL that is opened. One that a server, a file or a program gave would choose the action, so it is refused.
  private func opened(_ value: Value, of command: Command, _ prepared: Prepared) throws(Diagnostic) -> String {
    if let written = value.writtenURL { return try filled(written, prepared).text }
    guard let variable = value.urlVariable else { throw .openNeedsURL(command) }
    let url = try prepared.value(variable).disclosed(at: variable.span)
    guard !url.isForeign else { throw .foreignPart(variable.span) }
    guard let text = url.spelling else { throw .openNeedsURL(command) }
    return text
  }

  /// The URL with the values of its variables, each escaped so that it cannot add a parameter, and the signs in it that
  /// came from elsewhere.
  private func filled(
    _ written: Text, _ prepared: Prepared
  ) throws(Diagnostic) -> (text: String, signs: [RemoteSign]) {
    var whole = ""
    var signs: [RemoteSign] = []
    for piece in written.pieces {
      switch piece {
      case .literal(let literal): whole += literal
      case .variable(let variable):
        let text = try text(of: variable, after: whole, prepared)
        for sign in try prepared.value(variable).signs(in: text) {
          let offset = URLWriter.escaped(String(decoding: text.utf8.prefix(sign.offset), as: UTF8.self)).utf8.count
          signs.append(RemoteSign(offset: whole.utf8.count + offset, origin: sign.origin))
        }
        whole += URLWriter.escaped(text)
      }
    }
    return (whole, signs)
  }

  /// The values of the parameters of a URL, with the signs in them that came from elsewhere.
  func parameters(of written: Text, _ prepared: Prepared) throws(Diagnostic) -> [RuntimeValue] {
    let (url, signs) = try filled(written, prepared)
    let bytes = Array(url.utf8)
    var values: [RuntimeValue] = []
    var next = signs[...]
    var start = bytes.firstIndex(of: UInt8(ascii: "?")).map { $0 + 1 } ?? bytes.count
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") } ?? bytes.count
      let own = next.prefix { $0.offset < end }
      next = next.dropFirst(own.count)
      values += Self.value(ofPair: bytes[start..<end], own).map { [$0] } ?? []
      guard end < bytes.count, bytes[end] == UInt8(ascii: "&") else { break }
      start = end + 1
    }
    return values
  }

  /// The value of one `name=value` of a URL, with signs at their places in the URL.
  private static func value(ofPair pair: ArraySlice<UInt8>, _ signs: ArraySlice<RemoteSign>) -> RuntimeValue? {
    let text = String(decoding: pair, as: UTF8.self)
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
      let decoded = (try? CallbackURL(parsing: "x:?\(text)"))?.pairs.first?.value
    else { return nil }
    var value = RuntimeValue.text(decoded, isForeign: !signs.isEmpty)
    var (place, offset) = (equals + 1, 0)
    for sign in signs {
      while place < sign.offset {
        place += pair[place] == UInt8(ascii: "%") ? 3 : 1
        offset += 1
      }
      value.remoteSigns.append(RemoteSign(offset: offset, origin: sign.origin))
    }
    return value
  }

  /// The value of a variable in a URL.
  ///
  /// A value from outside the script may be the value of a parameter that names no file; it cannot be the action or the
  /// name of a parameter.
  private func text(of variable: Variable, after start: String, _ prepared: Prepared) throws(Diagnostic) -> String {
    let runtimeValue = try prepared.value(variable).disclosed(at: variable.span)
    let place = place(after: start)
    let type = place?.type
    let text: String
    if case .record(let record) = runtimeValue.form,
      let spelling = record.spelling(for: type, isRow: place?.isRow ?? false)
    {
      text = spelling
    } else {
      text = try prepared.text(Text([.variable(variable)])).spelling ?? ""
    }
    guard !runtimeValue.isForeign || place?.mayBeForeign(text) ?? false else { throw .foreignPart(variable.span) }
    return text
  }

  /// The place after the start of a URL; `nil` if it is not within the value of a parameter.
  private func place(after start: String) -> Place? {
    guard !start.contains("#"), start.contains("?"), let url = try? CallbackURL(parsing: start + "x"),
      let pair = url.pairs.last, let value = pair.value
    else { return nil }
    let signature = resolver.catalog.signature(action: url.action)
    return Place(
      type: signature?.parameter(named: pair.name)?.type, isRow: signature?.subject?.isRow ?? false,
      begun: String(value.dropLast()))
  }

  /// A place within the value of a parameter.
  private struct Place {
    /// The type of the parameter, if it is known.
    let type: ParameterType?
    /// Whether the action takes the row of a boost for the boost.
    let isRow: Bool
    /// The start of the value.
    let begun: String

    func mayBeForeign(_ text: String) -> Bool {
      switch type {
      case .file?: return false
      case .attachment?:
        let value = begun + text
        return value.isWebAddress || value.hasPrefix("media:") || !value.contains(":")
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
  fileprivate func spelling(for type: ParameterType?, isRow: Bool) -> String? {
    switch type {
    case .identifier?, .reference?: isRow ? referent?.id : referent?.actedOn
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
      return Diagnostic(
        .missingArg, at: command.span, "'open' takes one x-callback URL",
        label: "tusker://x-callback-url/ACTION?NAME=VALUE")
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
