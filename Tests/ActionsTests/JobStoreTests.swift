import Glibc
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

struct JobStoreTests {
  private let folder: TemporaryFolder
  private let now = 1_800_000_000

  init() throws {
    folder = try TemporaryFolder()
  }

  private func store() -> JobStore { JobStore(folder: "\(folder.path)/jobs") }

  private func job(_ key: String, count: Int) -> Job {
    Job(
      id: 0, key: key, verb: "fav", subjects: "statuses", count: count, account: "@a@b.example", begun: now,
      line: "home | fav")
  }

  private func spool(_ count: Int) throws -> LineSpool {
    let spool = LineSpool()
    for number in 0..<count { try spool.add("tusker://x-callback-url/favoriteStatus?statusID=\(number)") }
    return spool
  }

  private func lines(_ lines: FileLines?) throws -> [String] {
    var all: [String] = []
    while let line = try lines?.next() { all.append(line) }
    return all
  }

  @Test(arguments: [1, 21, 5000])
  func urlsAreReadInTheirOrder(count: Int) throws {
    let kept = try store().create(job("k", count: count), urls: spool(count))
    #expect(kept.id == 1)
    #expect(try store().job(1) == kept)
    let urls = try lines(store().urls(of: kept))
    #expect(urls.count == count)
    #expect(urls.last == "tusker://x-callback-url/favoriteStatus?statusID=\(count - 1)")
  }

  @Test func aNumberUsedAgainIsAnotherJob() throws {
    let first = try store().create(job("first", count: 1), urls: spool(1))
    try store().remove(first)
    let second = try store().create(job("second", count: 2), urls: spool(2))
    #expect(second.id == first.id)
    #expect(try !store().isThere(first))
    try store().cancel(first)
    try store().remove(first)
    #expect(try store().isThere(second))
    #expect(try store().urls(of: first) == nil)
  }

  @Test(arguments: [1, 2, 60, 1000])
  func aCutFileIsDamaged(bytes: Int) throws {
    let kept = try store().create(job("k", count: 100), urls: spool(100))
    var facts = stat()
    try #require(stat("\(folder.path)/jobs/1.job", &facts) == 0)
    truncate("\(folder.path)/jobs/1.job", facts.st_size - off_t(bytes))
    #expect(throws: Failure.self) { try store().urls(of: kept) }
  }

  @Test(arguments: [Job.State.canceled, .undone]) func whatBecameOfAJobIsKept(state: Job.State) throws {
    let kept = try store().create(job("k", count: 1), urls: spool(1))
    try store().mark(kept, state)
    try store().mark(kept, state)
    #expect(try store().all().map(\.state) == [state])
    #expect(try !store().isThere(kept))
    try store().mark(job("other", count: 1), .canceled)
    #expect(try store().all().map(\.state) == [state])
  }

  @Test func aCanceledJobKeepsItsChangesAndNumber() throws {
    let first = try store().create(job("first", count: 2), urls: spool(2))
    try store().cancel(first)
    #expect(try !store().isThere(first))
    #expect(try store().all().map(\.state) == [.canceled])
    #expect(try lines(store().urls(of: first)).count == 2)
    #expect(try store().create(job("second", count: 1), urls: spool(1)).id == 2)
    try store().remove(first)
    #expect(try store().all().map(\.key) == ["second"])
  }

  /// Files that other programs or a full disk may leave.
  @Test(arguments: [
    "", "\0", "{}", "[]", #"{"key":"k"}"#, Self.head(count: "0"), Self.head(count: "-9223372036854775808"),
    Self.head(count: "9223372036854775807"), Self.head(begun: "9223372036854775807"), Self.head(begun: "-1"),
    Self.head(key: ""),
  ])
  func aFileThatIsNoJobIsDamaged(text: String) throws {
    try write(text + "\ntusker://x-callback-url/favoriteStatus?statusID=1\n")
    #expect(try store().all() == [.damaged(1)])
    #expect(throws: Failure.self) { try store().urls(of: .damaged(1)) }
    var job = job("k", count: 1)
    job.id = 1
    #expect(throws: Failure.self) { try store().isThere(job) }
    try store().cancel(.damaged(1))
    #expect(try store().all().isEmpty)
  }

  /// What is wrong with a file is no cancel.
  @Test func onlyAMissingFileIsACancel() throws {
    let kept = try store().create(job("k", count: 1), urls: spool(1))
    let path = "\(folder.path)/jobs/1.job"
    chmod(path, 0o666)
    #expect(throws: Failure.self) { try store().isThere(kept) }
    #expect(try store().all() == [.damaged(1)])
    chmod(path, 0o600)
    #expect(try store().isThere(kept))
    unlink(path)
    #expect(try !store().isThere(kept))
    mkfifo(path, 0o600)
    #expect(throws: Failure.self) { try store().isThere(kept) }
  }

  private static func head(key: String = "k", count: String = "1", begun: String = "1800000000") -> String {
    #"{"key":"\#(key)","verb":"fav","subjects":"statuses","count":\#(count),"account":"@a@b","begun":\#(begun),"line":""}"#
  }

  private func write(_ text: String) throws {
    try PrivateFile("\(folder.path)/jobs/1.job").write(text)
  }
}
