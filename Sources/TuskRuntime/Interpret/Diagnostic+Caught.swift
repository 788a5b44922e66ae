import JSONValue
import TuskLanguage
import XCallbackURL

extension Diagnostic {
  /// The error as the value that `catch` names: its kind, its message, the URL that failed, whether retrying may
  /// succeed, and how a program ended.
  var caught: RuntimeValue {
    var fields: JSON.Object = ["kind": .string(caughtKind), "message": .string(message)]
    if let url = context.last, failure != nil { fields["url"] = .string(url) }
    fields["retryable"] = .bool(failure?.code.isTemporary ?? false)
    if let programEnd {
      fields["status"] = .int(programEnd.status)
      fields["errors"] = programEnd.errors.map(JSON.string)
    }
    let error = RuntimeValue(.record(RuntimeValue.Record(.caughtError, fields)), isForeign: true)
    // A message may repeat what a server said, in words whose author is not known.
    guard isOwnText || programEnd != nil else { return error.coming(from: RemoteOrigin()) }
    return isOwnText && !isLocalText ? error : error.coming(from: .local)
  }

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
