import ArgumentParser
import TuskSandbox

/// `tusk-sandbox status`
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says where the instance listens, or 'stopped' (exit status 1).")

  @OptionGroup var state: StateOption

  func run() throws {
    guard let note = try ServerControl(of: state.directory).runningServer() else {
      print("stopped")
      throw ExitCode.failure
    }
    print(note.line)
  }
}

/// `tusk-sandbox stop`
struct Stop: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Stops the instance and waits until it is gone.")

  @OptionGroup var state: StateOption

  func run() throws { try ServerControl(of: state.directory).stop() }
}

/// `tusk-sandbox reset`
struct Reset: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Stops the instance and forgets its world; the next start makes a new one.")

  @OptionGroup var state: StateOption

  func run() throws { try ServerControl(of: state.directory).reset() }
}
