/// The command line: its options, and its subcommands with theirs.
extension ManualPage {
  func options(of program: ProgramCommand) -> String {
    let main = program.subcommands.first { $0.word == program.defaultSubcommand }
    return ".SH OPTIONS\n" + (main?.arguments ?? program.arguments).map(entry).joined()
  }

  /// Every subcommand but the default one, whose options are the program's, and those that only have subcommands.
  func subcommands(of program: ProgramCommand) -> String {
    let commands = program.subcommands.filter { $0.word != program.defaultSubcommand }.map { sections($0) }
    return """
      .SH SUBCOMMANDS
      Each accepts
      .B \\-\\-help
      and
      .BR \\-\\-version ,
      too. Without a subcommand,
      .B tusk \(program.defaultSubcommand ?? "")
      is meant.

      """ + commands.joined()
  }

  /// The section of a command, or those of its subcommands.
  private func sections(_ command: ProgramCommand, note: String = "") -> String {
    guard !command.subcommands.isEmpty else { return section(command, note) }
    return command.subcommands.map { each in
      sections(each, note: each.word == command.defaultSubcommand ? " The same as \(command.name)." : "")
    }.joined()
  }

  private func section(_ command: ProgramCommand, _ note: String) -> String {
    let arguments = command.arguments.filter { !$0.isOfEveryCommand }
    let values = arguments.filter { $0.kind == .positional }.map(\.place)
    let options = arguments.contains { $0.kind != .positional } ? ["[options]"] : []
    let discussion = command.discussion.isEmpty ? "" : ".PP\n\(roff(command.discussion))\n"
    return ".SS \(roff(([command.name] + options + values).joined(separator: " ")))\n\(roff(command.summary + note))\n"
      + discussion + arguments.map(entry).joined()
  }

  private func entry(_ argument: ProgramCommand.Argument) -> String {
    let names = argument.names.map(roff).joined(separator: "\\fR, \\fB")
    let value = argument.kind == .flag ? "" : "\\fI\(roff(argument.valueName))\\fR"
    let isToldApart = !argument.values.allSatisfy { argument.summary.contains($0) }
    let choices = isToldApart ? [argument.values.joined(separator: ", ")] : []
    let isTold = argument.standard.map { argument.summary.contains("default: \($0)") } ?? true
    let standard = isTold ? [] : ["default: \(argument.standard ?? "")"]
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
