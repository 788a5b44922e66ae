import Synchronization
import Testing

@testable import TuskCommon

struct TurnsTests {
  private final class Count: Sendable {
    let running = Atomic(0)
    let most = Atomic(0)
  }

  private final class Order: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  @Test func oneRunsAtATime() async {
    let (turns, count) = (Turns(), Count())
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          await turns.take()
          defer { turns.end() }
          count.most.max(count.running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
          await Task.yield()
          count.running.subtract(1, ordering: .relaxed)
        }
      }
    }
    #expect(count.most.load(ordering: .relaxed) == 1)
  }

  @Test func turnsComeInTheOrderOfTheWaiting() async {
    let (turns, order) = (Turns(), Order())
    await turns.take()
    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          await turns.take()
          order.numbers.withLock { $0.append(number) }
          turns.end()
        }
        while turns.waitingCount <= number { await Task.yield() }
      }
      turns.end()
    }
    #expect(order.numbers.withLock(\.self) == Array(0..<20))
  }
}
