import ArgumentParser
import TuskSandbox

/// The command `tusk-sandbox status`.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print where the instance listens, or 'stopped' (exit status 1).")

  @OptionGroup var state: StateOption

  func run() throws {
    guard let info = try reporting({ try ServerControl(of: state.directory).runningServer() }) else {
      print("stopped")
      throw ExitCode.failure
    }
    print(info.line)
  }
}

/// The command `tusk-sandbox stop`.
struct Stop: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Stop the instance and wait until it has ended.")

  @OptionGroup var state: StateOption

  func run() throws { _ = try reporting { try ServerControl(of: state.directory).stop() } }
}

/// The command `tusk-sandbox reset`.
struct Reset: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Stop the instance and delete its data; the next start creates new data.")

  @OptionGroup var state: StateOption

  func run() throws { try reporting { try ServerControl(of: state.directory).reset() } }
}

extension ParsableCommand {
  /// Does the work; an error is reported and ends the program with the status that it stands for.
  func reporting<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch { throw ExitCode(ServerFault.report(error)) }
  }
}
