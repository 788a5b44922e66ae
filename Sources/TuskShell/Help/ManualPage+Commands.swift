/// The command line: its options, and its subcommands with theirs.
extension ManualPage {
  func options(of program: ProgramCommand) -> String {
    let main = program.subcommands.first { $0.word == program.defaultSubcommand }
    return ".SH OPTIONS\n" + (main?.arguments ?? program.arguments).map(entry).joined()
  }

  /// Every subcommand but the default one, whose options are the program's, and those that only have subcommands.
  func subcommands(of program: ProgramCommand) -> String {
    let commands = program.subcommands.filter { $0.word != program.defaultSubcommand }.flatMap(leaves)
    return ".SH SUBCOMMANDS\nEach accepts\n.B \\-\\-help\nand\n.BR \\-\\-version ,\ntoo.\n"
      + commands.map(section).joined()
  }

  private func leaves(_ command: ProgramCommand) -> [ProgramCommand] {
    command.subcommands.isEmpty ? [command] : command.subcommands.flatMap(leaves)
  }

  private func section(_ command: ProgramCommand) -> String {
    let arguments = command.arguments.filter { !$0.isOfEveryCommand }
    let values = arguments.filter { $0.kind == .positional }.map(\.place)
    let options = arguments.contains { $0.kind != .positional } ? ["[options]"] : []
    let discussion = command.discussion.isEmpty ? "" : ".PP\n\(roff(command.discussion))\n"
    return ".SS \(roff(([command.name] + options + values).joined(separator: " ")))\n\(roff(command.summary))\n"
      + discussion + arguments.map(entry).joined()
  }

  private func entry(_ argument: ProgramCommand.Argument) -> String {
    let names = argument.names.map(roff).joined(separator: "\\fR, \\fB")
    let value = argument.kind == .flag ? "" : "\\fI\(roff(argument.valueName))\\fR"
    let isToldApart = !argument.values.allSatisfy { argument.summary.contains($0) }
    let choices = isToldApart ? [argument.values.joined(separator: ", ")] : []
    let standard = argument.standard.map { ["default: \($0)"] } ?? []
    let notes = (choices + standard).joined(separator: "; ")
    let space = names.isEmpty || value.isEmpty ? "" : " "
    return ".TP\n\\fB\(names)\\fR\(space)\(value)\n\(roff(argument.summary + (notes.isEmpty ? "" : " (\(notes))")))\n"
  }
}

extension ProgramCommand.Argument {
  fileprivate var isOfEveryCommand: Bool { names.contains("--help") || names.contains("--version") }

  /// Where a value without a name goes, as usage lines write it.
  fileprivate var place: String {
    let value = "<\(valueName)>" + (isRepeatable ? " ..." : "")
    return isOptional ? "[\(value)]" : value
  }
}
