import Synchronization
import Testing
import TuskCommon

struct TurnsTests {
  private final class Count: Sendable {
    let running = Atomic(0)
    let most = Atomic(0)
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
}
