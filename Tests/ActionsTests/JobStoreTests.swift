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

  private func store(at time: Int? = nil) -> JobStore {
    let time = time ?? now
    return JobStore(folder: "\(folder.path)/jobs", now: { time })
  }

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
    try store().cancel(first)
    let second = try store().create(job("second", count: 2), urls: spool(2))
    #expect(second.id == first.id)
    #expect(!store().isThere(first))
    try store().cancel(first)
    #expect(store().isThere(second))
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

  @Test func jobsAreForgottenAfterThirtyDays() throws {
    _ = try store().create(job("k", count: 1), urls: spool(1))
    #expect(try store(at: now + 30 * 86_400).all().count == 1)
    #expect(try store(at: now + 30 * 86_400 + 1).all().isEmpty)
    #expect(try store().all().isEmpty)
  }
}
