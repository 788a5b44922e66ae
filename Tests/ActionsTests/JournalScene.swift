import Fediverse
import Glibc
import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// A journal in a folder of its own, with a clock that a test sets.
final class JournalScene: Sendable {
  let folder: TemporaryFolder
  private let clock = Mutex((now: 1000, uptime: 50_000))

  init() throws {
    folder = try TemporaryFolder()
  }

  var path: String { folder.path + "/state/journal.db" }

  /// The nodes of etcd that keep the journals of the tests instead of files, as `TUSK_TEST_JOURNAL` names them.
  static let nodes = getenv("TUSK_TEST_JOURNAL").map { String(cString: $0) }
  /// Whether the journal is a file.
  static var isFile: Bool { nodes == nil }

  private let prefix = String(UInt64.random(in: 0...UInt64.max), radix: 16)

  /// The journal as one more run of tusk opens it.
  func run() -> any JournalStore {
    guard Self.nodes != nil else { return file() }
    do {
      let client = try client(over: Self.transport)
      return EtcdJournal(client, uptime: { Uptime(boot: "boot", time: .seconds(self.uptime)) })
    } catch {
      Issue.record("TUSK_TEST_JOURNAL: \(error)")
      return file()
    }
  }

  /// A client of the store of this scene.
  func client(over transport: any Transport, patience: Duration = .seconds(20)) throws -> EtcdClient {
    EtcdClient(
      try EtcdAddress("\(Self.nodes ?? "")/tests/\(prefix)?lease=6"), transport: transport, patience: patience,
      local: { self.now })
  }

  /// Without dates, so that the clock of the tests is that of etcd.
  private static let transport = DatelessTransport(HTTPTransport())

  private func file() -> LocalJournal {
    LocalJournal(
      path: self.path, patience: .seconds(60), now: { self.now },
      uptime: { Uptime(boot: "boot", time: .seconds(self.uptime)) })
  }

  /// This process, as the journal names it.
  var worker: Worker { Worker(process: Int(getpid()), host: Self.isFile ? nil : EtcdJournal.host) }

  /// The seconds since 1970.
  var now: Int { clock.withLock(\.now) }
  /// The seconds since the machine started.
  var uptime: Int { clock.withLock(\.uptime) }

  func wait(_ seconds: Int) {
    clock.withLock { clock in
      clock.now += seconds
      clock.uptime += seconds
    }
  }

  /// Sets the clock forward or back.
  func setClock(by seconds: Int) {
    clock.withLock { $0.now += seconds }
  }

  static func name(
    _ key: String = "key", script: String = "/home/me/welcome.tsk", account: String = "@me@a.example"
  ) -> OnceName {
    OnceName(script: script, account: account, key: key)
  }

  /// Another program that does something with the journal, says so, and then waits for ever.
  func peer(_ program: String) throws -> PipedProgram {
    let script = """
      import fcntl, os, sqlite3, struct, sys, time
      path = sys.argv[1]
      \(program)
      print("ready", flush=True)
      time.sleep(600)
      """
    let peer = try PipedProgram("\(TestPrograms.folder)/python3", ["-c", script, path], joiningErrors: true)
    #expect(peer.firstLine() == "ready")
    return peer
  }

  /// Lets another program read or write the database.
  ///
  /// - Returns: the rows, a line each.
  @discardableResult
  func run(sql: String) async throws -> String {
    let script = """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1], isolation_level=None)
      statement = ""
      for part in sys.argv[2].split(";"):
          statement += part + ";"
          if sqlite3.complete_statement(statement):
              for row in database.execute(statement):
                  print(*row)
              statement = ""
      """
    let (output, code) = try await onOwnThread { [path] in
      let program = try PipedProgram("\(TestPrograms.folder)/python3", ["-c", script, path, sql], joiningErrors: true)
      return (program.allOutput(), program.exitStatus)
    }
    try #require(code == 0, "\(output)")
    return output
  }
}

extension JournalStore {
  /// Begins an occasion that nobody else is at and that is not done.
  func attempt(_ name: OnceName = JournalScene.name(), ignoringDone: Bool = false) async throws
    -> OnceAttempt
  {
    guard case .open(let attempt) = try await begin(name, ignoringDone: ignoringDone) else {
      throw Failure(.defect, "'\(name.key)' is not open")
    }
    return attempt
  }

  /// Does a whole occasion with an effect that is answered.
  func complete(_ name: OnceName) async throws {
    let attempt = try await attempt(name)
    try await willSend(effect: "postStatus#1", url: "tusker://x-callback-url/postStatus", in: attempt)
    try await didAnswer(effect: "postStatus#1", answer: ["id": "7"], in: attempt)
    try await finish(attempt, outcome: ["p": "7"])
  }
}

extension JournalStore {
  /// Records that an effect is about to be sent, now by the journal's clock.
  func willSend(effect name: String, url: String, in attempt: OnceAttempt) async throws {
    try await willSend(
      effect: name, url: url, at: SendTime(local: Timestamp(seconds: now()), uptime: uptime()?.time), in: attempt)
  }
}

extension Journal.ChangeRecord {
  /// An effect that was sent once, at this second of the local clock.
  static func sent(url: String, at second: Int) -> Journal.ChangeRecord {
    let time = SendTime(local: Timestamp(seconds: second), uptime: .seconds(second + 49_000))
    return .sent(url: url, first: time, last: time)
  }
}

/// A transport whose responses have no date.
struct DatelessTransport: Transport {
  private let transport: any Transport

  init(_ transport: any Transport) { self.transport = transport }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let response = try await transport.send(request)
    let fields = response.headers.fields.filter { $0.name.lowercased() != "date" }
    return HTTPResponse(status: response.status, headers: Headers(fields), body: response.body)
  }

  func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError) {
    try await transport.send(request, handing: take)
  }
}
