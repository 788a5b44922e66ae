/// An app that answers URLs: this program, with the actions it carries out.
///
///     struct Library: CallbackReceiver {
///       let shelf: Shelf
///       var actions: [any AnsweringAction] { [OpenBook(shelf: shelf), CloseBook(shelf: shelf)] }
///     }
public protocol CallbackReceiver: CallbackApp {
  /// The actions it answers; of several with the same name, the first.
  var actions: [any AnsweringAction] { get }
  /// Where it sends answers; every app with a host of `x-callback-url`, unless it is declared. A callback that would make
  /// the receiver itself act is refused whatever the policy.
  var policy: CallbackPolicy { get }
}

/// An action that this program carries out itself.
///
/// A value of the type holds what the action works with; what is asked of it comes as its input.
public protocol AnsweringAction: CallbackAction {
  /// Carries the action out.
  ///
  /// - Parameters:
  ///   - input: the parameters.
  ///   - request: the whole request, with what the caller says it is called.
  /// - Returns: what the success callback carries.
  /// - Throws: ``Failure``, which the caller is told word for word; `CancellationError` where a person declined; any
  ///   other error is told as a failure of code ``Failure/Code/defect`` without its particulars.
  func answer(_ input: Input, to request: Request) async throws -> Output
}

/// What became of one URL that was received.
public struct Reply: Sendable, Hashable {
  /// The one outcome of the request, for those who show it; where the caller gave no callback, nobody else does.
  public let response: Response
  /// The callback to open, at most one; `nil` where the caller gave none for the outcome, or a refused one.
  public let callback: CallbackURL?
}

extension CallbackReceiver {
  public var policy: CallbackPolicy { CallbackPolicy() }

  /// Carries out what the URL asks for.
  ///
  /// Nothing is opened: the caller opens what is returned, or looks at it. Callbacks are checked before the action runs.
  ///
  /// - Returns: the one callback to open, its data appended; `nil` where there is none to open.
  public func handle(_ url: CallbackURL) async -> CallbackURL? {
    await reply(to: url).callback
  }

  /// Carries out what the URL asks for, and tells what came of it beside the callback.
  public func reply(to url: CallbackURL) async -> Reply {
    guard url.scheme == scheme.lowercased() else {
      return Reply(response: .failure(.foreign(url.scheme, to: scheme)), callback: nil)
    }
    let policy = policy.protecting(scheme)
    let request: Request
    do {
      request = try Request(url, policy: policy)
    } catch {
      let callbacks = Request.errorCallback(of: url, policy: policy)
      return Reply(response: .failure(error), callback: callbacks.url(for: .failure(error)))
    }
    let response = await response(to: request, of: url)
    return Reply(response: response, callback: request.callbacks.url(for: response))
  }

  private func response(to request: Request, of url: CallbackURL) async -> Response {
    guard url.host == host.lowercased() else { return .failure(.elsewhere(url.host)) }
    // An escaped `/` parts no segments, so that it does not spell the name of an action either.
    guard
      let action = actions.first(where: { type(of: $0).name.split(separator: "/").map(String.init) == url.segments })
    else {
      return .failure(.unknown(request.action))
    }
    return await response(of: action, to: request)
  }

  private func response<Action: AnsweringAction>(of action: Action, to request: Request) async -> Response {
    let coder = coder(for: Action.self)
    do {
      let input = try coder.value(of: Action.Input.self, from: request.parameters)
      let output = try await action.answer(input, to: request)
      return .success(try Self.pairs(for: output, by: coder))
    } catch let fault as CodingFault {
      return .failure(Failure(fault))
    } catch let failure as Failure {
      return .failure(failure)
    } catch is CancellationError {
      return .canceled
    } catch {
      return .failure(.broken)
    }
  }

  /// What an action answers is this program's own doing, so a fault in it is none of the caller's.
  private static func pairs(
    for output: some Encodable, by coder: CallbackCoder
  ) throws(Failure) -> [CallbackURL.Pair] {
    do {
      return try coder.pairs(for: output)
    } catch {
      throw .broken
    }
  }
}

extension Failure {
  /// What a caller is told whose parameters cannot be read.
  fileprivate init(_ fault: CodingFault) {
    self.init(fault.kind == .missing ? .missingParameter : .invalidParameter, fault.description)
  }

  fileprivate static let broken = Failure(.defect, "the action failed")

  fileprivate static func foreign(_ scheme: String, to own: String) -> Failure {
    Failure(.unknownAction, "a URL of '\(scheme):' is not for '\(own):'")
  }

  fileprivate static func elsewhere(_ host: String) -> Failure {
    Failure(.unknownAction, "nothing is at the host '\(host)'")
  }

  fileprivate static func unknown(_ action: String) -> Failure {
    Failure(.unknownAction, action.isEmpty ? "the URL names no action" : "there is no action '\(action)'")
  }
}
