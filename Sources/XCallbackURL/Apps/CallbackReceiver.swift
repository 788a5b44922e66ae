/// An app that this program implements: its actions.
///
///     struct Library: CallbackReceiver {
///       let shelf: Shelf
///       var actions: [any AnsweringAction] { [OpenBook(shelf: shelf), CloseBook(shelf: shelf)] }
///     }
public protocol CallbackReceiver: CallbackApp {
  /// The actions; of several with the same name, the first.
  var actions: [any AnsweringAction] { get }
  /// The allowed callback targets; by default every app with the host `x-callback-url`. A callback that would make the
  /// receiver itself act is always refused.
  var policy: CallbackPolicy { get }
}

/// An action that this program performs itself.
///
/// A value of the type holds what the action needs; the parameters of a request are its input.
public protocol AnsweringAction: CallbackAction {
  /// Performs the action.
  ///
  /// - Parameters:
  ///   - input: the parameters.
  ///   - request: the whole request, including the name that the caller claims.
  /// - Returns: the data for the success callback.
  /// - Throws: ``Failure``, which is sent to the caller as it is; `CancellationError` if a person declined; any other
  ///   error is sent as a failure of code ``Failure/Code/defect`` without details.
  func answer(_ input: Input, to request: Request) async throws -> Output
}

/// The response to a URL.
public struct Reply: Sendable, Hashable {
  /// The outcome of the request, to show it; without a callback the caller does not get it.
  public let response: Response
  /// The callback to open; `nil` if the caller gave none for the outcome, or if it is refused.
  public let callback: CallbackURL?
}

extension CallbackReceiver {
  public var policy: CallbackPolicy { CallbackPolicy() }

  /// Performs the action that a URL requests.
  ///
  /// Callbacks are checked before the action runs. Nothing is opened; that is up to the caller.
  ///
  /// - Returns: the callback to open, with data appended; `nil` if there is none.
  public func handle(_ url: CallbackURL) async -> CallbackURL? {
    await reply(to: url).callback
  }

  /// Performs the action that a URL requests, and returns its outcome besides the callback.
  public func reply(to url: CallbackURL) async -> Reply {
    guard isFor(url) else {
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

  /// Whether a URL has the scheme of this app.
  func isFor(_ url: CallbackURL) -> Bool { url.scheme == scheme.lowercased() }

  private func response(to request: Request, of url: CallbackURL) async -> Response {
    guard url.host == host.lowercased() else { return .failure(.elsewhere(url.host)) }
    // By segments, because an escaped `/` is not a separator and must not match one in the name of an action.
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

  /// An output that cannot be written is a defect of this program, so the caller gets no details.
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
  /// The failure for parameters that cannot be read.
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
    Failure(.unknownAction, action.isEmpty ? "the URL names no action" : "unknown action '\(action)'")
  }
}
