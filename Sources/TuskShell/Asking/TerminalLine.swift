import Glibc
import TuskCommon

/// A line that a person types at a terminal.
enum TerminalLine {
  /// The most bytes that are kept of a line; a terminal passes on no longer ones.
  private static let most = 4096

  /// The bytes of the next line; `nil` if the waiting task was canceled or the terminal has ended.
  ///
  /// - Parameter show: shows the question, again after the process was stopped, because the screen has other text then.
  static func read(asking show: @escaping @Sendable () -> Void) async -> [UInt8]? {
    await BlockingWork.run { isCanceled in
      ContinuationCount.whileCounting { count in
        var seen = count()
        show()
        return line {
          if count() != seen {
            seen = count()
            show()
          }
          return isCanceled()
        }
      }
    }
  }

  private static func line(_ isCanceled: () -> Bool) -> [UInt8]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while waitForKey(isCanceled), Glibc.read(0, &byte, 1) == 1 {
      guard byte != UInt8(ascii: "\n") else { return line }
      if line.count < most { line.append(byte) }
    }
    // An interrupt keeps what is typed for the next command line, and half an answer must not become one.
    if isCanceled() { tcflush(0, TCIFLUSH) }
    return nil
  }

  /// Waits until a key is pressed; false if the task was canceled first.
  private static func waitForKey(_ isCanceled: () -> Bool) -> Bool {
    while !isCanceled() {
      var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 100) > 0 { return true }
    }
    return false
  }
}
