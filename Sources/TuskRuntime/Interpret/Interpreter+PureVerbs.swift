import Glibc
import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// The value of a verb that computes it from others. It is foreign, and has the signs of remote text, if one of the
  /// others is or has.
  func compute(
    _ invocation: Invocation, _ prepared: Prepared, line: Int
  ) throws(Diagnostic) -> RuntimeValue {
    var values: [(name: String, value: RuntimeValue, span: Span)] = []
    for given in invocation.arguments.given {
      let value = try prepared.value(given.value).disclosed(at: given.value.span)
      values.append((given.parameter.name, value, given.value.span))
    }
    if settings.rehearses, values.contains(where: { isUnknown($0.value) }) {
      let token = settings.placeholders.text(named: PlaceholderSyntax.event, line: line)
      return RuntimeValue(.pending(nil, token), isForeign: true)
    }
    let work = Computation(
      verb: invocation.signature.action, words: NamedArguments(invocation), values: values, span: invocation.span,
      now: host.clock.now(), shapes: shapes)
    let result = try work.result()
    guard !Task.isCancelled else { throw .interrupted(invocation.span) }
    return result
  }

  /// Whether a rehearsal does not know the value.
  private func isUnknown(_ value: RuntimeValue) -> Bool {
    value.elements.contains { $0.isPending || $0.spelling.map(settings.placeholders.occurs) ?? false }
  }
}

/// One call of a verb that computes a value.
private struct Computation {
  let verb: String
  let words: Interpreter.NamedArguments
  /// The arguments with their values, by the names of the parameters.
  let values: [(name: String, value: RuntimeValue, span: Span)]
  let span: Span
  let now: Int
  let shapes: [String: RecordShape]

  func result() throws(Diagnostic) -> RuntimeValue {
    let text = words["text"] ?? ""
    switch verb {
    case "split": return derived(.list(split(text, by: words["by"]).map { derived(.text($0)) }))
    case "join": return try derived(.text(joined()))
    case "replace": return derived(.text(try replaced(text)))
    case "match":
      guard let parts = Glob(words["pattern"] ?? "").parts(of: text) else { return .null }
      return derived(.list(parts.map { derived(.text($0)) }))
    case "lower": return derived(.text(text.lowercased()))
    case "upper": return derived(.text(text.uppercased()))
    case "trim": return derived(.text(text.trimmed))
    case "cut":
      return derived(.text(text.cut(to: words["length"].flatMap { Int($0) } ?? .max, ending: words["ending"] ?? "")))
    case "now": return RuntimeValue(.time(now))
    case "format": return derived(.text(try formatted()))
    case "parse": return derived(.time(try parsed(text)))
    case "round": return derived(.number(try rounded()))
    case "min": return try extreme { RuntimeValue.Magnitude.isLess($0, $1) }
    case "max": return try extreme { RuntimeValue.Magnitude.isLess($1, $0) }
    case "json": return try json()
    case "glob": return try files()
    case "rows": return values.count == 1 ? values[0].value : derived(.list(try rows()))
    case "record": return try record()
    default: throw .noResult(Spanned(verb, span))
    }
  }

  /// A value that is made of the arguments.
  private func derived(_ form: RuntimeValue.Form) -> RuntimeValue {
    var value = RuntimeValue(form, isForeign: values.contains(where: \.value.isForeign))
    guard case .text(let text) = form else { return value }
    guard let origin else { return value }
    value.remoteSigns = RemoteSign.all(in: text, origin)
    return value
  }

  /// Where text of the arguments came from, a server first.
  private var origin: RemoteOrigin? {
    let origins = values.flatMap(\.value.origins)
    return origins.first { !$0.isLocal } ?? origins.first
  }

  private func split(_ text: String, by separator: String?) -> [String] {
    guard let separator, !separator.isEmpty else { return text.split(whereSeparator: \.isWhitespace).map(String.init) }
    return text.components(between: separator)
  }

  private func rows() throws(Diagnostic) -> [RuntimeValue] {
    var rows: [RuntimeValue] = []
    for (_, value, span) in values {
      rows += value.items
      guard rows.count <= RuntimeValue.mostItems else { throw .tooManyItems(RuntimeValue.mostItems, span) }
    }
    return rows
  }

