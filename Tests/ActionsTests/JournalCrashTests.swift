import Glibc
import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What is on record after a process was killed, or could not write: all that it was told is written.
struct JournalCrashTests {
  private let scene: JournalScene

  init() async throws {
    scene = try JournalScene()
  }

  /// What a run does to an occasion that it has begun, call by call.
  private static let calls: [@Sendable (any JournalStore, OnceAttempt) async throws -> Void] = [
    { try await $0.willSend(effect: "e1", url: "u1", in: $1) },
    { try await $0.didAnswer(effect: "e1", answer: 1, in: $1) },
    { try await $0.willSend(effect: "e2", url: "u2", in: $1) },
    { try await $0.didNotHappen(effect: "e2", in: $1) },
    { try await $0.willSend(effect: "e3", url: "u3", in: $1) },
    { try await $0.didAnswer(effect: "e3", answer: 3, in: $1) },
    { try await $0.finish($1, outcome: "all") },
  ]
  /// What is on record after that many calls.
  private static let states: [(Journal.Entry.State, [String])] = [
    (.open, []), (.unknown, ["e1"]), (.open, ["e1"]), (.unknown, ["e1", "e2"]), (.open, ["e1"]),
    (.unknown, ["e1", "e3"]), (.open, ["e1", "e3"]), (.done, ["e1", "e3"]),
  ]

  @Test(arguments: 0...calls.count)
  func whatWasReportedAsWrittenSurvivesTheKill(count: Int) async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scene.path as String, count = count as Int] in
      let journal = LocalJournal(path: path) { 1 }
      let attempt = try await journal.attempt()
      for call in JournalCrashTests.calls.prefix(count) { try await call(journal, attempt) }
      kill(getpid(), SIGKILL)
    }
    let entry = try #require(try await scene.run().entries().first)
    #expect(entry.state == Self.states[count].0)
    #expect(entry.effects.map(\.name) == Self.states[count].1)
  }

  /// The kill comes while the next call is at work, wherever that is.
  @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34])
  func nothingIsLostWhereverTheKillComes(count: Int) async throws {
    let report = scene.folder.path + "/report"
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = scene.path as String, report = report as String, count = count as Int] in
      let written = Tally()
      Task.detached {
        while written.count.load(ordering: .relaxed) < count { sched_yield() }
        kill(getpid(), SIGKILL)
      }
      try await Self.write(to: path, report: report, written)
    }
    let told = try #require(try PrivateFile(report).read())
    let effects = try #require(try await scene.run().entries().first).effects
    #expect(effects.count >= told.count { $0 == UInt8(ascii: "s") })
    #expect(effects.count { $0.answered != nil } >= told.count { $0 == UInt8(ascii: "a") })
    #expect(effects.map(\.name) == (1...effects.count).map(String.init))
    #expect(effects.count { $0.answered == nil } <= 1)
  }

  /// Sends effects for ever, and reports each step as soon as the journal says that it is written.
  private static func write(to path: String, report: String, _ written: Tally) async throws {
    let descriptor = open(report, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let journal = LocalJournal(path: path) { 1 }
    let attempt = try await journal.attempt()
    for number in 1... {
      try await journal.willSend(effect: "\(number)", url: "u", in: attempt)
      _ = Glibc.write(descriptor, "s", 1)
      try await journal.didAnswer(effect: "\(number)", answer: .int(number), in: attempt)
      _ = Glibc.write(descriptor, "a", 1)
      written.count.add(1, ordering: .relaxed)
    }
  }

  /// A limit on the size of files stands for a disk that is full.
  @Test func whatCannotBeWrittenIsSaidAndTheRestStays() async throws {
    try await scene.run().complete(JournalScene.name("before"))
    await #expect(processExitsWith: .success) { [path = scene.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let journal = LocalJournal(path: path) { 1 }
      let attempt = try await journal.attempt()
      var limit = rlimit(rlim_cur: 200_000, rlim_max: 200_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let failure = await #expect(throws: Failure.self) {
        for number in 1...1000 { try await journal.willSend(effect: "\(number)", url: "u", in: attempt) }
      }
      #expect(failure?.code == .badSettings)
      #expect(failure?.message.contains(path) == true)
      #expect(try await journal.begin(JournalScene.name("before")) == .done(outcome: ["p": "7"]))
      #expect(try await journal.entries().last?.effects.isEmpty == false)
    }
    let next = scene.run()
    #expect(try await next.begin(JournalScene.name("before")) == .done(outcome: ["p": "7"]))
    #expect(try await next.entries().map(\.state) == [.done, .unknown])
    try await next.complete(JournalScene.name("after"))
  }
}

/// How much was done, for another thread to watch.
private final class Tally: Sendable {
  let count = Atomic(0)
}
