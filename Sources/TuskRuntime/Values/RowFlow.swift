import JSONValue
import Synchronization
import TuskCommon
import TuskLanguage
import XCallbackURL

/// Rows that are read as they are wanted, some at a time, and the steps that work on them.
struct RowFlow: Sendable {
  /// Returns the next rows, perhaps none; `nil` at the end.
  let next: @Sendable () async throws(Diagnostic) -> [RuntimeValue]?
  let isForeign: Bool

  private init(isForeign: Bool, next: @escaping @Sendable () async throws(Diagnostic) -> [RuntimeValue]?) {
    self.isForeign = isForeign
    self.next = next
  }

  /// The rows of a list.
  ///
  /// - Parameter isNamed: whether the list can be read again, so that its rows are kept.
  init(_ list: RuntimeValue, isNamed: Bool, at span: Span) async throws(Diagnostic) {
    switch list.form {
    case .list(let elements): self = Self.once(elements, list.isForeign)
    case .sequence(let sequence) where isNamed: self = Self.once(try await sequence.all(), list.isForeign)
    case .sequence(let sequence):
      self.init(isForeign: list.isForeign) { () async throws(Diagnostic) in try await sequence.takePage() }
    case .pending(let kind, let text):
      let element = if case .list(let element)? = kind { Optional(element) } else { nil as ValueKind? }
      let row = RuntimeValue(.pending(element, PlaceholderSyntax.text(text, field: "0")), isForeign: true)
      self = Self.once([row], true)
    case .null, .boolean, .number, .text, .acct, .time, .reference, .record: throw .noRows(list.description, span)
    }
  }

  private static func once(_ rows: [RuntimeValue], _ isForeign: Bool) -> RowFlow {
    let rest = Kept<[RuntimeValue]?>(rows)
    return RowFlow(isForeign: isForeign) { rest.exchange(nil) }
  }

  /// The rows that a change of some leaves.
  func mapping(
    _ change: @escaping @Sendable ([RuntimeValue]) async throws(Diagnostic) -> [RuntimeValue]
  ) -> RowFlow {
    let next = next
    return RowFlow(isForeign: isForeign) { () async throws(Diagnostic) in
      guard let rows = try await next() else { return nil }
      return try await change(rows)
    }
  }

  /// What all rows become together.
  private func gathering(
    _ gather:
      @escaping @Sendable (_ next: () async throws(Diagnostic) -> [RuntimeValue]?) async throws(Diagnostic) ->
      [RuntimeValue]
  ) -> RowFlow {
    let (next, isDone) = (next, Kept(false))
    return RowFlow(isForeign: isForeign) { () async throws(Diagnostic) in
      guard !isDone.exchange(true) else { return nil }
      return try await gather(next)
    }
  }

  func taking(_ count: Int) -> RowFlow {
    let (next, left) = (next, Kept(count))
    return RowFlow(isForeign: isForeign) { () async throws(Diagnostic) in
      let wanted = left.value
      guard wanted > 0, let rows = try await next() else { return nil }
      left.value = wanted - min(wanted, rows.count)
      return Array(rows.prefix(wanted))
    }
  }

  func skipping(_ count: Int) -> RowFlow {
    let left = Kept(count)
    return mapping { (rows) async throws(Diagnostic) in
      let dropped = min(left.value, rows.count)
      left.value -= dropped
      return Array(rows.dropFirst(dropped))
    }
  }

  /// The first row with each value of a field.
  func unique(by field: Variable, _ shapes: [String: RecordShape]) -> RowFlow {
    let seen = Kept<Set<String>>([])
    return mapping { (rows) async throws(Diagnostic) in
      var kept: [RuntimeValue] = []
      for row in rows {
        let key = try await row.rowField(field, shapes).json.text
        if seen.update({ $0.insert(key).inserted }) { kept.append(row) }
      }
      return kept
    }
  }