  private func joined() throws(Diagnostic) -> String {
    var texts: [String] = []
    var size = 0
    for (name, value, span) in values where name == "item" {
      for item in value.elements {
        guard let text = item.spelling else { throw .misplaced(item.description, within: .text, at: span) }
        texts.append(text)
        size += text.utf8.count + (words["with"] ?? " ").utf8.count
        guard size <= RuntimeValue.longestText else { throw .tooLongText(span) }
      }
    }
    return texts.joined(separator: words["with"] ?? " ")
  }

  private func replaced(_ text: String) throws(Diagnostic) -> String {
    let old = words["old"] ?? ""
    guard !old.isEmpty else { throw .emptyText("old", span(of: "old")) }
    let (parts, new) = (text.components(between: old), words["new"] ?? "")
    guard text.utf8.count + (parts.count - 1) * (new.utf8.count - old.utf8.count) <= RuntimeValue.longestText else {
      throw .tooLongText(span(of: "new"))
    }
    return parts.joined(separator: new)
  }

  private func span(of name: String) -> Span { values.first { $0.name == name }?.span ?? span }

  private func zone() throws(Diagnostic) -> TimeZoneRules {
    do throws(Failure) {
      return if let name = words["zone"] { try TimeZoneRules(named: name) } else { try TimeZoneRules.local() }
    } catch {
      throw Diagnostic(.typeMismatch, at: span(of: "zone"), error.message, exitCode: .data)
    }
  }

  /// How the command says that a time is written; `nil` if it does not.
  private func pattern() throws(Diagnostic) -> TimePattern? {
    guard let text = words["as"] else { return nil }
    guard let pattern = TimePattern(text) else { throw .badTimePattern(span(of: "as"), .data) }
    return pattern
  }

  private func formatted() throws(Diagnostic) -> String {
    let (moment, zone) = (try moment(), try zone())
    guard let pattern = try pattern() else {
      guard words["zone"] != nil else { return Instant(seconds: moment).rfc3339 }
      let text = TimePattern("%FT%T%z")?.text(of: moment, in: zone) ?? ""
      // RFC 3339 has a colon in the offset.
      return text.dropLast(2) + ":" + text.suffix(2)
    }
    return pattern.text(of: moment, in: zone)
  }

  private func moment() throws(Diagnostic) -> Int {
    let text = words["time"] ?? ""
    if let ago = Duration(written: text) { return now - Int(ago.components.seconds) }
    if let clock = TimeOfDay(text) { return LocalTime.seconds(of: clock, onDayOf: now) }
    return try seconds(of: text, "time", TimePattern.seconds(in: text, zone()))
  }

  private func parsed(_ text: String) throws(Diagnostic) -> Int {
    let (pattern, zone) = (try pattern(), try zone())
    guard pattern?.saysDay ?? true else { throw .patternWithoutDay(span(of: "as"), .data) }
    return try seconds(
      of: text, "text", pattern.map { $0.seconds(in: text, zone) } ?? TimePattern.seconds(in: text, zone))
  }

  /// The time, if it was read and can be written.
  private func seconds(of text: String, _ name: String, _ seconds: Int?) throws(Diagnostic) -> Int {
    guard let seconds, Instant.calendar.contains(seconds) else { throw .notATime(text, span(of: name)) }
    return seconds
  }

  private func rounded() throws(Diagnostic) -> JSON.Number {
    let given = values.first { $0.name == "number" }
    guard let given, case .number(let number)? = given.value.magnitude else {
      throw .notCountable(verb, given?.value.description ?? "nothing", given?.span ?? span)
    }
    guard number.int == nil else { return number }
    let digits = words["digits"].flatMap { Int($0) } ?? 0
    guard let rounded = number.rounded(to: digits) else { throw .notCountable(verb, "a number so large", given.span) }
    return rounded
  }

  private func extreme(
    _ isBetter: (RuntimeValue.Magnitude, RuntimeValue.Magnitude) -> Bool?
  ) throws(Diagnostic) -> RuntimeValue {
    var best: (value: RuntimeValue, magnitude: RuntimeValue.Magnitude)?
    for (_, value, span) in values {
      for item in value.elements {
        guard let magnitude = item.magnitude else { throw .notCountable(verb, item.description, span) }
        guard let isBetter = best.map({ isBetter(magnitude, $0.magnitude) }) ?? true else {
          throw .notCountable(verb, "values of several kinds", span)
        }
        if isBetter { best = (item, magnitude) }
      }
    }
    return best?.value ?? .null
  }

