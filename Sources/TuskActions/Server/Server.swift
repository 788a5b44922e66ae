package import Fediverse
import JSONValue
import Synchronization
import XCallbackURL

/// The server as actions see it: takes references, returns entities with qualified names, and throws failures in the
/// form that a callback reports.
package struct Server: Sendable {
  var client: Client
  let memory = Memory()
  let streams = StreamHub()
  let walks = WalkKeeper()
  /// Returns the time in seconds since 1970.
  let now: @Sendable () -> Int
  /// The key by which the server recognizes a repeated request; `nil` for a new key per request.
  package var idempotencyKey: String?
  /// The steps of the request that is performed; `nil` if it is only checked.
  var steps: RequestSteps?
  /// Whether the request is a step of another one.
  var isStep = false
  /// What was just read of the subject of a change that may be taken back, by the names of a record; `nil` for any other
  /// request, before which nothing is read.
  var seen: JSON.Object?
  /// Returns the URIs of statuses that other requests created.
  var otherRequests: @Sendable () async throws(FediverseError) -> OtherRequests = { OtherRequests() }
  /// Keeps the text of a status that is deleted to be posted anew, by its identifier, and returns the path of the file;
  /// `nil` if none is kept.
  var keepDraft: @Sendable (_ text: String, _ id: String) throws(Failure) -> String? = { _, _ in nil }
  /// Tells a person what happens.
  let tell: @Sendable (Notice) -> Void
  private let alias: String?

  /// Whether it is the sandbox.
  var isSandbox: Bool { alias != nil }

  /// - Parameters:
  ///   - alias: the name shown for the server, if it is not the address.
  ///   - now: returns the time in seconds since 1970.
  ///   - tell: tells a person what happens.
  package init(
    _ client: Client, alias: String? = nil, now: @escaping @Sendable () -> Int = { Timestamp.now().seconds },
    tell: @escaping @Sendable (Notice) -> Void = { _ in }
  ) {
    self.client = client
    self.alias = alias
    self.now = now
    self.tell = tell
  }

  /// Caches the acting account, and what was read ahead.
  final class Memory: Sendable {
    private let account = Mutex<Account?>(nil)
    private let read = Mutex<[String: Relationship]>([:])

    /// Keeps relationships by the identifiers of the accounts.
    func keep(_ relationships: [String: Relationship]) { read.withLock { $0 = relationships } }

    /// The relationship with an account as it was read ahead, which is used once.
    func takeRelationship(with id: String) -> Relationship? { read.withLock { $0.removeValue(forKey: id) } }

    var ownAccount: Account? {
      get { account.withLock { $0 } }
      set { account.withLock { $0 = newValue } }
    }
  }
}

extension Server {
  /// The current time, for a request that is about to be sent.
  var sendTime: SendTime { client.sendTime }

  /// Does a step of a long request, so that the time that the request may take is that of its longest step.
  func step<Value>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    let start = ContinuousClock.now
    defer { Deadline.Pauses.current?.add(step: ContinuousClock.now - start) }
    return try await work()
  }

  /// Makes a call and converts its error into the failure that a callback reports.
  ///
  /// - Parameter subject: what the call names by identifier, for the message when the server does not have it.
  func attempt<Value>(
    _ call: @autoclosure () async throws(FediverseError) -> Value, about subject: String? = nil
  ) async throws(Failure) -> Value {
    do { return try await call() } catch { throw failure(error, about: subject) }
  }

  /// The failure that a callback reports; its message includes the server's own text.
  ///
  /// - Parameter subject: what the call names by identifier, for the message when the server does not have it.
  func failure(_ error: FediverseError, about subject: String? = nil) -> Failure {
    var message = error.description
    if let subject, error.kind == .notFound, error.subject == nil, !error.hasStatus {
      message = (error.serverText.map { "\($0): " } ?? "") + "\(error.server) has no \(subject)"
    }
    // A download may have failed at another server.
    if let alias, error.server == client.server.description { message = message.replacing(error.server, with: alias) }
    // The sandbox issues its own token, so signing in again would not help there.
    if alias == nil, let scope = error.missingScope { message += Self.remedy(forMissing: scope, error.server) }
    if alias == nil, error.kind == .unauthorized, error.missingScope == nil,
      error.server == client.server.description
    {
      message += "; get another token, or sign in again with: tusk login \(error.server)"
    }
    // The sandbox's limits are not remembered.
    if alias == nil, error.kind == .rateLimited { message += "; see or forget remembered limits with: tusk rates" }
    guard error.outcomeUnknown else {
      var failure = Failure(Failure.code(error.kind), message)
      failure.isOfToken = error.missingScope != nil
      failure.isGone = error.meansGone
      return failure
    }
    var failure = Failure(.unknownOutcome, message)
    failure.cause = Failure.code(error.kind)
    return failure
  }

  /// How to get the missing scope; a normal sign-in does not request admin scopes.
  private static func remedy(forMissing scope: String, _ server: String) -> String {
    let option = scope.hasPrefix("admin:") ? " --scopes 'read write admin:read admin:write'" : ""
    return "; the token lacks \(scope), so sign in again with: tusk login \(server)\(option)"
  }
}

extension AccountReference {
  /// The reference as an error message names it, if it is an identifier.
  var name: String? {
    guard case .id(let id) = self else { return nil }
    return "account '\(id)'"
  }
}

extension StatusReference {
  /// The reference as an error message names it, if it is an identifier.
  var name: String? {
    guard case .id(let id) = self else { return nil }
    return "status '\(id)'"
  }
}

extension Failure {
  static func code(_ kind: FediverseError.Kind) -> Code {
    switch kind {
    case .network: .network
    case .insecure: .insecure
    case .timedOut, .canceled: .timedOut
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .rejected: .rejected
    case .rateLimited: .rateLimited
    case .server: .serverFailure
    case .malformed, .tooLarge: .malformedAnswer
    case .unsupported: .unsupported
    case .undecided: .unknownOutcome
    case .unstored: .unwritableFile
    }
  }
}
