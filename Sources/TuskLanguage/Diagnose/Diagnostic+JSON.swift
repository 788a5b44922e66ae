package import JSONValue
import TuskCommon
import XCallbackURL

extension Diagnostic {
  /// The diagnostic as the one-line object that `--json` writes to standard error.
  package func json(in source: Source) -> JSON {
    var error: [(name: String, value: JSON)] = [
      ("kind", .string(kind.rawValue)),
      ("message", .string(message)),
    ]
    if let name = source.name { error.append(("file", .string(name))) }
    error += [
      ("line", .int(source.line(at: span.start))),
      ("col", .int(source.column(at: span.start))),
      ("span", [.int(span.start), .int(span.end)]),
      ("near", .array(near.map(JSON.string))),
    ]
    if let fix = help(in: source) { error.append(("fix", .string(fix))) }
    if !trail.isEmpty { error.append(("trail", .array(trail.map(JSON.string)))) }
    if let url = context.last, failure != nil { error.append(("url", .string(url))) }
    if let failure { error.append(("retryable", .bool(failure.code.isTemporary))) }
    if !isWarning { error.append(("exit", .int(Int(exitCode.rawValue)))) }
    if isIncomplete { error.append(("incomplete", true)) }
    return [isWarning ? "warning" : "error": .object(JSON.Object(error))]
  }
}
