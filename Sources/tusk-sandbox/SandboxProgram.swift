import ArgumentParser
import Dispatch
import Glibc
import TuskSandbox

/// The embedded instance as a program of its own.
@main struct SandboxProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tusk-sandbox", abstract: "A Mastodon-compatible instance on this machine.",
    version: Sandbox.version, subcommands: [Serve.self, Status.self, Stop.self, Reset.self],
    defaultSubcommand: Serve.self)
}

/// Where the instance lives.
struct StateOption: ParsableArguments {
  @Option(help: "The folder of the instance (default: tusk/sandbox in the XDG state folder).")
  var state: String?

  var directory: StateDirectory { get throws { try StateDirectory(state) } }
}
