import Testing

@testable import TuskShell

/// The times that are shown after a line.
struct NetworkTimeTests {
  @Test(
    arguments: [
      (1234, [], [], "total 1.2 s"), (0, [], [], "total 0.0 s"), (1250, [400, 400], [], "total 1.3 s · network 0.8 s"),
      (61_000, [10], [60_000, 300], "total 61.0 s · network 0.0 s · waits 60.3 s"),
      (960, [], [960], "total 1.0 s · waits 1.0 s"),
    ] as [(Int, [Int], [Int], String)])
  func timesAreAddedAndRounded(total: Int, requests: [Int], waits: [Int], text: String) {
    let time = NetworkTime()
    for duration in requests { time.add(request: .milliseconds(duration)) }
    for duration in waits { time.add(wait: .milliseconds(duration)) }
    #expect(time.text(total: .milliseconds(total)) == text)
    time.reset()
    #expect(time.text(total: .zero) == "total 0.0 s")
  }
}
