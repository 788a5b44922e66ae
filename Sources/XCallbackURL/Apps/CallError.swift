/// Why a call has no outcome, or none that can be read.
public enum CallError: Error, Sendable, CustomStringConvertible {
  /// No answer came within this time. The action may have been carried out nonetheless.
  case timedOut(after: Duration)
  /// The app cancelled; thrown by ``Outcome/get()`` alone.
  case declined
  /// The text is no scheme (RFC 3986 section 3.1), so nothing was opened.
  case invalidScheme(String)
  /// The input has no spelling in the app's dialect, so nothing was opened.
  case unwritableInput(CodingFault)
  /// The action was carried out, but what it answered, which is here, is not what it should have been.
  case unreadableOutput(CodingFault, pairs: [CallbackURL.Pair])
  /// The URL could not be opened, for this reason.
  case notOpened(any Error)

  public var description: String {
    switch self {
    case .timedOut(let duration): "no answer came within \(duration)"
    case .declined: "the app cancelled the action"
    case .invalidScheme(let text): "'\(text)' is no scheme"
    case .unwritableInput(let fault): "the input cannot be sent: \(fault)"
    case .unreadableOutput(let fault, _): "the app answered something else: \(fault)"
    case .notOpened(let cause): "the URL could not be opened: \(cause)"
    }
  }
}
