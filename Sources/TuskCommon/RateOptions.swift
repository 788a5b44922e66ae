/// What to do when a server limits how many requests it accepts: the mode, and the longest wait for it.
package struct RateOptions: Sendable, Hashable {
  /// The ways to deal with a limit.
  package enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Send at full speed, and wait for the next window when this one is used up.
    case wait
    /// Spread the requests over the window, so that it is never used up.
    case pace
    /// Fail at once.
    case `throw`
  }

  package var mode: Mode
  /// How long an action waits in all before it fails instead.
  package var longestWait: Duration

  package init(_ mode: Mode = .wait, longestWait: Duration = .seconds(1800)) {
    self.mode = mode
    self.longestWait = longestWait
  }
}
