package import TuskCommon
package import XCallbackURL

extension Dispatcher {
  /// Opens a URL of another app and waits for its answer, unless the app never answers.
  package func call(_ url: CallbackURL, of signature: Signature, with options: RequestOptions) async -> Outcome {
    let request = url.appending([CallbackURL.Pair("x-source", source)])
    do {
      guard signature.app?.answers ?? true else {
        try await host.openApp(request, for: signature, with: options)
        return .done(ActionResult(signature, url, .success([])))
      }
      let outcome = try await host.inbox.answer(within: options.timeout) { callbacks in
        try await host.openApp(request.appending(callbacks.pairs), for: signature, with: options)
      }
      return Self.outcome(of: outcome, signature, url)
    } catch CallError.timedOut {
      return .failed(.unanswered(signature, options.timeout))
    } catch CallError.notOpened(let cause) {
      return Self.outcome(of: cause)
    } catch {
      return Self.outcome(of: error)
    }
  }

  /// A call to another app was not allowed.
  package struct Declined: Error {
    /// Why nobody could be asked; `nil` if a person declined.
    package let refusal: Refusal?

    package init(_ refusal: Refusal? = nil) {
      self.refusal = refusal
    }
  }

  /// The outcome of a call that never reached its app.
  private static func outcome(of error: any Error) -> Outcome {
    switch error {
    case let declined as Declined: .canceled(declined.refusal)
    case is CancellationError: .canceled(nil)
    case let failure as Failure: .failed(failure)
    default: .failed(Failure(.unsupported, "\(error)"))
    }
  }

  private static func outcome(
    of answer: XCallbackURL.Outcome<[CallbackURL.Pair]>, _ signature: Signature, _ url: CallbackURL
  ) -> Outcome {
    switch answer {
    case .success(let pairs): .done(ActionResult(signature.declaring(pairs), url, .success(pairs)))
    case .failure(let failure): .failed(Failure(.refusedByApp, failure.description))
    case .canceled: .canceled(nil)
    }
  }
}

extension Signature {
  /// The same action with undescribed results added.
  fileprivate func declaring(_ pairs: [CallbackURL.Pair]) -> Signature {
    var signature = self
    for pair in pairs where !signature.results.contains(where: { $0.name == pair.name }) {
      signature.change { $0.results.append(ResultField(pair.name, .text, isOptional: true, "")) }
    }
    return signature
  }
}

extension Failure {
  fileprivate static func unanswered(_ signature: Signature, _ timeout: Duration) -> Failure {
    Failure(
      .timedOut, "\(signature.app?.name ?? "the app") did not respond within \(timeout.written)")
  }
}
