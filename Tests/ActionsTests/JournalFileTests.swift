import Glibc
import JSONValue
import TestSupport
import Testing
import TuskCommon
import XCallbackURL

@testable import TuskActions

/// The journal's file: who may read it, and what is said where it is none.
struct JournalFileTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  private func mode(_ path: String) throws -> mode_t {
    var facts = stat()
    try #require(stat(path, &facts) == 0, "\(path)")
    return facts.st_mode & 0o7777
  }

  /// Replaces the file by these bytes, as if they had always been there.
  private func put(_ bytes: [UInt8]) throws {
    mkdir(scene.folder.path + "/state", 0o700)
    for suffix in ["", "-wal", "-shm", ".runners"] { unlink(scene.path + suffix) }
    let descriptor = open(scene.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  private func bytes() throws -> [UInt8] {
    try #require(try PrivateFile(scene.path).read())
  }

  private func refusal() async -> Failure? {
    await #expect(throws: Failure.self) { try await scene.run().begin(JournalScene.name()) }
  }

  @Test func nothingIsMadeBeforeTheFirstUse() async throws {
    _ = scene.run()
    #expect(access(scene.folder.path + "/state", F_OK) != 0)
    _ = try await scene.run().entries()
    #expect(access(scene.path, F_OK) == 0)
  }

  @Test func onlyTheOwnerReadsAnyOfItsFiles() async throws {
    let journal = scene.run()
    try await journal.complete(JournalScene.name())
    #expect(try mode(scene.folder.path + "/state") == 0o700)
    for suffix in ["", "-wal", "-shm", ".lock", ".runners"] {
      #expect(try mode(scene.path + suffix) & 0o177 == 0, "\(suffix)")
    }
  }

  @Test(arguments: ["", "-wal"], [0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o666, 0o777] as [mode_t])
  func whatOthersCanTouchIsRefusedUntilItIsClosed(suffix: String, rights: mode_t) async throws {
    let writer = scene.run()
    try await writer.complete(JournalScene.name())
    let path = scene.path + suffix
    chmod(path, rights)
    let failure = await refusal()
    #expect(failure?.code == .badSettings)
    #expect(failure?.message == "\(path) can be read by others; close it with: chmod 600 \(path)")
    chmod(path, 0o600)
    #expect(try await scene.run().begin(JournalScene.name()) == .done(outcome: ["p": "7"]))
  }

  /// What else may stand where the journal should, and a word of what is said.
  @Test(arguments: [
    ("text", "not a database"), (String(repeating: "SQLite format 2\0", count: 500), "not a database"),
    (String(repeating: "\0", count: 4096), "not a database"), ("SQLite format 3\0", "not a database"),
  ])
  func whatIsNoDatabaseIsLeftAlone(content: String, words: String) async throws {
    try put(Array(content.utf8))
    let failure = await refusal()
    #expect(failure?.code == .badSettings)
    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
    #expect(try bytes() == Array(content.utf8))
  }

  @Test(arguments: [
    "CREATE TABLE t (x)", "PRAGMA application_id = 5", "PRAGMA user_version = 1",
    "PRAGMA application_id = 5; PRAGMA user_version = 1; CREATE TABLE occasion (id)",
  ])
  func theDatabaseOfAnotherProgramIsLeftAlone(sql: String) async throws {
    mkdir(scene.folder.path + "/state", 0o700)
    try await scene.run(sql: sql)
    chmod(scene.path, 0o600)
    let content = try bytes()
    #expect(await refusal()?.message == "\(scene.path) is a database of another program; move it away")
    #expect(try bytes() == content)
  }

  @Test func theJournalOfANewerTuskIsLeftAlone() async throws {
    try await scene.run().complete(JournalScene.name())
    try await scene.run(sql: "PRAGMA user_version = 4")
    let failure = await refusal()
    #expect(failure?.code == .badSettings)
    #expect(failure?.message.contains("newer tusk (schema 4; this tusk supports up to 3)") == true)
    try await scene.run(sql: "PRAGMA user_version = 3")
    #expect(try await scene.run().begin(JournalScene.name()) == .done(outcome: ["p": "7"]))
  }

  /// Another program may have set it.
  @Test(arguments: [0, -1, Int(Int32.min)]) func aJournalWithoutItsVersionIsLeftAlone(version: Int) async throws {
    try await scene.run().complete(JournalScene.name())
    try await scene.run(sql: "PRAGMA user_version = \(version)")
    let failure = await refusal()
    #expect(failure?.code == .badSettings)
    #expect(failure?.message.contains("\(scene.path) is damaged (schema \(version)); restore it") == true)
    try await scene.run(sql: "PRAGMA user_version = 3")
    #expect(try await scene.run().begin(JournalScene.name()) == .done(outcome: ["p": "7"]))
  }

  @Test func anEmptyFileBecomesAJournal() async throws {
    try put([])
    try await scene.run().complete(JournalScene.name())
    #expect(try await scene.run().entries().count == 1)
  }

  /// Whatever is damaged, a run either reads what was written or says that it cannot; it never takes it for undone.
  @Test(arguments: [1, 7, 42, 1234, 99_999])
  func aDamagedJournalNeverForgets(seed: UInt64) async throws {
    do {
      let journal = scene.run()
      for number in 0..<60 { try await journal.complete(JournalScene.name("key \(number)")) }
    }
    let whole = try bytes()
    let page = 4096
    for number in 1..<(whole.count / page) {
      var damaged = whole
      let start = number * page
      // The head of a page and its table of cells: what a torn or misplaced write breaks.
      let offset = Int(seed &* 31 &+ UInt64(number)) % 64
      for index in start + offset..<start + offset + 64 { damaged[index] = UInt8(truncatingIfNeeded: seed &+ 0xA5) }
      try put(damaged)
      let standing = try? await scene.run().begin(JournalScene.name("key 30"))
      #expect(standing == nil || standing == .done(outcome: ["p": "7"]), "page \(number)")
    }
  }

  @Test(arguments: [4096, 8192, 5000, 100])
  func aJournalThatWasCutOffIsDamaged(length: Int) async throws {
    do { try await scene.run().complete(JournalScene.name()) }
    try put(Array(try bytes().prefix(length)))
    #expect(await refusal()?.code == .badSettings)
  }

  /// A journal that another program took apart is damaged, which is no defect of this one.
  @Test(arguments: [
    ("DROP TABLE effect", "no such table: effect"), ("DROP TABLE schedule; DROP TABLE effect", "no such table: effect"),
    ("PRAGMA foreign_keys = OFF; DROP TABLE occasion", "no such table: "),
    ("PRAGMA foreign_keys = OFF; DROP TABLE scope", "no such table: "),
    ("ALTER TABLE scope RENAME COLUMN script TO x", "no such column: "),
  ])
  func aJournalWithoutItsTablesIsDamaged(change: String, reason: String) async throws {
    do { try await scene.run().complete(JournalScene.name()) }
    try Database(path: scene.path).execute(change)
    let failure = await #expect(throws: Failure.self) { try await scene.run().entries() }
    #expect(failure?.code == .badSettings, "\(failure?.message ?? "")")
    #expect(failure?.message.contains("is damaged (\(reason)") == true, "\(failure?.message ?? "")")
  }

  @Test func whatIsNoFileIsRefused() async throws {
    mkdir(scene.folder.path + "/state", 0o700)
    mkdir(scene.path, 0o700)
    #expect(await refusal()?.message == "\(scene.path) is not a file; move it away")
    rmdir(scene.path)
    mkfifo(scene.path, 0o600)
    #expect(await refusal()?.message == "\(scene.path) is not a file; move it away")
    unlink(scene.path)
    symlink("/proc/nowhere/at/all", scene.path)
    #expect(await refusal()?.message.contains("cannot create") == true)
    unlink(scene.path)
  }

  @Test(arguments: ["/proc/tusk/journal.db", "/dev/null/journal.db", "/proc/version/journal.db"])
  func aFolderThatTakesNoFilesIsNamed(path: String) async throws {
    let journal = LocalJournal(path: path) { 0 }
    let failure = await #expect(throws: Failure.self) { try await journal.entries() }
    #expect(failure?.code == .badSettings)
    #expect(failure?.message.contains(String(path.split(separator: "/")[0])) == true)
  }

  /// SQLite gives some names a meaning of their own, and takes them so where they do not start with a slash.
  @Test(arguments: [
    "file:journal.db?mode=memory", ":memory:", "it's \"so\" \u{1F418}%20#?&.db", "deep/er/journal.db", "-x",
  ])
  func aNameIsOnlyAName(name: String) async throws {
    await #expect(processExitsWith: .success) { [folder = scene.folder.path as String, name = name as String] in
      try #require(chdir(folder) == 0)
      try await LocalJournal(path: name, now: { 0 }).complete(JournalScene.name())
      #expect(access(folder + "/" + name, F_OK) == 0)
      #expect(try await LocalJournal(path: folder + "/" + name, now: { 0 }).entries().count == 1)
    }
  }
}
