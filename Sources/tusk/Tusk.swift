import ArgumentParser
import Glibc
import TuskRuntime
import TuskShell

/// The program: it reads options and hands over to the shell.
@main
struct Tusk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tusk",
    abstract: "The shell of the fediverse.",
    usage: """
      tusk
      tusk [options] FILE [ARGUMENTS]
      tusk [options] -c LINE [-c LINE ...]
      COMMANDS | tusk [options]
      tusk SUBCOMMAND
      """,
    discussion: """
      At a terminal tusk is a prompt; type 'help' there. It also runs script files, lines given with -c, and commands \
      on standard input. Without an account it talks to a sandbox of its own.
      """,
    version: Version.number,
    subcommands: [
      RunCommand.self, URLCommand.self, CheckCommand.self, FormatCommand.self, OpenCommand.self, JournalCommand.self,
      LoginCommand.self, LogoutCommand.self,
      AccountsCommand.self, UseCommand.self, WhoamiCommand.self, PermitCommand.self, PermissionsCommand.self,
      SandboxCommand.self,
      CallCommand.self, HandlerCommand.self, HelpCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static func main() {
    // A reader that has enough is no failure; the write that finds it gone ends the run.
    signal(SIGPIPE, SIG_IGN)
    unblockSignals()
    openStandardDescriptors()
    if CommandLine.arguments.count == 2, CommandLine.arguments[1] == "--version" {
      // Reading options by reflection takes longer than everything else a version needs.
      StandardStreams().write(Version.number + "\n")
      finish(.success)
    }
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--handle-url" {
      // The desktop says nothing more, and what it says is one value, whatever it looks like.
      finish(Shell(options: Shell.Options()).handle(CommandLine.arguments[2]))
    }
    if let lines = plainLines { finish(Shell(options: Shell.Options()).run(lines: lines)) }
    do {
      var command = try parseAsRoot()
      try command.run()
      finish(.success)
    } catch let code as TuskRuntime.ExitCode {
      finish(code)
    } catch {
      let code = exitCode(for: error)
      StandardStreams(output: code.isSuccess ? 1 : 2).write(message(for: error) + "\n")
      finish(TuskRuntime.ExitCode(rawValue: code.rawValue))
    }
  }

  /// Lets every signal arrive that whoever started the process had blocked; the programs it starts would inherit that,
  /// and could not be ended.
  private static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// The lines of a command line that has nothing but them, as most that programs write do: reading options takes
  /// longer than the request on the way to a server nearby.
  private static var plainLines: [String]? {
    let words = CommandLine.arguments.dropFirst()
    let lines = words.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let isPlain = words.enumerated().allSatisfy { $0.offset % 2 == 1 || $0.element == "-c" }
    return isPlain && !lines.isEmpty && words.count % 2 == 0 ? lines : nil
  }

  /// What the parser of options says: its errors as all others are written, its help with the options of a run.
  private static func message(for error: any Error) -> String {
    let text = fullMessage(for: error)
    guard !text.hasPrefix("Error: ") else { return "error: " + text.dropFirst("Error: ".count) }
    let run = helpMessage(for: RunCommand.self)
    guard text == helpMessage(), let own = text.firstRange(of: "OPTIONS:"),
      let others = text.firstRange(of: "SUBCOMMANDS:"), let options = run.firstRange(of: "OPTIONS:")
    else { return text }
    return text[..<own.lowerBound] + run[options.lowerBound...] + "\n\n" + text[others.lowerBound...]
  }

  /// What is closed is opened to nowhere, so that no file or socket takes the place of a standard stream.
  private static func openStandardDescriptors() {
    var descriptor: Int32
    repeat { descriptor = open("/dev/null", O_RDWR) } while (0...2).contains(descriptor)
    if descriptor > 2 { close(descriptor) }
  }

  /// Ends at once: closing the connections takes longer than the kernel needs to do it.
  static func finish(_ code: TuskRuntime.ExitCode) -> Never {
    _exit(code.rawValue)
  }
}
