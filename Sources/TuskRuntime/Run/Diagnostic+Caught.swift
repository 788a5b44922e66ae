import JSONValue
import TuskLanguage
import XCallbackURL

extension Diagnostic {
  /// The error as the value that `catch` names: its kind, its message, the URL that failed, and whether retrying may
  /// succeed.
  var caught: RuntimeValue {
    var fields: JSON.Object = ["kind": .string(caughtKind), "message": .string(message)]
    if let url = context.last, failure != nil { fields["url"] = .string(url) }
    fields["retryable"] = .bool(failure?.code.isTemporary ?? false)
    return RuntimeValue(.record(RuntimeValue.Record(Self.caughtShape, fields)), isForeign: true)
  }

  /// The fields of a caught error.
  private static let caughtShape = RecordShape(
    "error", spelling: "message",
    fields: [
      Signature.ResultField("kind", .text, "the kind of error"),
      Signature.ResultField("message", .text, "the message"),
      Signature.ResultField("url", .url, isOptional: true, "the URL that failed"),
      Signature.ResultField("retryable", .boolean, "whether retrying may succeed"),
    ])

  private var caughtKind: String {
    switch kind {
    case .expectation: return "expect"
    case .needsConfirmation: return "cancelled"
    default: break
    }
    switch failure?.code {
    case .network?, .timedOut?, .serverFailure?, .insecure?, .unknownOutcome?, .malformedAnswer?: return "network"
    case .rateLimited?: return "rate"
    case .unauthorized?: return "auth"
    case .forbidden?: return "denied"
    case .notFound?: return "missing"
    case .missingParameter?, .invalidParameter?, .rejected?, .unsupported?: return "invalid"
    default: return "usage"
    }
  }
}
