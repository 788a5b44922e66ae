import TuskCommon
import XCallbackURL

extension Checker {
  /// Finds what is wrong with the variables and inner commands of a value.
  mutating func examine(_ value: Value) {
    switch value.form {
    case .word(let text), .string(let text): examine(text)
    // In the place of an identifier a record stands for its own, which only the run knows.
    case .url(let text): for variable in text.variables { examine(variable, isPartOfText: true) }
    case .reference(let reference): examine(reference.id)
    case .variable(let variable): examine(variable, isPartOfText: false)
    case .list(let values):
      for value in values { examine(value) }
    case .result(let pipeline): examine(pipeline, isValue: true)
    }
  }

  mutating func examine(_ setting: Setting) {
    guard case .value(let value) = setting.content else { return }
    examine(value)
  }

  private mutating func examine(_ text: Text) {
    for variable in text.variables {
      guard examine(variable, isPartOfText: true) else { continue }
      let value = staticType(of: variable)
      if !value.hasSpelling { found.append(.misplaced(value.description, within: .text, at: variable.span)) }
    }
  }

  /// Finds what is wrong with a variable.
  ///
  /// - Returns: whether nothing is.
  @discardableResult
  mutating func examine(_ variable: Variable, isPartOfText: Bool) -> Bool {
    do throws(Gap) {
      _ = try look(variable)
      return true
    } catch {
      found.append(diagnostic(for: error, variable, isPartOfText: isPartOfText))
      return false
    }
  }

  /// What is known of a variable; nothing where something is wrong with it, which is said once.
  func staticType(of variable: Variable) -> StaticType {
    (try? look(variable)) ?? .anything
  }

  /// What is known of a value.
  func staticType(of value: Value) -> StaticType {
    switch value.form {
    case .word(let text): text.literal.map { StaticType(word: $0) } ?? .written(nil, isQuoted: false)
    case .string(let text): .written(text.literal, isQuoted: true)
    case .url(let text): .written(text.literal, isQuoted: false)
    case .reference(let reference): .reference(reference.kind, id: reference.id.literal)
    case .variable(let variable): staticType(of: variable)
    case .list(let values): .list(staticType(of: values))
    case .result(let pipeline): staticType(of: pipeline)
    }
  }

  /// What is known of each of a list's values.
  private func staticType(of values: [Value]) -> StaticType {
    guard let first = values.first else { return .anything }
    return values.dropFirst().reduce(staticType(of: first)) { known, value in
      known == .anything ? known : known.joined(with: staticType(of: value))
    }
  }

  /// Whether a value surely came from a server, a file or a program, or is made of one that did.
  func isForeign(_ value: Value) -> Bool {
    switch value.form {
    case .word(let text), .string(let text), .url(let text): text.variables.contains(where: isForeign)
    case .reference(let reference): reference.id.variables.contains(where: isForeign)
    case .variable(let variable): isForeign(variable)
    case .list(let values): values.contains(where: isForeign)
    case .result(let pipeline): isForeign(pipeline)
    }
  }

  func isForeign(_ variable: Variable) -> Bool {
    names[variable.name]?.isForeign ?? false
  }
}

/// Why a variable has no value.
enum Gap: Error {
  case name
  /// An argument that the script was not given.
  case argument
  case field(StaticType.MissingField)
}

extension Checker {
  private func look(_ variable: Variable) throws(Gap) -> StaticType {
    switch variable.name {
    case "env": return try environment(variable)
    case "me":
      return try follow(variable, from: resolver.catalog.records["account"].map(StaticType.record) ?? .anything)
    case "@": return try follow(variable, from: .list(.spelled))
    case "_": return try follow(variable, from: names["_"]?.staticType ?? .anything)
    case _ where Int(variable.name) != nil: return try argument(variable)
    default:
      guard let entry = names[variable.name] else {
        guard variable.isOptional || isOpen else { throw .name }
        return .anything
      }
      return try follow(variable, from: entry.staticType)
    }
  }

  private func follow(_ variable: Variable, from staticType: StaticType) throws(Gap) -> StaticType {
    do throws(StaticType.MissingField) {
      return try staticType.following(variable.path, in: resolver.catalog)
    } catch {
      throw .field(error)
    }
  }

