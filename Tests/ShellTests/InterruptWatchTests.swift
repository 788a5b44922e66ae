import Glibc
import Synchronization
import Testing

@testable import TuskShell

/// The signals that ask a command to stop.
@Suite(.serialized)
struct InterruptWatchTests {
  /// The events in their order, and a pipe to wait for them by.
  private final class Reports: Sendable {
    let events = Mutex<[InterruptWatch.Event]>([])
    let pipe: WakePipe

    init() throws {
      pipe = try #require(WakePipe())
    }

    func append(_ event: InterruptWatch.Event) {
      events.withLock { $0.append(event) }
      pipe.send(1)
    }

    /// Waits for one more; false where none came in a long time.
    func waitForOne() -> Bool {
      var waiting = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      return poll(&waiting, 1, 20_000) == 1 && read(pipe.readEnd, &byte, 1) == 1
    }
  }

  @Test func everySignalIsReported() throws {
    let reports = try Reports()
    let watch = try #require(InterruptWatch { reports.append($0) })
    kill(getpid(), SIGTERM)
    #expect(reports.waitForOne())
    watch.reset()
    kill(getpid(), SIGHUP)
    #expect(reports.waitForOne())
    #expect(reports.events.withLock { $0 } == [.terminated(signal: SIGTERM), .terminated(signal: SIGHUP)])
  }

  @Test func anInterruptWithinASecondIsTheSecond() {
    var pace = InterruptPace()
    let start = ContinuousClock.now
    #expect(pace.event(for: SIGINT, at: start, whileRequested: false) == .interrupted)
    #expect(pace.event(for: SIGINT, at: start + .milliseconds(900), whileRequested: true) == .interruptedAgain)
    #expect(pace.event(for: SIGINT, at: start + .seconds(3), whileRequested: true) == .interrupted)
    #expect(pace.event(for: SIGINT, at: start + .milliseconds(3500), whileRequested: false) == .interrupted)
    #expect(pace.event(for: SIGTERM, at: start, whileRequested: false) == .terminated(signal: SIGTERM))
  }
}
