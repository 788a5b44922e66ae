import Glibc
import TestSupport
import Testing
import TuskLanguage

@testable import TuskShell

/// A plan is read to its end before it is run.
struct PlanInputTests {
  @Test(arguments: [0, 1, 1000, 60_000])
  func everyStatementOfAPlanIsRead(count: Int) throws {
    let folder = try TemporaryFolder()
    let lines = (0..<count).map { "print \($0) is-a-line-of-some-length\n" }
    try TuskRun.write(Array(lines.joined().utf8), to: folder.path + "/plan")
    let descriptor = open(folder.path + "/plan", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let input = ByteInput(descriptor: descriptor, after: Array("#: plan\n".utf8))
    let plan = try PlanInput(input, spoolingIn: folder.path)
    for _ in 0..<2 {
      var statements = plan.statements()
      var found = 0
      while case .statement = statements.next() { found += 1 }
      #expect(found == count)
    }
  }
}