  /// What the environment holds is known when the script runs, and is a text.
  private func environment(_ variable: Variable) throws(Gap) -> StaticType {
    guard variable.path.count > 1 else { return variable.path.isEmpty ? .anything : .spelled }
    throw .field(StaticType.MissingField(index: 1, owner: .spelled))
  }

  private func argument(_ variable: Variable) throws(Gap) -> StaticType {
    let number = Int(variable.name) ?? 0
    if number < 1 || arguments.map({ number > $0 }) ?? false {
      guard variable.isOptional else { throw .argument }
      return .nothing
    }
    return try follow(variable, from: .spelled)
  }
}

extension Checker {
  private mutating func diagnostic(for gap: Gap, _ variable: Variable, isPartOfText: Bool) -> Diagnostic {
    switch gap {
    case .name: return unknownName(variable)
    case .argument: return .missingArgument(variable, arguments ?? 0)
    case .field(let missing):
      if missing.owner.isText { return .textHasNoField(missing, variable, isPartOfText: isPartOfText) }
      return .noField(missing, variable)
    }
  }

  private mutating func unknownName(_ variable: Variable) -> Diagnostic {
    suggestions -= 1
    var diagnostic = Diagnostic.unknownName(variable, known: suggestions >= 0 ? names.all : [])
    if let near = diagnostic.near.first, let line = names[near]?.line {
      diagnostic.label = "did you mean $\(near) (line \(line))?"
    }
    return diagnostic
  }
}

extension Variable {
  /// The name and its first fields, as they follow the `$`.
  fileprivate func spelling(fields: Int) -> String {
    ([name] + path.prefix(fields).map { $0.name + ($0.isOptional ? "?" : "") }).joined(separator: ".")
  }

  /// Where the name of a field stands.
  fileprivate func span(ofField index: Int) -> Span {
    let before = path.prefix(index).reduce(0) { $0 + 1 + $1.name.utf8.count + ($1.isOptional ? 1 : 0) }
    let start = nameSpan.end + (isOptional ? 1 : 0) + before + 1
    return Span(start, start + path[index].name.utf8.count)
  }

  /// Whether braces stand round the variable.
  fileprivate var isBraced: Bool { nameSpan.start > span.start + 1 }
}

extension Diagnostic {
  fileprivate static func missingArgument(_ variable: Variable, _ count: Int) -> Diagnostic {
    let given = count == 1 ? "1 argument was" : "\(count) arguments were"
    let reason = Int(variable.name) == 0 ? "arguments count from 1" : "\(given) given"
    return Diagnostic(
      .unknownName, at: variable.span, "'$\(variable.name)' has no value: \(reason)",
      label: "${\(variable.name)?} may be missing", exitCode: .data)
  }

  fileprivate static func noField(_ missing: StaticType.MissingField, _ variable: Variable) -> Diagnostic {
    let field = variable.path[missing.index].name
    let near = DidYouMean.near(field, among: missing.owner.fields)
    var label = near.first.map { "did you mean .\($0)?" }
    if case .list = missing.owner { label = "a list has places, which count from 0" }
    return Diagnostic(
      .unknownField, at: variable.span, "\(missing.owner.description) has no field '\(field)'", label: label,
      edits: near.first.map { [Edit(variable.span(ofField: missing.index), $0)] } ?? [], near: near, exitCode: .data)
  }

  /// A text has no fields; where more text stands beside it, what follows the name was meant as text too.
  fileprivate static func textHasNoField(
    _ missing: StaticType.MissingField, _ variable: Variable, isPartOfText: Bool
  ) -> Diagnostic {
    let name = variable.spelling(fields: missing.index)
    let rest = variable.path[missing.index...].map { ".\($0.name)" }.joined()
    var text = "a text"
    if case .written(let known?, _) = missing.owner {
      text = "the text '\(known.count <= 40 ? known : "\(known.prefix(37))…")'"
    }
    let isMended = isPartOfText && !variable.isBraced && variable.name != "_"
    return Diagnostic(
      .unknownField, at: variable.span, "text has no field '\(variable.path[missing.index].name)'",
      label: "$\(name) is \(text)", edits: isMended ? [Edit(variable.span, "${\(name)}\(rest)")] : [], exitCode: .data)
  }
}
