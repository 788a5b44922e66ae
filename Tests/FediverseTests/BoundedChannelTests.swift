import Synchronization
import Testing

@testable import Fediverse

/// The line between the one who listens to a server and the one who wants to know.
struct BoundedChannelTests {
  /// What ends a line in these tests.
  private struct Wrong: Error, Equatable {}

  @Test(arguments: [1, 2, 7, 5000])
  func everythingArrivesInOrder(_ capacity: Int) async throws {
    let line = BoundedChannel<Int, Wrong>(capacity: capacity)
    let task = Task {
      for number in 0..<3000 { #expect(await line.send(number) == .more) }
      line.finish()
    }
    var numbers: [Int] = []
    while let number = try await line.receive() { numbers.append(number) }
    await task.value
    #expect(numbers == Array(0..<3000))
    #expect(try await line.receive() == nil)
  }

  @Test func theGiverWaitsForTheTaker() async throws {
    let line = BoundedChannel<Int, Wrong>(capacity: 2)
    let given = Mutex(0)
    let task = Task {
      for number in 0..<10 {
        _ = await line.send(number)
        given.withLock { $0 = number + 1 }
      }
    }
    for number in 0..<10 {
      #expect(try await line.receive() == number)
      #expect(given.withLock { $0 } <= number + 3, "no more than the two that fit ahead")
    }
    await task.value
  }

  @Test func theEndComesAfterWhatWasGiven() async throws {
    let line = BoundedChannel<Int, Wrong>(capacity: 4)
    for number in 1...3 { _ = await line.send(number) }
    line.finish(Wrong())
    line.finish()
    for number in 1...3 { #expect(try await line.receive() == number) }
    await #expect(throws: Wrong()) { try await line.receive() }
    #expect(try await line.receive() == nil, "it is said once")
  }

  @Test func closingWakesBothEnds() async throws {
    let full = BoundedChannel<Int, Wrong>(capacity: 1)
    _ = await full.send(1)
    let giver = Task { await full.send(2) }
    let empty = BoundedChannel<Int, Wrong>(capacity: 1)
    let taker = Task { try await empty.receive() }
    full.close()
    empty.close()
    #expect(await giver.value == .enough)
    #expect(try await taker.value == nil)
    #expect(await empty.send(3) == .enough)
    empty.finish(Wrong())
    #expect(try await empty.receive() == nil)
  }

  @Test(arguments: [
    (0.0, [0.5, 1, 2, 2.5, 2.5]), (1.0, [1, 2, 4, 5, 5]), (-3.0, [0.5, 1, 2, 2.5, 2.5]), (7.0, [1, 2, 4, 5, 5]),
  ])
  func waitsGrow(_ chance: Double, _ seconds: [Double]) {
    var backoff = Backoff(from: .seconds(1), to: .seconds(5))
    for second in seconds { #expect(backoff.step(chance: chance) == .seconds(second)) }
    backoff.reset()
    #expect(backoff.step(chance: 1) == .seconds(1))
    var short = Backoff(from: .seconds(9), to: .seconds(5))
    #expect(short.step(chance: 1) == .seconds(5))
  }
}
