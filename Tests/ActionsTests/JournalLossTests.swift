import Fediverse
import Glibc
import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What happens to a journal outside the program: copies, removals, locks and earlier versions.
struct JournalLossTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  /// A copy that lacks the other files, or a run that is killed and loses them, lacks no entry.
  @Test(arguments: [true, false]) func theFileAloneIsComplete(isClosed: Bool) async throws {
    let journal = scene.run()
    for number in 0..<3 { try await journal.complete(JournalScene.name("key \(number)")) }
    #expect(journal.isOpen)
    if isClosed { await journal.close() }
    #expect(journal.isOpen != isClosed)
    let bytes = try #require(try PrivateFile(scene.path).read())
    let copy = scene.folder.path + "/copy/journal.db"
    try PrivateFile(copy).write("")
    let descriptor = open(copy, O_WRONLY | O_TRUNC)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    #expect(try await LocalJournal(path: copy) { 0 }.entries().map(\.state) == [.done, .done, .done])
    try await journal.complete(JournalScene.name("key 3"))
    #expect(try await scene.run().entries().count == 4)
  }

  @Test(arguments: ["removed", "emptied", "replaced"])
  func aLostJournalIsRefusedWithAWayOut(loss: String) async throws {
    do { try await scene.run().complete(JournalScene.name()) }
    for suffix in ["", "-wal", "-shm"] { unlink(scene.path + suffix) }
    switch loss {
    case "emptied": try PrivateFile(scene.path).write("")
    case "replaced":
      try await scene.run(sql: "PRAGMA journal_mode = WAL; VACUUM")
      chmod(scene.path, 0o600)
    default: break
    }
    let failure = await #expect(throws: Failure.self) { try await scene.run().begin(JournalScene.name()) }
    #expect(failure?.code == .badSettings)
    let command = try #require(failure?.message.split(separator: ": ").last)
    #expect(command.hasPrefix("rm -f \(scene.path) "))
    for file in command.split(separator: " ").dropFirst(2) { unlink(String(file)) }
    try await scene.run().complete(JournalScene.name())
  }

  /// What a process leaves that was killed while it created the journal.
  @Test(arguments: [[".lock"], [".lock", ""]])
  func aJournalThatNeverWasIsCreated(files: [String]) async throws {
    for suffix in files { try PrivateFile(scene.path + suffix).write("") }
    try await scene.run().complete(JournalScene.name())
    #expect(try await scene.run().entries().count == 1)
  }

  private static let locks = [
    (file: ".lock", program: "lock = open(path + '.lock', 'a'); fcntl.flock(lock, fcntl.LOCK_EX)"),
    (
      file: "",
      program: "database = sqlite3.connect(path, isolation_level=None); database.execute('BEGIN IMMEDIATE')"
    ),
  ]

  @Test(arguments: locks.indices)
  func aLockIsWaitedForWithinALimit(lock: Int) async throws {
    try await scene.run().complete(JournalScene.name())
    let peer = try scene.peer(Self.locks[lock].program)
    let hasty = LocalJournal(path: scene.path, patience: .milliseconds(1)) { 0 }
    let failure = await #expect(throws: Failure.self) { try await hasty.attempt(JournalScene.name("other")) }
    #expect(failure?.code == .locked)
    #expect(failure?.message.hasSuffix("fuser \(scene.path)\(Self.locks[lock].file)") == true)
    peer.crash()
    try await hasty.complete(JournalScene.name("other"))
  }

  @Test(arguments: locks.indices)
  func aWaitForALockEndsWithItsTask(lock: Int) async throws {
    try await scene.run().complete(JournalScene.name())
    let peer = try scene.peer(Self.locks[lock].program)
    let patient = LocalJournal(path: scene.path, patience: .seconds(86_400)) { 0 }
    let wait = Task { () -> Failure? in
      do throws(Failure) {
        _ = try await patient.begin(JournalScene.name("other"))
        return nil
      } catch {
        return error
      }
    }
    wait.cancel()
    #expect(await wait.value?.code == .locked)
    peer.crash()
    try await patient.complete(JournalScene.name("other"))
  }

  /// The tables of schema 1, with a finished block, one whose request has no answer, and a schedule.
  private static let schema1 = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE runner (id INTEGER PRIMARY KEY, process INTEGER NOT NULL) STRICT;
    CREATE TABLE scope (id INTEGER PRIMARY KEY, script TEXT NOT NULL, account TEXT NOT NULL,
      generation INTEGER NOT NULL DEFAULT 1, UNIQUE (script, account)) STRICT;
    CREATE TABLE occasion (id INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL REFERENCES scope,
      digest BLOB NOT NULL, key TEXT NOT NULL, generation INTEGER NOT NULL, begun INTEGER NOT NULL,
      finished INTEGER, outcome TEXT, runner INTEGER, UNIQUE (scope, digest)) STRICT;
    CREATE TABLE effect (id INTEGER PRIMARY KEY, occasion INTEGER NOT NULL REFERENCES occasion ON DELETE CASCADE,
      digest BLOB NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, sent INTEGER NOT NULL,
      answered INTEGER, answer TEXT, UNIQUE (occasion, digest)) STRICT;
    CREATE TABLE schedule (scope INTEGER NOT NULL REFERENCES scope, name TEXT NOT NULL,
      time INTEGER NOT NULL, PRIMARY KEY (scope, name)) STRICT, WITHOUT ROWID;
    PRAGMA application_id = 1416983403;
    PRAGMA user_version = 1;
    """

  @Test func aJournalOfSchema1IsContinued() async throws {
    // The digests are those of the current program: only the tables differ.
    do {
      let journal = scene.run()
      try await journal.complete(JournalScene.name("done"))
      let attempt = try await journal.attempt(JournalScene.name("sent"))
      try await journal.willSend(effect: "e", url: "u", in: attempt)
      _ = try await journal.advance("every 1h", from: nil, to: 77, script: "s", account: "a")
      await journal.close()
    }
    let now = scene.path + ".now"
    rename(scene.path, now)
    unlink(scene.path + ".runners")
    let columns = "id, occasion, digest, name, url, sent, answered, answer"
    try await scene.run(
      sql: Self.schema1 + """
        ATTACH '\(now)' AS now; INSERT INTO scope SELECT id, script, account, generation FROM now.scope;
        INSERT INTO occasion SELECT * FROM now.occasion; INSERT INTO schedule SELECT * FROM now.schedule;
        INSERT INTO effect SELECT \(columns) FROM now.effect;
        """)
    chmod(scene.path, 0o600)
    let journal = scene.run()
    #expect(try await journal.begin(JournalScene.name("done")) == .done(outcome: ["p": "7"]))
    let attempt = try await journal.attempt(JournalScene.name("sent"))
    #expect(attempt.isResumed)
    #expect(
      try await journal.effect(named: "e", in: attempt)
        == .sent(
          url: "u", first: SendTime(local: Timestamp(seconds: 1000)), last: SendTime(local: Timestamp(seconds: 1000))))
    #expect(try await journal.lastTime(of: "every 1h", script: "s", account: "a") == 77)
    try await journal.didAnswer(effect: "e", answer: ["id": "9"], making: "https://a.example/9", in: attempt)
    #expect(
      try await journal.statusesMade(by: attempt.name.account)
        == ["https://a.example/9": Timestamp(seconds: scene.now)])
    #expect(try await scene.run(sql: "PRAGMA user_version") == "3\n")
  }
}
