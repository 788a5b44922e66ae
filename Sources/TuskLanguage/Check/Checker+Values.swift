import TuskCommon
import XCallbackURL

extension Checker {
  mutating func visit(_ value: Value) {
    switch value.form {
    case .word(let text):
      check(text)
      checkSign(in: text, at: value.span)
    case .string(let text): check(text)
    // A record in a URL gives its identifier, which is unknown before the run.
    case .url(let text): for variable in text.variables { check(variable, isPartOfText: true) }
    case .reference(let reference): check(reference.id)
    case .variable(let variable): check(variable, isPartOfText: false)
    case .list, .result, .range: value.walk(with: &self)
    case .arithmetic(let arithmetic):
      value.walk(with: &self)
      check(arithmetic)
    }
  }

  private mutating func check(_ text: Text) {
    for variable in text.variables {
      guard check(variable, isPartOfText: true) else { continue }
      let value = staticType(of: variable)
      if !value.hasSpelling { found.append(.misplaced(value.description, within: .text, at: variable.span)) }
    }
  }

  /// Checks a variable.
  ///
  /// - Returns: whether it is correct.
  @discardableResult
  private mutating func check(_ variable: Variable, isPartOfText: Bool) -> Bool {
    do throws(Gap) {
      _ = try lookUp(variable)
      if isPartOfText, arguments == nil, variable.isLargeNumber { warnings.append(.largeNumber(variable)) }
      return true
    } catch {
      found.append(diagnostic(for: error, variable, isPartOfText: isPartOfText))
      return false
    }
  }

  /// The type of a variable; anything for an incorrect one, which is reported elsewhere.
  func staticType(of variable: Variable) -> StaticType {
    (try? lookUp(variable)) ?? .anything
  }

  /// The type of a value.
  func staticType(of value: Value) -> StaticType {
    switch value.form {
    case .word(let text): text.literal.map { StaticType(word: $0) } ?? .written(nil, isQuoted: false)
    case .string(let text): .written(text.literal, isQuoted: true)
    case .url(let text): .written(text.literal, isQuoted: false)
    case .reference(let reference): .reference(reference.kind, id: reference.id.literal)
    case .variable(let variable): staticType(of: variable)
    case .list(let values): .list(staticType(of: values))
    case .result(let pipeline): staticType(of: pipeline)
    case .arithmetic(let arithmetic): staticType(of: arithmetic)
    case .range: .list(.number)
    }
  }

  /// The common type of a list's items.
  private func staticType(of values: [Value]) -> StaticType {
    guard let first = values.first else { return .anything }
    return values.dropFirst().reduce(staticType(of: first)) { known, value in
      known == .anything ? known : known.joined(with: staticType(of: value))
    }
  }

  /// Whether a value certainly comes from a server, a file or a program, or contains one that does.
  func isForeign(_ value: Value) -> Bool {
    switch value.form {
    case .word(let text), .string(let text), .url(let text): text.variables.contains(where: isForeign)
    case .reference(let reference): reference.id.variables.contains(where: isForeign)
    case .variable(let variable): isForeign(variable)
    case .list(let values): values.contains(where: isForeign)
    case .result(let pipeline): isForeign(pipeline)
    case .arithmetic(let arithmetic): arithmetic.values.contains(where: isForeign)
    case .range: false
    }
  }

  /// Whether the access token is certainly in the value of a variable.
  func isSecret(_ variable: Variable) -> Bool {
    variable.isSecret || names[variable.name]?.isSecret ?? false
  }

  /// Reports the access token in a value that is shown, sent or stored.
  ///
  /// - Returns: whether it is in it.
  @discardableResult
  mutating func reportSecret(in value: Value) -> Bool {
    guard let variable = value.variables.first(where: isSecret) else { return false }
    found.append(.secret(variable.span))
    return true
  }

  func isForeign(_ variable: Variable) -> Bool {
    names[variable.name]?.isForeign ?? false
  }
}

/// Why a variable is undefined.
enum Gap: Error {
  case name
  /// A script argument that was not passed.
  case argument
  case field(StaticType.MissingField)
}

