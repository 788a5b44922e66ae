import JSONValue
import TuskLanguage
import XCallbackURL

extension Diagnostic {
  /// The mistake as `catch` gives it a name: what kind it was, what it says, of which URL, and whether the same could
  /// succeed later.
  var caught: RuntimeValue {
    var fields: JSON.Object = ["kind": .string(caughtKind), "message": .string(message)]
    if let url = context.last, failure != nil { fields["url"] = .string(url) }
    fields["retryable"] = .bool(failure?.code.isTemporary ?? false)
    return RuntimeValue(.record(RuntimeValue.Record(Self.caughtShape, fields)), isForeign: true)
  }

  /// What `catch` knows of a mistake.
  private static let caughtShape = RecordShape(
    "error", spelling: "message",
    fields: [
      Signature.ResultField("kind", .text, "what kind of mistake it is"),
      Signature.ResultField("message", .text, "what it says"),
      Signature.ResultField("url", .url, isOptional: true, "the URL that failed"),
      Signature.ResultField("retryable", .boolean, "whether the same may succeed later"),
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
