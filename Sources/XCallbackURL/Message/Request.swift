/// An x-callback URL read as a request: an action, its parameters, and where the answer goes.
public struct Request: Sendable, Hashable {
  /// The name of the action; empty where the URL has none.
  public let action: String
  /// The parameters of the action, in order.
  public let parameters: [CallbackURL.Pair]
  /// What the calling program says it is called; anyone can claim any name.
  public let source: String?
  /// Where the answer goes.
  public let callbacks: Callbacks

  /// The places an answer can go to, each of which may be missing.
  public struct Callbacks: Sendable, Hashable {
    /// Opened on success, with the data appended.
    public var success: CallbackURL?
    /// Opened on failure, with code and message appended.
    public var error: CallbackURL?
    /// Opened when a person declined.
    public var cancel: CallbackURL?

    /// These callbacks.
    public init(success: CallbackURL? = nil, error: CallbackURL? = nil, cancel: CallbackURL? = nil) {
      self.success = success
      self.error = error
      self.cancel = cancel
    }

    /// The parameters that say them in a request.
    public var pairs: [CallbackURL.Pair] {
      [("x-success", success), ("x-error", error), ("x-cancel", cancel)]
        .compactMap { name, url in url.map { CallbackURL.Pair(name, $0.description) } }
    }

    /// The one callback for this response, its data appended; `nil` where the caller gave none.
    public func url(for response: Response) -> CallbackURL? {
      let callback =
        switch response {
        case .success: success
        case .failure: error
        case .canceled: cancel
        }
      return callback?.appending(response.pairs)
    }
  }

  /// Reads the request, its callbacks checked against the policy before anything is done.
  ///
  /// - Throws: ``Failure`` where `x-source` or a callback is repeated, or a callback is refused. The failure cannot be
  ///   answered to the callback that is at fault.
  public init(_ url: CallbackURL, policy: CallbackPolicy) throws(Failure) {
    action = url.action
    parameters = url.parameters
    source = try Self.single("x-source", of: url)
    callbacks = Callbacks(
      success: try Self.callback("x-success", of: url, policy: policy),
      error: try Self.callback("x-error", of: url, policy: policy),
      cancel: try Self.callback("x-cancel", of: url, policy: policy))
  }

  /// The error callback alone, for a request that could not be read otherwise; empty where that one is refused too.
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
  fileprivate static func repeated(_ name: String) -> Failure {
    Failure(.invalidParameter, "\(name) may be given once")
  }
}