  /// New rows of some fields.
  func picking(_ fields: [Variable], _ shapes: [String: RecordShape]) -> RowFlow {
    let known = Kept<RecordShape?>(nil)
    return mapping { (rows) async throws(Diagnostic) in
      var picked: [RuntimeValue] = []
      for row in rows {
        var values: JSON.Object = [:]
        var kinds: [Signature.ResultField] = []
        for field in fields {
          let value = try await row.rowField(field, shapes)
          values[field.fieldName] = value.json
          if known.value == nil {
            let kind = row.declaredKind(of: field, shapes) ?? value.kind(shapes) ?? .text
            kinds.append(Signature.ResultField(field.fieldName, kind, isOptional: true, ""))
          }
        }
        if known.value == nil { known.value = RecordShape("row", fields: kinds) }
        let shape = known.value
        let fields = values.withTimesAsText(shape?.fields ?? [])
        picked.append(row.becoming(.record(RuntimeValue.Record(shape, fields))))
      }
      return picked
    }
  }

  /// A row for each value of a field, in the order in which the values first come.
  func grouped(by field: Variable, _ shapes: [String: RecordShape]) -> RowFlow {
    gathering { (next) async throws(Diagnostic) in
      var groups: [(key: RuntimeValue, rows: [RuntimeValue])] = []
      var places: [String: Int] = [:]
      while let rows = try await next() {
        for row in rows {
          let key = try await row.rowField(field, shapes)
          let text = key.json.text
          if let place = places[text] {
            groups[place].rows.append(row)
          } else {
            places[text] = groups.count
            groups.append((key, [row]))
          }
        }
      }
      guard let first = groups.first, let row = first.rows.first else { return [] }
      let kind = row.declaredKind(of: field, shapes) ?? first.key.kind(shapes) ?? .text
      let shape = RecordShape.group(of: row.shape, by: Signature.ResultField(field.fieldName, kind, ""))
      return groups.map { key, rows in
        let fields: JSON.Object = [
          field.fieldName: key.json, "count": .int(rows.count), "rows": .array(rows.map(\.json)),
        ]
        return (rows.first ?? row).becoming(.record(RuntimeValue.Record(shape, fields.withTimesAsText(shape.fields))))
      }
    }
  }

  /// The rows in the order of a field, those without a value last; equal ones in the order in which they come.
  ///
  /// - Parameter limit: how many rows are wanted, so that no more than some of the others are kept.
  func ordered(
    by field: Variable, isDescending: Bool, limit: Int, _ shapes: [String: RecordShape]
  ) -> RowFlow {
    gathering { (next) async throws(Diagnostic) in
      var sorted: [(rank: Rank, row: RuntimeValue)] = []
      var count = 0
      var known: Rank?
      func sort() {
        sorted.sort { $0.rank.isBefore($1.rank, isDescending: isDescending) }
        if sorted.count > limit { sorted.removeLast(sorted.count - limit) }
      }
      while let rows = try await next() {
        for row in rows {
          let value = try await row.rowField(field, shapes)
          let isText = known?.isText ?? row.declaresText(field, shapes)
          guard let rank = Rank(value, count, isText: isText) else {
            throw .notOrdered(value.description, field.span)
          }
          count += 1
          if let known, !rank.isComparable(with: known) {
            throw .mixedOrder(known.description, rank.description, row: count, field.span)
          }
          if known == nil, !rank.isMissing { known = rank }
          sorted.append((rank, row))
        }
        if limit < Int.max / 4, sorted.count > 2 * limit + 4096 { sort() }
      }
      sort()
      return sorted.map(\.row)
    }
  }

  /// The sum of a field; rows without a value do not count.
  func total(of field: Variable, _ shapes: [String: RecordShape]) async throws(Diagnostic) -> RuntimeValue {
    var total = RuntimeValue.number(0, isForeign: isForeign)
    var isFirst = true
    var count = 0
    let sign = Spanned(Arithmetic.Operator.plus, field.span)
    while let rows = try await next() {
      for row in rows {
        count += 1
        let value = try await row.rowField(field, shapes)
        if value.isEmptyCell { continue }
        if case .null = value.form { continue }
        guard value.magnitude != nil || value.isPending else {
          throw .notCountable("total", "\(value.description) (row \(count))", field.span)
        }
        total = isFirst ? value : try .joined(total, value, by: sign, at: (field.span, field.span))
        isFirst = false
      }
    }
    return total
  }
}