  private func json() throws(Diagnostic) -> RuntimeValue {
    let given = values.map(\.value)
    guard given.count == 1, let value = given.first else { return derived(.text(JSON.array(given.map(\.json)).text)) }
    guard let text = value.plainText else { return derived(.text(value.json.text)) }
    guard JSON.mostValues(in: Array(text.utf8)) <= JSON.mostValuesAtOnce else { throw .tooManyValues(values[0].span) }
    do throws(JSONSyntaxError) {
      var read = RuntimeValue(try JSON(parsing: text))
      read.isForeign = value.isForeign
      return origin.map { read.coming(from: $0) } ?? read
    } catch {
      throw .notJSON(values[0].span)
    }
  }

  /// The files of a pattern, which only the script may write, because it may name them.
  private func files() throws(Diagnostic) -> RuntimeValue {
    let pattern = words["pattern"] ?? ""
    guard !values.contains(where: \.value.isForeign) else { throw .foreign(.file, span(of: "pattern")) }
    var found = glob_t()
    defer { globfree(&found) }
    guard Glibc.glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return RuntimeValue(.list([])) }
    let names = (0..<Int(found.gl_pathc)).compactMap { paths[$0].flatMap { String(validatingCString: $0) } }
    // No program takes a name for an option.
    return RuntimeValue(.list(names.map { .argument($0.hasPrefix("-") ? "./\($0)" : $0) }))
  }

  private func record() throws(Diagnostic) -> RuntimeValue {
    var fields: JSON.Object = [:]
    var kinds: [Signature.ResultField] = []
    try RuntimeValue.checkSize(of: values.map(\.value), at: span)
    for (name, value, span) in values {
      guard fields[name] == nil else { throw .repeatedField(name, span) }
      fields[name] = value.json
      if let kind = value.kind(shapes) { kinds.append(Signature.ResultField(name, kind, "")) }
    }
    var record = derived(
      .record(RuntimeValue.Record(RecordShape("record", fields: kinds), fields.withTimesAsText(kinds))))
    record.remote = origin
    return record
  }
}

extension RuntimeValue {
  /// The items of a list; of another value, itself.
  fileprivate var items: [RuntimeValue] { if case .list(let items) = form { items } else { [self] } }

  /// The kind of a field with this value; `nil` if it may have any.
  func kind(_ shapes: [String: RecordShape]) -> ValueKind? {
    switch form {
    case .boolean: .boolean
    case .number(let number): number.int == nil ? nil : .integer
    case .text: .text
    case .acct: .acct
    case .time: .time
    case .reference(let kind, _): .identifier(kind)
    case .record(let record): record.shape.flatMap { shapes[$0.name] == $0 ? .record($0.name) : nil }
    case .list(let elements): elements.first?.kind(shapes).map(ValueKind.list)
    case .null, .sequence, .pending: nil
    }
  }
}

extension JSON.Number {
  /// The number with so many decimals, halves rounded away from zero; `nil` if it is too large for that.
  fileprivate func rounded(to digits: Int) -> JSON.Number? {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (double * scale).rounded() / scale
    return rounded.isFinite ? JSON.Number(rounded) : nil
  }
}

extension Diagnostic {
  fileprivate static func emptyText(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'\(name)' must not be empty", exitCode: .data)
  }

  fileprivate static func notATime(_ text: String, _ span: Span) -> Diagnostic {
    let shown = text.count <= 40 ? text : "\(text.prefix(37))…"
    return Diagnostic(.typeMismatch, at: span, "'\(shown)' is not a time of this form", exitCode: .data)
  }

  fileprivate static func notJSON(_ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "the text is not JSON", exitCode: .data)
  }

  fileprivate static func tooManyValues(_ span: Span) -> Diagnostic {
    Diagnostic(
      .outOfRange, at: span, "the text has too many values; read it from a file, row by row: read json file:NAME",
      exitCode: .data)
  }

  fileprivate static func repeatedField(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(.duplicateParam, at: span, "the field '\(name)' is given twice", exitCode: .data)
  }
}
