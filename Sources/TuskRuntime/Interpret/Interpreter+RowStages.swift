import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs a command and the steps that work on its rows.
  ///
  /// - Returns: the rows, which are read as they are wanted, or their total; `null` if they were shown.
  func rows(
    of pipeline: Pipeline, showingResult showsResult: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    guard case .command(let command) = pipeline.first else { return .null }
    var options = CommandOptions()
    var list: RowPage?
    let source: RuntimeValue
    if frame.definitions[command.verb.value] != nil || resolver.ownVerb(of: command) != nil {
      source = try await result(of: command, in: &frame)
    } else {
      let prepared = try await prepare(command.arguments.compactMap(\.value), in: &frame)
      let request = try await guarded(request(for: command, prepared, frame), command, prepared, in: frame)
      options = request.options
      options.account = request.account(in: frame)
      list = RowPage(of: request.signature, request.urls.first)
      source = try await send(request, showingResult: false, in: &frame)
    }
    let result = try await staged(source, pipeline.stages, isNamed: frame.mayBeNamed(resultOf: pipeline.first), frame)
    guard showsResult else { return result }
    await emit(.started(options))
    guard case .sequence(let sequence) = result.form else {
      await emit(.shown(result))
      return result
    }
    try await show(sequence, of: list)
    return .null
  }

  /// How many rows are shown together, whose columns fit one another.
  private static let shownTogether = 40

  private func show(_ sequence: ItemSequence, of list: RowPage?) async throws(Diagnostic) {
    let isEndless = list?.isEndless ?? false
    var rows: [RuntimeValue] = []
    var isFirst = true
    while let page = try await sequence.takePage() {
      rows += page
      while rows.count >= (isEndless ? 1 : Self.shownTogether) {
        await show(Array(rows.prefix(Self.shownTogether)), of: list, continues: !isFirst)
        rows.removeFirst(min(Self.shownTogether, rows.count))
        isFirst = false
      }
    }
    if !rows.isEmpty || isFirst { await show(rows, of: list, continues: !isFirst) }
  }

  private func show(_ rows: [RuntimeValue], of list: RowPage?, continues: Bool) async {
    guard let shape = rows.isEmpty ? list?.record : RuntimeValue.shape(of: rows) else {
      for row in rows { await emit(.shown(row)) }
      return
    }
    let objects = rows.compactMap(\.json.object)
    await emit(.rows(list?.showing(objects, as: shape) ?? RowPage(shape, objects), continues: continues))
  }

  /// The rows after the steps, or their total.
  private func staged(
    _ source: RuntimeValue, _ stages: [RowStage], isNamed: Bool, _ frame: Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    var flow = try await RowFlow(source, isNamed: isNamed, at: stages[0].span)
    var frame = frame
    var rest = stages[...]
    while let stage = rest.popFirst() {
      switch stage.form {
      case .filter(let condition): flow = filtered(flow, condition, at: stage.span, frame)
      case .take(let value): flow = flow.taking(try await count(value, in: &frame))
      case .skip(let value): flow = flow.skipping(try await count(value, in: &frame))
      case .pick(let fields): flow = flow.picking(fields, shapes)
      case .unique(let field): flow = flow.unique(by: field, shapes)
      case .group(let field): flow = flow.grouped(by: field, shapes)
      case .order(let field, let isDescending):
        var limit = Int.max
        // Its count may be a command, which runs once.
        if case .take(let value)? = rest.first?.form {
          limit = try await count(value, in: &frame)
          rest.removeFirst()
        }
        flow = flow.ordered(by: field, isDescending: isDescending, limit: limit, shapes).taking(limit)
      case .total(let field): return try await flow.total(of: field, shapes)
      }
    }
    let next = flow.next
    return RuntimeValue(
      .sequence(ItemSequence { () async throws(Diagnostic) in try await next() }), isForeign: flow.isForeign)
  }

  private func filtered(_ flow: RowFlow, _ condition: Condition, at span: Span, _ frame: Frame) -> RowFlow {
    flow.mapping { (rows) async throws(Diagnostic) in
      var frame = frame
      var kept: [RuntimeValue] = []
      for row in rows {
        guard !Task.isCancelled else { throw .interrupted(span) }
        frame.last = row
        if try await isTrue(condition, orAssume: true, in: &frame) { kept.append(row) }
      }
      return kept
    }
  }

  private func count(_ value: Value, in frame: inout Frame) async throws(Diagnostic) -> Int {
    let given = try await self.value(of: value, in: &frame)
    guard case .number(let number)? = given.magnitude, let count = number.int, count >= 0 else {
      throw .notACount(given.description, value.span)
    }
    return count
  }
}

extension RuntimeValue {
  /// The shape of rows: that of the first, or all fields of rows without one; `nil` if one is no record.
  fileprivate static func shape(of rows: [RuntimeValue]) -> RecordShape? {
    var fields: [Signature.ResultField] = []
    var names: Set<String> = []
    for row in rows {
      guard case .record(let record) = row.form else { return nil }
      if let shape = record.shape { return shape }
      for member in record.fields.members where names.insert(member.name).inserted {
        fields.append(Signature.ResultField(member.name, member.value.kind, isOptional: true, ""))
      }
    }
    return RecordShape("row", fields: fields)
  }
}

extension JSON {
  /// The kind of a field without a declared one.
  fileprivate var kind: ValueKind {
    switch self {
    case .number: .integer
    case .bool: .boolean
    case .array(let elements): .list(elements.first?.kind ?? .text)
    case .string, .object, .null: .text
    }
  }
}

extension Diagnostic {
  fileprivate static func notACount(_ found: String, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "a whole number from 0 is needed, not \(found)", exitCode: .data)
  }
}
