import JSONValue

/// A step of a pipeline that works on rows: `| where favorites > 3`, `| order by posted desc`.
package struct RowStage: Sendable, Hashable {
  package var form: Form
  package var span: Span

  /// What a step does. Fields are variables of the row, which is `$_`.
  package enum Form: Sendable, Hashable {
    case filter(Condition)
    case order(by: Variable, isDescending: Bool)
    case take(Value)
    case skip(Value)
    case unique(by: Variable)
    case group(by: Variable)
    case pick([Variable])
    case total(Variable)
  }

  /// A step as it is written, and what it does.
  package struct Description: Sendable {
    package let usage: String
    package let summary: String
    package let example: String

    /// What else help says; `nil` for nothing.
    package var note: String? {
      guard words == "where" else { return nil }
      let comparators = Condition.Comparator.allCases.map(\.rawValue).joined(separator: " ")
      return "Operators: \(comparators); 'and' and 'or' join conditions, 'not' negates one."
    }

    /// The words with which it begins: `where`, `order by`.
    package var words: String {
      usage.split(separator: " ").prefix { $0.first?.isLowercase == true }.joined(separator: " ")
    }
  }

  /// Every step, in the order of help.
  package static let documented = [
    Description(
      usage: "where CONDITION", summary: "Keeps the rows for which the condition is true.",
      example: "followers | where statuses == 0"),
    Description(
      usage: "order by FIELD [desc]", summary: "Sorts the rows; those without a value come last.",
      example: "home | order by favorites desc"),
    Description(
      usage: "take N", summary: "Keeps the first rows.",
      example: "followers --all | take 3"),
    Description(
      usage: "skip N", summary: "Leaves out the first rows.",
      example: "followers --all | skip 10"),
    Description(
      usage: "unique by FIELD", summary: "Keeps the first row with each value.",
      example: "home | unique by account.acct"),
    Description(
      usage: "group by FIELD", summary: "Makes a row for each value, with count and rows.",
      example: "followers --all | group by bot | pick bot count"),
    Description(
      usage: "pick FIELD …", summary: "Makes rows of these fields only.",
      example: "followers | pick acct statuses"),
    Description(
      usage: "total FIELD", summary: "Gives the sum of a field instead of the rows.",
      example: "statuses of=me --all | total favorites"),
  ]
}

extension RowStage {
  /// The words with which a step starts.
  static let words: Set<String> = Set(documented.map { String($0.usage.prefix { $0 != " " }) })

  /// Whether the rows that it leaves are rows of before.
  var keepsRows: Bool {
    switch form {
    case .filter, .order, .take, .skip, .unique: true
    case .group, .pick, .total: false
    }
  }

  /// The fields that it names.
  var fields: [Variable] {
    switch form {
    case .filter, .take, .skip: []
    case .order(let field, _), .unique(let field), .group(let field), .total(let field): [field]
    case .pick(let fields): fields
    }
  }

  /// Visits the parts of the step in source order.
  func walk(with visitor: inout some SyntaxVisitor) {
    switch form {
    case .filter(let condition): visitor.visit(condition)
    case .take(let value), .skip(let value): visitor.visit(value)
    case .order, .unique, .group, .pick, .total:
      for field in fields { visitor.visit(Value(.variable(field), field.span)) }
    }
  }

  /// Source text that parses to the same step.
  package var source: String {
    let names = fields.map { $0.source(before: nil, isQuoted: false) }.joined(separator: " ")
    return switch form {
    case .filter(let condition): "where \(condition.source)"
    case .order(_, let isDescending): "order by \(names)\(isDescending ? " desc" : "")"
    case .take(let value): "take \(value.source)"
    case .skip(let value): "skip \(value.source)"
    case .unique: "unique by \(names)"
    case .group: "group by \(names)"
    case .pick: "pick \(names)"
    case .total: "total \(names)"
    }
  }

  var json: JSON {
    let names = JSON.array(fields.map(\.json))
    return switch form {
    case .filter(let condition): ["where": condition.json]
    case .order(let field, let isDescending): .members([("order", field.json), ("desc", isDescending ? true : nil)])
    case .take(let value): ["take": value.json]
    case .skip(let value): ["skip": value.json]
    case .unique(let field): ["unique": field.json]
    case .group(let field): ["group": field.json]
    case .pick: ["pick": names]
    case .total(let field): ["total": field.json]
    }
  }
}
