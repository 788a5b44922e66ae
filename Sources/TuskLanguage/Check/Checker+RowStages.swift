import TuskCommon
package import XCallbackURL

extension Checker {
  /// Checks the steps of a pipeline that work on its rows, each with the rows that the one before it leaves.
  mutating func check(_ stages: [RowStage], of pipeline: Pipeline) {
    guard !stages.isEmpty else { return }
    var rows = staticType(of: Pipeline(first: pipeline.first, span: pipeline.span))
    let fork = names.fork()
    for stage in stages {
      guard let row = rows.row else {
        found.append(.noRows(rows.description, stage.span))
        break
      }
      names.set("_", Names.Entry(staticType: row, isForeign: isForeign(pipeline)))
      visit(stage)
      checkKinds(of: stage, row)
      rows = staticType(of: stage, on: rows)
    }
    _ = names.rewind(to: fork)
  }

  /// Checks a verb that acts on each row.
  mutating func check(_ verb: Command, onRowsOf pipeline: Pipeline) {
    guard let row = staticType(of: pipeline.rows).row else {
      return found.append(.noRows(staticType(of: pipeline.rows).description, verb.span))
    }
    if let name = pipeline.programs[0].words.first, let word = name.literalWord, isProgram(word) == true {
      let warning = Diagnostic.verbRatherThanProgram(word, name.span)
      warnings.append(warning)
      programChoices.append(warning)
    }
    let (fork, count) = (names.fork(), found.count)
    names.set("_", Names.Entry(staticType: row, isForeign: isForeign(pipeline.rows)))
    visit(verb)
    _ = names.rewind(to: fork)
    // The row is written nowhere: a correction of it comes after the verb.
    guard let row = verb.unwrittenRow else { return }
    for index in found.indices[count...] {
      found[index].edits = found[index].edits.map { edit in
        edit.span == row ? Diagnostic.Edit(Span(row.end, row.end), " \(edit.text)") : edit
      }
    }
  }

  /// Finds verbs on rows with more after them, or after a program.
  mutating func checkVerbs(in pipeline: Pipeline) {
    for (index, program) in pipeline.programs.enumerated() {
      guard let verb = resolver.verb(onRows: program, unless: isScripts) else { continue }
      guard index == 0, case .command = pipeline.first else { return found.append(.stageAfterProgram(verb.verb.span)) }
      return found.append(.verbNotLast(verb.verb))
    }
  }

  private mutating func checkKinds(of stage: RowStage, _ row: StaticType) {
    for field in stage.fields {
      let type = (try? row.following(field.path, in: resolver.catalog)) ?? .anything
      switch stage.form {
      case .total where type.size == .none && type != .nothing:
        found.append(.notCountable("total", type.description, field.span))
      case .order, .unique, .group:
        if !type.hasSpelling { found.append(.notOrdered(type.description, field.span)) }
      default: break
      }
    }
    guard case .pick(let fields) = stage.form else { return }
    var seen: Set<String> = []
    for field in fields where !seen.insert(field.fieldName).inserted {
      found.append(.pickedTwice(field.fieldName, field.span))
    }
  }

  /// The type of what a step leaves of rows.
  func staticType(of stage: RowStage, on rows: StaticType) -> StaticType {
    guard case .list(let row) = rows else {
      if case .total = stage.form { return .anything }
      return .list(.anything)
    }
    switch stage.form {
    case .filter, .order, .take, .skip, .unique: return rows
    case .total(let field):
      let type = try? row.following(field.path, in: resolver.catalog)
      return type == .number ? .number : .anything
    case .group(let field): return .list(grouped(row, by: field).map(StaticType.record) ?? .anything)
    case .pick(let fields): return .list(picked(fields, of: row).map(StaticType.record) ?? .anything)
    }
  }

  private func grouped(_ row: StaticType, by field: Variable) -> RecordShape? {
    guard case .record(let shape) = row, let key = kind(of: field, in: row) else { return nil }
    return .group(of: shape, by: Signature.ResultField(field.fieldName, key, "what the rows have in common"))
  }

  private func picked(_ fields: [Variable], of row: StaticType) -> RecordShape? {
    var picked: [Signature.ResultField] = []
    for field in fields {
      guard let kind = kind(of: field, in: row) else { return nil }
      picked.append(Signature.ResultField(field.fieldName, kind, isOptional: true, ""))
    }
    return RecordShape("row", fields: picked)
  }

  /// The declared kind of a field; `nil` if it is not known.
  private func kind(of field: Variable, in row: StaticType) -> ValueKind? {
    guard let type = try? row.following(field.path, in: resolver.catalog) else { return nil }
    switch type {
    case .truth: return .boolean
    case .number: return .integer
    case .declared(let kind): return kind
    case .record(let shape): return resolver.catalog.records[shape.name] == shape ? .record(shape.name) : nil
    default: return nil
    }
  }
}

extension StaticType {
  /// The type of a row; `nil` if the value has none.
  var row: StaticType? {
    switch self {
    case .list(let item): item
    case .anything: .anything
    default: nil
    }
  }
}

extension Variable {
  /// The name that the field has in a new row: its last one.
  package var fieldName: String { path.last?.name ?? name }
}

extension RecordShape {
  /// The rows that have a value in common.
  package static func group(of shape: RecordShape?, by key: Signature.ResultField) -> RecordShape {
    RecordShape(
      "group", id: key.name, spelling: key.name,
      fields: [
        key, Signature.ResultField("count", .integer, "how many rows there are"),
        Signature.ResultField(
          "rows", .list(shape.map { .record($0.name) } ?? .text), isColumn: false, "the rows"),
      ])
  }
}

extension Diagnostic {
  /// A value before a step that works on rows, which is no list.
  package static func noRows(_ found: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "this step works on the rows of a list, not on \(found)", exitCode: .data)
  }

  /// A field by whose values rows cannot be ordered or told apart.
  package static func notOrdered(_ found: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "rows are ordered and grouped by numbers, times and texts, not by \(found)",
      label: "name a field of it, as in account.acct", exitCode: .data)
  }

  fileprivate static func verbNotLast(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(
      .trailingWords, at: verb.span, "nothing is piped on from '\(verb.value)', which acts on each row",
      label: "'run' before it names a program")
  }

  fileprivate static func verbRatherThanProgram(_ word: String, _ span: Span) -> Diagnostic {
    var warning = Diagnostic.warning(
      .changedMeaning, at: span, "'\(word)' is Tusk's verb here, not the program of this machine")
    warning.edits = [Edit(span, "run \(word)")]
    return warning
  }

  fileprivate static func pickedTwice(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(.duplicateParam, at: span, "two fields are called '\(name)'")
  }
}
