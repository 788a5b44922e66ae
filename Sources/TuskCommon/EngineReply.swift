package import JSONValue
package import XCallbackURL

/// What the engine did with a request.
///
/// A program in this process reads the data; for any other program, `callback` is the URL that tells it the same.
package struct EngineReply: Sendable, Hashable {
  /// The data of a success; `nil` if it failed or was canceled, or if only the callback is known.
  package var data: JSON.Object?
  /// Why the request failed.
  package var failure: Failure?
  /// Why the request was canceled, if nobody could be asked.
  package var refusal: Refusal?
  /// What takes the change back; `nil` if that was not asked for, or nothing was read.
  package var restoration: Restoration?
  /// How long it waited for the server's rate limit. No timeout includes such waits, because it is the server that asks
  /// for them.
  package var waited = Duration.zero
  /// The permanent name of the account that acted; `nil` if it is not known.
  package var account: String?
  /// Whether the data reach another program as one JSON object.
  package var isWrittenAsJSON = false
  /// The callbacks of the request.
  package var callbacks: Request.Callbacks
  /// Whether errors of local configuration are hidden from the caller.
  package var hidesSettings = false
  private var given: CallbackURL?

  /// A request that was canceled, unless data or a failure are set.
  package init(callbacks: Request.Callbacks = Request.Callbacks()) {
    self.callbacks = callbacks
  }

  /// A request that failed.
  package init(_ failure: Failure, callbacks: Request.Callbacks) {
    self.failure = failure
    self.callbacks = callbacks
  }

  /// The reply of an engine that is known by the callback that it opened.
  package init(opening callback: CallbackURL?, refusal: Refusal? = nil) {
    self.init()
    (given, self.refusal) = (callback, refusal)
  }

  /// The reply as every program may read it.
  package var response: Response {
    if let failure { return .failure(failure) }
    guard let data else { return .canceled }
    guard !isWrittenAsJSON else { return .success(json: .object(data)) }
    return .success(data.members.map { CallbackURL.Pair($0.name, $0.value.string ?? $0.value.text) })
  }

  /// The callback to open; `nil` if the caller gave none for this kind of reply.
  package var callback: CallbackURL? {
    guard hidesSettings, failure?.code == .badSettings else { return given ?? callbacks.url(for: response) }
    return callbacks.url(for: .failure(.badSettings()))
  }
}

extension Failure {
  fileprivate static func badSettings() -> Failure { Failure(.badSettings, "tusk cannot use its own files") }
}