/// The place of a row in an order.
private struct Rank {
  private let magnitude: RuntimeValue.Magnitude?
  private let text: String?
  private let place: Int

  /// - Parameters:
  ///   - value: `nil` is returned for one that has no order.
  ///   - place: how many rows came before it, those that are not kept included.
  ///   - isText: whether it is ordered as a text, even if it spells a number.
  init?(_ value: RuntimeValue, _ place: Int, isText: Bool) {
    self.place = place
    switch value.form {
    case .null, .pending: (magnitude, text) = (nil, nil)
    case .text where value.isEmptyCell: (magnitude, text) = (nil, nil)
    case .text where isText: (magnitude, text) = (nil, value.spelling)
    case .boolean(let isTrue): (magnitude, text) = (.number(JSON.Number(verbatim: isTrue ? "1" : "0")), nil)
    default:
      magnitude = value.magnitude
      text = magnitude == nil ? value.spelling : nil
      if magnitude == nil && text == nil { return nil }
    }
  }

  var isMissing: Bool { magnitude == nil && text == nil }
  var isText: Bool { text != nil }

  func isComparable(with other: Rank) -> Bool {
    if isMissing || other.isMissing { return true }
    guard let magnitude, let their = other.magnitude else { return magnitude == nil && other.magnitude == nil }
    return RuntimeValue.Magnitude.isLess(magnitude, their) != nil
  }

  func isBefore(_ other: Rank, isDescending: Bool) -> Bool {
    if isMissing != other.isMissing { return other.isMissing }
    let (first, second) = isDescending ? (other, self) : (self, other)
    if let left = first.magnitude, let right = second.magnitude {
      if RuntimeValue.Magnitude.isLess(left, right) == true { return true }
      if RuntimeValue.Magnitude.isLess(right, left) == true { return false }
    } else if let left = first.text, let right = second.text, left != right {
      return left < right
    }
    return place < other.place
  }

  var description: String {
    switch magnitude {
    case .number: "numbers"
    case .duration: "durations"
    case .time: "times"
    case nil: "texts"
    }
  }
}

/// A value that the steps of a flow share.
private final class Kept<Value: Sendable>: Sendable {
  private let kept: Mutex<Value>

  init(_ value: Value) { kept = Mutex(value) }

  var value: Value {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result { kept.withLock { change(&$0) } }

  func exchange(_ new: Value) -> Value {
    kept.withLock { value in
      defer { value = new }
      return value
    }
  }
}

extension RuntimeValue {
  /// The field of a row; `null` if it has none although it is declared.
  fileprivate func rowField(_ field: Variable, _ shapes: [String: RecordShape]) async throws(Diagnostic) -> RuntimeValue
  {
    var field = field
    let isDeclared = field.path.first.map { shape?.field($0.name) != nil } ?? false
    for index in field.path.indices where index > 0 || isDeclared { field.path[index].isOptional = true }
    return try await following(field, shapes: shapes)
  }

  fileprivate var shape: RecordShape? {
    guard case .record(let record) = form else { return nil }
    return record.shape
  }

  fileprivate func declaredKind(of field: Variable, _ shapes: [String: RecordShape]) -> ValueKind? {
    var shape = shape
    var kind: ValueKind?
    for name in field.path.map(\.name) {
      kind = shape?.field(name)?.kind
      if case .record(let inner)? = kind { shape = shapes[inner] } else { shape = nil }
    }
    return kind
  }

  /// Whether a field is a text whatever it spells, as a record declares it; a cell of a file is what it spells.
  fileprivate func declaresText(_ field: Variable, _ shapes: [String: RecordShape]) -> Bool {
    guard remote?.isLocal != true, let kind = declaredKind(of: field, shapes) else { return false }
    return kind == .text || kind == .prose
  }

  /// Another value that is made of this one.
  fileprivate func becoming(_ form: Form) -> RuntimeValue {
    var value = RuntimeValue(form, isForeign: isForeign)
    value.remote = remote
    return value
  }
}

extension Diagnostic {
  fileprivate static func mixedOrder(_ first: String, _ second: String, row: Int, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "rows cannot be ordered by \(first) and \(second) at once: the first of the \(second) is in row \(row)",
      exitCode: .data)
  }
}
