// A libFuzzer target for the engine: a request goes in, one answer comes out; scripts/fuzz compiles it.

import Dispatch
import Fediverse
import JSONValue
import Synchronization
import TuskActions
import XCallbackURL

/// Opens an input as a URL. Its first byte selects the caller and the server's behavior. A trap, an answer that was not
/// requested, or a refused request that still reached the server is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzEngine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  guard let mood = bytes.first, let url = try? CallbackURL(parsing: text, mode: .lenient) else { return 0 }
  let server = MoodyServer(mood)
  let outcome = open(url, on: server, mood)
  checkCallback(outcome, to: url)
  checkSecrecy(outcome, of: url, mood)
  switch outcome.response {
  case .failure(let failure) where (1...5).contains(failure.code.rawValue): precondition(server.requests == 0)
  case .canceled: precondition(server.requests == 0)
  case .success, .failure: break
  }
  return 0
}

/// The callback is the one given for this outcome, and exists only if the caller gave one.
private func checkCallback(_ outcome: Engine.Outcome, to url: CallbackURL) {
  let name =
    switch outcome.response {
    case .success: "x-success"
    case .failure: "x-error"
    case .canceled: "x-cancel"
    }
  let given = url.values(of: name)
  guard given.count == 1, let target = try? CallbackPolicy().target((given[0] ?? ""), of: name) else {
    precondition(outcome.callback == nil)
    return
  }
  guard let callback = outcome.callback else { preconditionFailure("no answer") }
  precondition(callback.pairs == target.pairs + outcome.response.pairs)
}

/// Without consent, a request from the desktop changes nothing and receives nothing that only the owner can read.
private func checkSecrecy(_ outcome: Engine.Outcome, of url: CallbackURL, _ mood: UInt8) {
  guard party(mood) == .desktop, !isAllowed(mood), case .success = outcome.response, outcome.callback != nil else {
    return
  }
  let action = Action.all.first { ([$0.signature.action] + $0.signature.spellings).contains(url.action) }
  precondition(action.map { $0.signature.isPublic || $0.signature.effect == .present } ?? false)
}

private func party(_ mood: UInt8) -> Origin.Party {
  [.person, .program, .desktop, .desktop][Int(mood >> 5 & 3)]
}

private func isAllowed(_ mood: UInt8) -> Bool { mood & 1 == 0 }

private func open(_ url: CallbackURL, on server: MoodyServer, _ mood: UInt8) -> Engine.Outcome {
  guard let address = try? ServerAddress("a.example") else { preconditionFailure("no address") }
  let consent = Consent(
    account: { "@a@a.example" }, isSandbox: false,
    permissions: Permissions(path: "/proc/nowhere/permissions.json", now: { 0 }),
    ask: { _ in isAllowed(mood) ? .once : .nobody })
  let client = Client(server: address, token: AccessToken("t"), transport: server, domain: "a.example")
  let engine = Engine(actions: Action.all, server: Server(client), consent: consent, present: { _ in })
  let holder = Holder()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let outcome = await engine.open(url, from: Origin(party(mood)))
    holder.answer.withLock { $0 = outcome }
    done.signal()
  }
  done.wait()
  guard let outcome = holder.answer.withLock({ $0 }) else { preconditionFailure("no outcome") }
  return outcome
}

/// Receives the answer.
private final class Holder: Sendable {
  let answer = Mutex<Engine.Outcome?>(nil)
}

/// A server that answers everything with one body, one status or one failure.
private final class MoodyServer: Transport {
  private let mood: UInt8
  private let count = Mutex(0)

  init(_ mood: UInt8) {
    self.mood = mood
  }

  var requests: Int { count.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    count.withLock { $0 += 1 }
    switch mood >> 2 & 7 {
    case 0: throw TransportError(.network, "gone", mayHaveArrived: mood & 0x80 == 0)
    case 1: return HTTPResponse(status: 500 + Int(mood >> 5), body: Array("<html>".utf8))
    case 2: return HTTPResponse(status: 400 + Int(mood >> 3), body: Array(#"{"error":"no"}"#.utf8))
    case 3: return HTTPResponse(status: 200, body: Array("[\(Self.body),7]".utf8))
    default: return HTTPResponse(status: 200, body: Array(Self.body.utf8))
    }
  }

  private static let body = """
    {"id":"9","uri":"https://b.example/9","acct":"bob@b.example","username":"bob","type":"mention","title":"A",
    "domain":"a.example","content":"<p>x","created_at":"2024-01-02T03:04:05Z","accounts":[],"statuses":[],"hashtags":[]}
    """
}