extension Checker {
  private func lookUp(_ variable: Variable) throws(Gap) -> StaticType {
    switch variable.name {
    case "env": return try environment(variable)
    case "me":
      return try follow(variable, from: resolver.catalog.records["account"].map(StaticType.record) ?? .anything)
    case "@": return try follow(variable, from: .list(.spelled))
    case "_": return try follow(variable, from: names["_"]?.staticType ?? .anything)
    case _ where Int(variable.name) != nil: return try argument(variable)
    default:
      guard let entry = names[variable.name] else {
        guard variable.isOptional || isOpen || allowsUnknownNames else { throw .name }
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

  /// An environment variable, whose value is a text that is unknown before the run.
  private func environment(_ variable: Variable) throws(Gap) -> StaticType {
    guard variable.path.count > 1 else { return variable.path.isEmpty ? .anything : .spelled }
    throw .field(StaticType.MissingField(index: 1, owner: .spelled))
  }

  private func argument(_ variable: Variable) throws(Gap) -> StaticType {
    let number = Int(variable.name) ?? 0
    if number < 1 || arguments.map({ number > $0.count }) ?? false {
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
    case .argument:
      let missing = Diagnostic.missingArgument(variable, of: arguments?.count ?? 0)
      let isAmount = mode != .script || variable.isLargeNumber
      return isPartOfText && isAmount ? missing.asAmount(variable) : missing
    case .field(let missing):
      guard missing.owner.isText else { return .noField(missing, variable) }
      let mistake = Diagnostic.textHasNoField(missing, variable, isPartOfText: isPartOfText)
      return mistake.edits.isEmpty || !variable.isAmount ? mistake : mistake.asAmount(variable)
    }
  }

  private mutating func unknownName(_ variable: Variable) -> Diagnostic {
    suggestions -= 1
    var diagnostic = Diagnostic.unknownName(variable, known: suggestions >= 0 ? names.all : [])
    if let near = diagnostic.near.first, let line = names[near]?.line {
      diagnostic.label = "did you mean $\(near) (line \(line))?"
    }
    if variable.isEnvironmental, diagnostic.near.isEmpty {
      diagnostic.label = "an environment variable is written $env.\(variable.name)"
      diagnostic.edits = [Diagnostic.Edit(variable.nameSpan, "env.\(variable.name)")]
    }
    return diagnostic
  }
}

extension Variable {
  /// Whether it is written as an environment variable is in other shells.
  fileprivate var isEnvironmental: Bool {
    path.isEmpty && name.utf8.count > 1
      && name.utf8.allSatisfy { (0x41...0x5A).contains($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// Whether nobody counts so many arguments, so that an amount of money was meant: `$100`.
  fileprivate var isLargeNumber: Bool { !isBraced && Int(name).map { $0 > 9 } ?? false }

  /// Whether it is written as an amount of money: `$5.00`.
  fileprivate var isAmount: Bool {
    path.count == 1 && ([name] + path.map(\.name)).allSatisfy { $0.utf8.allSatisfy(Lexer.isDigit) }
  }

  /// The name and its first fields, as they follow the `$`.
  fileprivate func spelling(fields: Int) -> String {
    ([name] + path.prefix(fields).map { $0.name + ($0.isOptional ? "?" : "") }).joined(separator: ".")
  }

  /// The span of a field's name.
  func span(ofField index: Int) -> Span {
    let before = path.prefix(index).reduce(0) { $0 + 1 + $1.name.utf8.count + ($1.isOptional ? 1 : 0) }
    let start = isBare ? span.start + before : nameSpan.end + (isOptional ? 1 : 0) + before + 1
    return Span(start, start + path[index].name.utf8.count)
  }

  /// Whether the variable is written in braces.
  fileprivate var isBraced: Bool { nameSpan.start > span.start + 1 }
}

extension Diagnostic {
  /// A number after `$` in text, which where no script runs was meant as an amount of money.
  fileprivate func asAmount(_ variable: Variable) -> Diagnostic {
    var diagnostic = self
    diagnostic.label = #"write \$ for a dollar sign"#
    diagnostic.edits = [Edit(Span(variable.span.start, variable.span.start), #"\"#)]
    return diagnostic
  }

  fileprivate static func largeNumber(_ variable: Variable) -> Diagnostic {
    .warning(
      .unknownName, at: variable.span, #"'$\#(variable.name)' is an argument of the script; write \$ for a dollar sign"#
    )
  }

  fileprivate static func noField(_ missing: StaticType.MissingField, _ variable: Variable) -> Diagnostic {
    let field = variable.path[missing.index].name
    let fields = missing.owner.fields
    let near = NearWords.fields(field, among: fields)
    var label = near.first.map { "did you mean .\($0)?" }
    if label == nil, (2...6).contains(fields.count) {
      label = "its fields are \(fields.dropLast().joined(separator: ", ")) and \(fields[fields.count - 1])"
    }
    var meant = near.first
    if case .list = missing.owner {
      let isCount = Diagnostic.countWords.contains(field)
      if isCount { meant = BuiltInField.count.rawValue }
      label = isCount ? "items are counted with .count" : label ?? "items are numbered from 0"
    }
    return Diagnostic(
      .unknownField, at: variable.span, "\(missing.owner.description) has no field '\(field)'", label: label,
      edits: meant.map { [Edit(variable.span(ofField: missing.index), $0)] } ?? [], near: near, exitCode: .data)
  }

  /// A field of a text; within a longer text it was probably meant as text too.
  fileprivate static func textHasNoField(
    _ missing: StaticType.MissingField, _ variable: Variable, isPartOfText: Bool
  ) -> Diagnostic {
    let name = variable.spelling(fields: missing.index)
    let rest = variable.path[missing.index...].map { ".\($0.name)" }.joined()
    var text = "text"
    if case .written(let known?, _) = missing.owner {
      text = "the text '\(known.count <= 40 ? known : "\(known.prefix(37))…")'"
    }
    let isCorrectable = isPartOfText && !variable.isBraced && variable.name != "_"
    return Diagnostic(
      .unknownField, at: variable.span, "text has no field '\(variable.path[missing.index].name)'",
      label: "$\(name) is \(text)", edits: isCorrectable ? [Edit(variable.span, "${\(name)}\(rest)")] : [],
      exitCode: .data)
  }
}
