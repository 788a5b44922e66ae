import Glibc
import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Other processes at the same journal: those that hold what we want, and those that are gone.
struct JournalProcessTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  /// The claim of a process that is no Swift program, so that the meaning of the file is told twice.
  private static let claim = """
    lock = open(path + ".runners", "r+")
    fcntl.fcntl(lock, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 4711, 1, 0))
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("INSERT INTO runner VALUES (4711, ?)", (os.getpid(),))
    database.execute("UPDATE occasion SET runner = 4711")
    """

  @Test func anOccasionIsBusyAsLongAsItsProcessLives() async throws {
    do {
      let journal = scene.run()
      try await journal.abandon(try await journal.attempt())
    }
    let peer = try scene.peer(Self.claim)
    let journal = scene.run()
    guard case .busy(let worker) = try await journal.begin(JournalScene.name()) else {
      Issue.record("the claim was not seen")
      return
    }
    #expect(worker.process != Int(getpid()))
    #expect(try await journal.entries().map(\.state) == [.running(worker)])
    await #expect(throws: Failure.self) { try await journal.forget() }

    peer.crash()
    #expect(try await journal.entries().map(\.state) == [.open])
    #expect(try await journal.attempt().isResumed)
  }

  /// A process that could not claim its first occasion is still known by the ones it claims later.
  @Test func aClaimThatFailsTakesNothingFromTheNext() async throws {
    try await scene.run().complete(JournalScene.name("other"))
    try await scene.run(
      sql: "CREATE TRIGGER full BEFORE INSERT ON occasion BEGIN SELECT raise(ABORT, 'no space'); END")
    let journal = scene.run()
    await #expect(throws: Failure.self) { try await journal.begin(JournalScene.name()) }
    try await scene.run(sql: "DROP TRIGGER full")
    let attempt = try await journal.attempt()
    #expect(try await scene.run().begin(JournalScene.name()) == .busy(scene.worker))
    try await journal.finish(attempt, outcome: nil)
  }

  @Test func theDeadAreCleanedAwayAndTheLivingAreNot() async throws {
    do {
      let journal = scene.run()
      try await journal.abandon(try await journal.attempt())
    }
    let peer = try scene.peer(Self.claim)
    for _ in 0..<5 { _ = try await scene.run().attempt(JournalScene.name("other")) }
    #expect(try await scene.run(sql: "SELECT count(*) FROM runner") == "2\n")
    peer.crash()
  }

  @Test func aJournalThatIsBeingReadIsWritten() async throws {
    try await scene.run().complete(JournalScene.name())
    let peer = try scene.peer(
      """
      database = sqlite3.connect(path, isolation_level=None)
      database.execute("BEGIN")
      database.execute("SELECT * FROM occasion").fetchall()
      """)
    try await scene.run().complete(JournalScene.name("other"))
    #expect(try await scene.run().entries().count == 2)
    peer.crash()
  }

  @Test func whoWasKilledWhileWritingKeepsNobodyWaiting() async throws {
    try await scene.run().complete(JournalScene.name())
    let peer = try scene.peer(
      """
      database = sqlite3.connect(path, isolation_level=None)
      database.execute("BEGIN IMMEDIATE")
      database.execute("DELETE FROM occasion")
      """)
    let hasty = LocalJournal(path: scene.path, patience: .milliseconds(1)) { 0 }
    let failure = await #expect(throws: Failure.self) { try await hasty.begin(JournalScene.name("other")) }
    #expect(failure?.code == .locked)
    #expect(
      failure?.message == "another program has locked the journal \(scene.path); find it with: fuser \(scene.path)")
    // Reading needs no lock, and sees what was there before.
    #expect(try await scene.run().begin(JournalScene.name()) == .done(outcome: ["p": "7"]))
    peer.crash()
    try await hasty.complete(JournalScene.name("other"))
    #expect(try await scene.run().entries().count == 2)
  }
}
