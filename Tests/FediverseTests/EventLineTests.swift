import Synchronization
import Testing

@testable import Fediverse

/// The line between the one who listens to a server and the one who wants to know.
struct EventLineTests {
  /// What ends a line in these tests.
  private struct Wrong: Error, Equatable {}

  @Test(arguments: [1, 2, 7, 5000])
  func everythingArrivesInOrder(_ capacity: Int) async throws {
    let line = EventLine<Int, Wrong>(capacity: capacity)
    let task = Task {
      for number in 0..<3000 { #expect(await line.give(number) == .more) }
      line.end()
    }
    var numbers: [Int] = []
    while let number = try await line.take() { numbers.append(number) }
    await task.value
    #expect(numbers == Array(0..<3000))
    #expect(try await line.take() == nil)
  }

  @Test func theGiverWaitsForTheTaker() async throws {
    let line = EventLine<Int, Wrong>(capacity: 2)
    let given = Mutex(0)
    let task = Task {
      for number in 0..<10 {
        _ = await line.give(number)
        given.withLock { $0 = number + 1 }
      }
    }
    for number in 0..<10 {
      #expect(try await line.take() == number)
      #expect(given.withLock { $0 } <= number + 3, "no more than the two that fit ahead")
    }
    await task.value
  }

  @Test func theEndComesAfterWhatWasGiven() async throws {
    let line = EventLine<Int, Wrong>(capacity: 4)
    for number in 1...3 { _ = await line.give(number) }
    line.end(Wrong())
    line.end()
    for number in 1...3 { #expect(try await line.take() == number) }
    await #expect(throws: Wrong()) { try await line.take() }
    #expect(try await line.take() == nil, "it is said once")
  }

  @Test func closingWakesBothEnds() async throws {
    let full = EventLine<Int, Wrong>(capacity: 1)
    _ = await full.give(1)
    let giver = Task { await full.give(2) }
    let empty = EventLine<Int, Wrong>(capacity: 1)
    let taker = Task { try await empty.take() }
    full.close()
    empty.close()
    #expect(await giver.value == .enough)
    #expect(try await taker.value == nil)
    #expect(await empty.give(3) == .enough)
    empty.end(Wrong())
    #expect(try await empty.take() == nil)
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
