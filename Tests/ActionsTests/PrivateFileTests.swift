import Glibc
import Synchronization
import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// The file that holds tokens and permissions: who can read it, and what a crash or another writer leaves of it.
struct PrivateFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/a/b/file.json" }
  private var file: PrivateFile { PrivateFile(path) }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func mode(_ path: String) async throws -> mode_t {
    var facts = stat()
    try #require(stat(path, &facts) == 0, "\(path)")
    return facts.st_mode & 0o7777
  }

  private func entries(of path: String) async throws -> [String] {
    let stream = try #require(opendir(path))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  @Test func whatWasNeverWrittenIsNotThere() async throws {
    #expect(try file.read() == nil)
    #expect(access(folder.path + "/a", F_OK) != 0)
  }

  @Test(arguments: ["pipe", "folder", "/dev/zero", "/dev/null"])
  func whatIsNoRegularFileIsRefusedAtOnce(kind: String) async throws {
    var place = folder.path + "/odd"
    switch kind {
    case "pipe": try #require(mkfifo(place, 0o600) == 0)
    case "folder": try #require(mkdir(place, 0o700) == 0)
    default: place = kind
    }
    let failure = #expect(throws: Failure.self) { try PrivateFile(place).read() }
    #expect(failure?.code == .badSettings && failure?.message.contains("is not a regular file") == true)
  }

  @Test(arguments: ["pipe", "link to a device"])
  func whatIsNoRegularFileIsNotReplaced(kind: String) async throws {
    let place = folder.path + "/odd"
    try #require(kind == "pipe" ? mkfifo(place, 0o600) == 0 : symlink("/dev/null", place) == 0)
    let failure = #expect(throws: Failure.self) { try PrivateFile(place).write("text") }
    #expect(failure?.message.contains("is not a regular file") == true)
    var facts = stat()
    #expect(lstat(place, &facts) == 0 && facts.st_mode & S_IFMT == (kind == "pipe" ? S_IFIFO : S_IFLNK))
    #expect(try await entries(of: folder.path) == ["odd"])
  }

  @Test func whatIsWrittenIsReadByItsOwnerAlone() async throws {
    for text in ["one", "", "zwei \u{1F418}\n", String(repeating: "x", count: 200_000)] {
      try file.write(text)
      #expect(try file.read() == Array(text.utf8))
      #expect(try await mode(path) == 0o600)
    }
    #expect(try await mode(folder.path + "/a") == 0o700)
    #expect(try await mode(folder.path + "/a/b") == 0o700)
    #expect(try await entries(of: folder.path + "/a/b") == ["file.json"])
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o666, 0o777] as [mode_t])
  func whatOthersCanTouchIsRefusedUntilItIsClosed(rights: mode_t) async throws {
    try file.write("token")
    chmod(path, rights)
    let failure = #expect(throws: Failure.self) { try file.read() }
    #expect(failure?.code == .badSettings)
    #expect(failure?.message.contains("chmod 600 \(path)") == true)
    chmod(path, 0o600)
    #expect(try file.read() == Array("token".utf8))
  }

  @Test(arguments: [0o600, 0o400] as [mode_t])
  func theOwnersOwnRightsAreNobodysBusiness(rights: mode_t) async throws {
    try file.write("x")
    chmod(path, rights)
    #expect(try file.read() == Array("x".utf8))
  }

  @Test func writingClosesAnOpenFile() async throws {
    try file.write("old")
    chmod(path, 0o644)
    try file.write("new")
    #expect(try await mode(path) == 0o600)
    #expect(try file.read() == Array("new".utf8))
  }

  @Test func aReaderKeepsTheWholeOldFile() async throws {
    try file.write(String(repeating: "o", count: 100_000))
    let reader = open(path, O_RDONLY)
    defer { close(reader) }
    try file.write("n")
    var bytes = [UInt8](repeating: 0, count: 200_000)
    var count = 0
    while case let more = read(reader, &bytes, bytes.count), more > 0 { count += more }
    #expect(count == 100_000)
  }

  @Test func aFolderInThePlaceOfTheFileIsLeftAlone() async throws {
    mkdir(folder.path + "/a", 0o700)
    mkdir(folder.path + "/a/b", 0o700)
    mkdir(path, 0o700)
    #expect(throws: Failure.self) { try file.write("x") }
    let failure = #expect(throws: Failure.self) { try file.read() }
    #expect(failure?.message.contains("cannot read") == true)
    #expect(try await entries(of: folder.path + "/a/b") == ["file.json"])
  }

  @Test func aFileInThePlaceOfAFolderIsNamed() async throws {
    try PrivateFile(folder.path + "/a").write("x")
    let failure = #expect(throws: Failure.self) { try file.write("y") }
    #expect(failure?.message.contains(folder.path) == true)
    #expect(throws: Failure.self) { try file.read() }
    await #expect(throws: Failure.self) { try await file.whileLocked {} }
  }

  @Test func aLinkIsReplacedAndWhatItLeadsToStays() async throws {
    let target = folder.path + "/target"
    try PrivateFile(target).write("target")
    mkdir(folder.path + "/a", 0o700)
    mkdir(folder.path + "/a/b", 0o700)
    symlink(target, path)
    #expect(try file.read() == Array("target".utf8))
    try file.write("own")
    #expect(try PrivateFile(target).read() == Array("target".utf8))
    #expect(try file.read() == Array("own".utf8))
  }

  @Test(arguments: ["a/b/file.json", "a/b", "a"])
  func aLinkThatLeadsNowhereIsNotAnAbsentFile(link: String) async throws {
    let place = "\(folder.path)/\(link)"
    try PrivateFile.makeFolder(of: place)
    try #require(symlink("dotfiles", place) == 0)
    for act in [{ _ = try file.read() }, { try file.write("x") }] {
      let failure = #expect(throws: Failure.self) { try act() }
      #expect(failure?.code == .badSettings && failure?.message.contains("\(place) is a link") == true)
    }
    var target = [CChar](repeating: 0, count: 100)
    #expect(readlink(place, &target, target.count - 1) == "dotfiles".utf8.count)
  }

  @Test func aFileBeyondItsLimitIsRefused() async throws {
    try file.write("x")
    truncate(path, 16 << 20)
    #expect(try file.read()?.count == 16 << 20)
    truncate(path, (16 << 20) + 1)
    #expect(throws: Failure.self) { try file.read() }
  }

  @Test func changesOfManyWritersAreAllKept() async throws {
    let file = file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for _ in 0..<10 {
            try await file.whileLocked { () throws(Failure) in
              let old = String(decoding: try file.read() ?? [], as: UTF8.self)
              try file.write(old + "\(writer)\n")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let lines = String(decoding: try #require(try file.read()), as: UTF8.self).split(separator: "\n")
    #expect(
      Dictionary(grouping: lines) { $0 }.mapValues(\.count)
        == Dictionary(
          uniqueKeysWithValues: (0..<4).map { (Substring("\($0)"), 10) }))
  }

  @Test func aFailedChangeGivesTheLockBack() async throws {
    for _ in 0..<2 {
      await #expect(throws: Failure.self) {
        try await file.whileLocked { () throws(Failure) in throw Failure(.defect, "x") }
      }
    }
    try await file.whileLocked { () throws(Failure) in try file.write("y") }
    #expect(try await mode(path + ".lock") == 0o600)
  }

  @Test func writersWhoMeetAllWriteAWholeFile() async throws {
    let file = file
    let texts = (0..<8).map { String(repeating: "\($0)", count: 10_000 * ($0 + 1)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for text in texts {
        group.addTask {
          try await onOwnThread { for _ in 0..<50 { try file.write(text) } }
        }
      }
      try await group.waitForAll()
    }
    #expect(texts.contains(String(decoding: try #require(try file.read()), as: UTF8.self)))
    #expect(try await entries(of: folder.path + "/a/b") == ["file.json"])
  }

  /// A place in which there should never be two at once.
  private actor Room {
    private var count = 0
    func enter() -> Int {
      count += 1
      return count
    }
    func leave() { count -= 1 }
  }

  @Test func longWorkIsDoneByOneAtATime() async throws {
    let (file, room) = (file, Room())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await file.whileLocked(waitingAtMost: .seconds(86_400)) {
            #expect(await room.enter() == 1)
            for _ in 0..<1000 { await Task.yield() }
            await room.leave()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func longWorkIsNotDoneWhileAnotherHoldsTheLock() async throws {
    let isDone = Mutex(false)
    try await file.whileLocked(waitingAtMost: .zero) {
      let failure = await #expect(throws: Failure.self) {
        try await file.whileLocked(waitingAtMost: .milliseconds(1)) { isDone.withLock { $0 = true } }
      }
      #expect(failure?.code == .locked)
    }
    await #expect(throws: Failure.self) {
      try await PrivateFile("/dev/null/x").whileLocked(waitingAtMost: .seconds(60)) { isDone.withLock { $0 = true } }
    }
    #expect(!isDone.withLock { $0 })
  }
}
