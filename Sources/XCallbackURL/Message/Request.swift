/// An x-callback URL as a request: an action, its parameters, and the callbacks.
public struct Request: Sendable, Hashable {
  /// The name of the action; empty if the URL has none.
  public let action: String
  /// The parameters of the action, in order.
  public let parameters: [CallbackURL.Pair]
  /// The name that the calling program claims; any program can claim any name.
  public let source: String?
  /// The callbacks for the response.
  public let callbacks: Callbacks

  /// The callbacks of a request, each of which is optional.
  public struct Callbacks: Sendable, Hashable {
    /// Opened on success, with the data appended.
    public var success: CallbackURL?
    /// Opened on failure, with code and message appended.
    public var error: CallbackURL?
    /// Opened if a person declined.
    public var cancel: CallbackURL?

    /// Creates a set of callbacks.
    public init(success: CallbackURL? = nil, error: CallbackURL? = nil, cancel: CallbackURL? = nil) {
      self.success = success
      self.error = error
      self.cancel = cancel
    }

    /// The parameters that add the callbacks to a request.
    public var pairs: [CallbackURL.Pair] {
      [("x-success", success), ("x-error", error), ("x-cancel", cancel)]
        .compactMap { name, url in url.map { CallbackURL.Pair(name, $0.description) } }
    }

    /// The callback for a response, with data appended; `nil` if the caller gave none.
    public func url(for response: Response) -> CallbackURL? {
      target(of: response)?.appending(response.pairs)
    }

    /// The callback for a response as the caller gave it.
    package func target(of response: Response) -> CallbackURL? {
      switch response {
      case .success: success
      case .failure: error
      case .canceled: cancel
      }
    }
  }

  /// Reads a request and checks its callbacks against the policy.
  ///
  /// - Throws: ``Failure`` if `x-source` or a callback is repeated, if there is a fragment, which an unescaped `#` in a
  ///   parameter begins, or if a callback is refused. The failure must not be sent to the refused callback.
  public init(_ url: CallbackURL, policy: CallbackPolicy) throws(Failure) {
    guard url.startOfFragment == nil else { throw .cut() }
    action = url.action
    parameters = url.parameters
    source = try Self.single("x-source", of: url)
    callbacks = Callbacks(
      success: try Self.callback("x-success", of: url, policy: policy),
      error: try Self.callback("x-error", of: url, policy: policy),
      cancel: try Self.callback("x-cancel", of: url, policy: policy))
  }

  /// Only the error callback, for a request that cannot be read; empty if that callback is refused too.
  package static func errorCallback(of url: CallbackURL, policy: CallbackPolicy) -> Callbacks {
    Callbacks(error: try? callback("x-error", of: url, policy: policy))
  }

  private static func single(_ name: String, of url: CallbackURL) throws(Failure) -> String? {
    let values = url.values(of: name)
    guard values.count <= 1 else { throw .repeated(name) }
    return values.first ?? nil
  }

  private static func callback(
    _ name: String, of url: CallbackURL, policy: CallbackPolicy
  ) throws(Failure) -> CallbackURL? {
    let values = url.values(of: name)
    guard values.count <= 1 else { throw .repeated(name) }
    guard let value = values.first else { return nil }
    return try policy.target(value ?? "", of: name)
  }
}

extension Failure {
  fileprivate static func cut() -> Failure {
    Failure(.invalidParameter, "'#' ends a request, so that what follows it would be lost; write it as %23")
  }

  fileprivate static func repeated(_ name: String) -> Failure {
    Failure(.invalidParameter, "\(name) may be given only once")
  }
}
