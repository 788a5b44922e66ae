package import XCallbackURL

extension Dispatcher {
  /// Asks another app and waits for its answer, or only asks it, where it never answers.
  package func call(_ url: CallbackURL, of signature: Signature, on terms: Terms) async -> Ending {
    let openApp = openApp
    let request = url.appending([CallbackURL.Pair("x-source", source)])
    do {
      guard signature.app?.answers ?? true else {
        try await openApp(request, signature, terms)
        return .done(ActionResult(signature, url, .success([])))
      }
      let outcome = try await inbox.answer(within: terms.timeout) { callbacks in
        try await openApp(request.appending(callbacks.pairs), signature, terms)
      }
      return Self.ending(outcome, signature, url)
    } catch CallError.timedOut {
      return .failed(.unanswered(signature, terms.timeout))
    } catch CallError.notOpened(let cause) {
      return Self.ending(of: cause)
    } catch {
      return Self.ending(of: error)
    }
  }

  /// Nobody allowed the call.
  package struct Declined: Error {
    package init() {}
  }

  /// How a call ended that never reached its app.
  private static func ending(of error: any Error) -> Ending {
    switch error {
    case is Declined, is CancellationError: .canceled
    case let failure as Failure: .failed(failure)
    default: .failed(Failure(.unsupported, "\(error)"))
    }
  }

  private static func ending(
    _ outcome: Outcome<[CallbackURL.Pair]>, _ signature: Signature, _ url: CallbackURL
  ) -> Ending {
    switch outcome {
    case .success(let pairs): .done(ActionResult(signature.declaring(pairs), url, .success(pairs)))
    case .failure(let failure): .failed(Failure(.refusedByApp, failure.description))
    case .canceled: .canceled
    }
  }
}

extension Signature {
  /// The same action as one that answers what nobody has described too.
  fileprivate func declaring(_ pairs: [CallbackURL.Pair]) -> Signature {
    var signature = self
    for pair in pairs where !signature.results.contains(where: { $0.name == pair.name }) {
      signature.results.append(ResultField(pair.name, .text, isOptional: true, ""))
    }
    return signature
  }
}

extension Failure {
  fileprivate static func unanswered(_ signature: Signature, _ timeout: Duration) -> Failure {
    Failure(
      .timedOut, "\(signature.app?.name ?? "the app") has not answered within \(timeout.written)")
  }
}
