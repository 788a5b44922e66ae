import ArgumentParser
import Dispatch
import Glibc
import TuskSandbox

/// The program `tusk-sandbox`.
@main struct SandboxProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tusk-sandbox", abstract: "A Mastodon-compatible instance on this machine.",
    version: "tusk-sandbox \(Sandbox.version)", subcommands: [Serve.self, Status.self, Stop.self, Reset.self],
    defaultSubcommand: Serve.self)
}

/// The option that says where the instance keeps its data.
struct StateOption: ParsableArguments {
  @Option(help: "The directory of the instance (default: tusk/sandbox in the XDG state directory).")
  var state: String?

  var directory: StateDirectory { get throws { try StateDirectory(state) } }
}
