/// A route: its path, who may call it and what it does.
struct Endpoint: Sendable {
  /// Who may call.
  enum Access: Sendable {
    /// Anyone; tokens are ignored.
    case open
    /// Anyone, but a token that is sent must be valid and carry the scope.
    case anyone(String)
    /// A client application, with or without a person.
    case application
    /// A person whose token carries one of the scopes.
    case person([String])
    /// The sandbox owner, with the token created with the sandbox.
    case owner
  }

  /// The greatest size of the request body, in bytes.
  enum BodyLimit: Int, Sendable {
    case words = 1_048_576
    case media = 16_777_216
  }

  let method: Method
  let path: String
  let access: Access
  let limit: BodyLimit
  let perform: @Sendable (Call) throws -> Reply

  /// The request methods of Mastodon's API.
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    var writes: Bool { self != .get }
  }

  /// A route that needs no person.
  init(
    _ method: Method, _ path: String, _ access: Access, perform: @escaping @Sendable (Call) throws -> Reply
  ) {
    self.method = method
    self.path = path
    self.access = access
    self.perform = perform
    limit = .words
  }

  /// A route for a person whose token carries one of `scopes`.
  init(
    _ method: Method, _ path: String, as scopes: [String], taking limit: BodyLimit = .words,
    perform: @escaping @Sendable (Call, Account) throws -> Reply
  ) {
    self.method = method
    self.path = path
    self.limit = limit
    access = .person(scopes)
    self.perform = { call in
      guard let me = call.viewer else { throw Refusal.noPerson }
      return try perform(call, me)
    }
  }

  init(
    _ method: Method, _ path: String, as scopes: String..., taking limit: BodyLimit = .words,
    perform: @escaping @Sendable (Call, Account) throws -> Reply
  ) {
    self.init(method, path, as: scopes, taking: limit, perform: perform)
  }

  /// Checks the caller's rights, then answers.
  func answer(_ call: Call) throws -> Reply {
    switch access {
    case .open: break
    case .anyone(let scope):
      if call.input.token != nil { try require([scope], of: call) }
    case .application:
      guard call.bearer != nil else { throw Refusal.badToken }
    case .person(let scopes): try require(scopes, of: call)
    case .owner: try requireOwner(of: call)
    }
    return try perform(call)
  }

  private func require(_ scopes: [String], of call: Call) throws {
    guard let bearer = call.bearer else { throw Refusal.badToken }
    guard scopes.contains(where: bearer.allows) else { throw Refusal.outsideScopes }
    guard call.viewer.map({ !$0.disabled && !$0.suspended }) ?? true else { throw Refusal.disabled }
  }

  private func requireOwner(of call: Call) throws {
    guard let bearer = call.bearer else { throw Refusal.badToken }
    guard try bearer.value == Store.setting("token", in: call.db) else { throw Refusal.notOwner }
  }
}

extension Refusal {
  fileprivate static let badToken = Refusal(401, "The access token is invalid")
  fileprivate static let disabled = Refusal(403, "Your login is currently disabled")
  fileprivate static let notOwner = Refusal(403, "Only the owner of the sandbox may do this")
  fileprivate static let outsideScopes = Refusal(403, "This action is outside the authorized scopes")
  fileprivate static let noPerson = Refusal(422, "This method requires an authenticated user")
}
