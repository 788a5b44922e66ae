import ArgumentParser
import Glibc
import TuskCommon
import TuskShell

/// The program: reads the options and runs the shell.
@main
struct Tusk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tusk",
    abstract: "The shell of the fediverse.",
    usage: """
      tusk
      tusk [options] FILE [ARGUMENTS]
      tusk [options] -c LINE [-c LINE ...] [ARGUMENTS]
      COMMANDS | tusk [options] [- ARGUMENTS]
      tusk SUBCOMMAND
      """,
    discussion: """
      At a terminal, tusk is a prompt; type 'help' there. It also runs script files, lines given with -c, and commands \
      on standard input. Without an account it uses a sandbox: a private server on this machine.
      """,
    version: Version.description,
    subcommands: [
      RunCommand.self, URLCommand.self, CheckCommand.self, TestCommand.self, RunTestCommand.self,
      FormatCommand.self, OpenCommand.self, JournalCommand.self, PlanCommand.self,
      LoginCommand.self, LogoutCommand.self, RegisterCommand.self,
      AccountsCommand.self, UseCommand.self, WhoamiCommand.self, PermitCommand.self, PermissionsCommand.self,
      RatesCommand.self,
      SandboxCommand.self,
      CallCommand.self, HandlerCommand.self, HelpCommand.self, ManualCommand.self, CompleteCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static func main() {
    // With SIGPIPE ignored, a write to a closed pipe ends the run without an error.
    signal(SIGPIPE, SIG_IGN)
    unblockSignals()
    leaveQuitToKernel()
    openStandardDescriptors()
    NameService.usePartsOfProgram()
    if CommandLine.arguments.count == 2, CommandLine.arguments[1] == "--version" {
      // Parsing options by reflection takes longer than printing the version.
      let streams = StandardStreams()
      streams.write(Version.description + "\n")
      finish(streams.exitCode)
    }
    DescriptorLimit.raise()
    guard DescriptorLimit.suffices else {
      StandardStreams(output: 2).write(
        "error: too few file descriptors are free: tusk needs \(DescriptorLimit.fewest); raise the limit: ulimit -n 1024\n"
      )
      finish(.system)
    }
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--handle-url" {
      // The desktop passes exactly one value, which must not be parsed as options even if it looks like one.
      finish(Shell(options: Shell.Options()).handle(CommandLine.arguments[2]))
    }
    if let lines = plainLines { finish(Shell(options: Shell.Options()).run(lines: lines)) }
    do {
      var command = try parseAsRoot()
      try command.run()
      finish(.success)
    } catch let code as TuskCommon.ExitCode {
      finish(code)
    } catch {
      let code = exitCode(for: error)
      let streams = StandardStreams(output: code.isSuccess ? 1 : 2)
      streams.write(message(for: error) + "\n")
      finish(code.isSuccess ? streams.exitCode : TuskCommon.ExitCode(rawValue: code.rawValue))
    }
  }

  /// Unblocks signals that the parent process blocked. Otherwise programs that this one starts would inherit the mask
  /// and could not be interrupted.
  private static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// Takes SIGQUIT from the runtime, which treats it as a crash where standard error is a terminal: it describes the
  /// crash for seconds, and the run goes on. A session handles the signal like SIGTERM.
  private static func leaveQuitToKernel() {
    var action = sigaction()
    guard sigaction(SIGQUIT, nil, &action) == 0, !action.ignores else { return }
    signal(SIGQUIT, SIG_DFL)
  }

  /// The lines of a command line that consists only of `-c LINE` pairs, as programs write it. Parsing options would
  /// take longer than a request to a server nearby.
  private static var plainLines: [String]? {
    let words = CommandLine.arguments.dropFirst()
    let lines = words.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let isPlain = words.enumerated().allSatisfy { $0.offset % 2 == 1 || $0.element == "-c" }
    return isPlain && !lines.isEmpty && words.count % 2 == 0 ? lines : nil
  }

  /// The option parser's message: errors in the program's own form, help with the options of `run`.
  private static func message(for error: any Error) -> String {
    let text = fullMessage(for: error)
    if text.hasPrefix("Error: ") { return "error: " + correctingUsage(in: String(text.dropFirst("Error: ".count))) }
    let run = helpMessage(for: RunCommand.self)
    guard text == helpMessage(), let own = text.firstRange(of: "OPTIONS:"),
      let others = text.firstRange(of: "SUBCOMMANDS:"), let options = run.firstRange(of: "OPTIONS:")
    else { return text }
    return text[..<own.lowerBound] + run[options.lowerBound...] + "\n\n" + text[others.lowerBound...]
  }

  /// The message with the usage of a command whose subcommand is misspelled, in place of that of its default one.
  private static func correctingUsage(in text: String) -> String {
    let words = Array(CommandLine.arguments.dropFirst().prefix(2))
    guard words.count == 2, text.contains("'\(words[1])'"), let usage = text.firstRange(of: "Usage: "),
      !text[usage.upperBound...].hasPrefix("tusk \(words[0]) \(words[1])"),
      let command = configuration.subcommands.first(where: { $0.configuration.commandName == words[0] }),
      command.configuration.defaultSubcommand != nil
    else { return text }
    return "\(text[..<usage.upperBound])\(usageString(for: command))\n"
      + "  See 'tusk \(words[0]) --help' for more information."
  }

  /// Opens closed standard descriptors to `/dev/null`, so that no other file or socket takes their numbers. Results
  /// that nobody could read are lost, so that writing them must fail.
  private static func openStandardDescriptors() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == 1 ? O_RDONLY : O_RDWR)
    }
  }

  /// Exits at once, because closing the connections takes longer than leaving it to the kernel.
  static func finish(_ code: TuskCommon.ExitCode) -> Never {
    _exit(code.rawValue)
  }
}
