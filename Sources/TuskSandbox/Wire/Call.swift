import GRDB

/// A request inside its transaction, with everything an endpoint needs to answer it.
struct Call {
  /// The request without database and caller.
  struct Input: Sendable {
    var method: String
    var path: String
    var host: String
    var query: Form
    var form: Form
    var parameters: [String: String]
    var token: String?
    var idempotencyKey: String?
    var client: Credentials?
  }

  /// A client's id and secret, from Basic authorization.
  struct Credentials: Sendable {
    let id: String
    let secret: String
  }

  /// The state that the sandbox owner can change.
  struct Controls: Sendable {
    let clock: Clock
    let faults: FaultPlan
  }

  let input: Input
  let controls: Controls
  let db: Database
  let bearer: Token?
  let viewer: Account?
  let now: Moment
  let view: Viewpoint

  var form: Form { input.form }

  init(_ input: Input, in db: Database, bearer: Token?, now: Moment, controls: Controls) throws {
    self.input = input
    self.controls = controls
    self.db = db
    self.bearer = bearer
    self.now = now
    viewer = try bearer?.accountId.flatMap { try Account.find($0, in: db) }
    view = Viewpoint(db, viewer: viewer, now: now)
  }

  /// The id in the path; anything but a number is reported as a missing record.
  func id(_ name: String = "id") throws -> Int64 {
    guard let id = input.parameters[name].flatMap({ Int64($0) }) else { throw Refusal.notFound }
    return id
  }

  func text(_ name: String) throws -> String {
    guard let text = input.parameters[name] else { throw Refusal.notFound }
    return Form.decoded(text.replacing("+", with: "%2B"))
  }

  func account(_ name: String = "id") throws -> Account {
    guard let account = try Account.find(id(name), in: db) else { throw Refusal.notFound }
    return account
  }

  /// The status in the path, if the caller may see it.
  func status(_ name: String = "id") throws -> Status {
    guard let status = try view.visibleStatus(id(name)) else { throw Refusal.notFound }
    return status
  }
}
