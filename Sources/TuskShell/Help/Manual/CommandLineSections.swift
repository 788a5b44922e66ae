import TuskCommon

/// The sections of the manual on the command line: its options, and its subcommands with theirs.
struct CommandLineSections {
  let program: ProgramCommand

  var text: String { options + subcommands }

  private var options: String {
    let main = program.subcommands.first { $0.word == program.defaultSubcommand }
    return ".SH OPTIONS\n" + Roff.closeEntries((main?.arguments ?? program.arguments).map(entry))
  }

  /// Every subcommand but the default one, whose options are the program's, and those that only have subcommands.
  private var subcommands: String {
    let commands = program.subcommands.filter { $0.word != program.defaultSubcommand }.map { sections($0) }
    return """
      .SH SUBCOMMANDS
      Each accepts
      .B \\-\\-help
      and
      .BR \\-\\-version ,
      too;
      .B \\-\\-json
      prints its results and errors as JSON, one object a line. Without a subcommand,
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
    let options = arguments.filter { $0.kind != .positional }
    let usage = [command.name] + (options.isEmpty ? [] : ["[options]"]) + values
    let discussion = command.discussion.isEmpty ? "" : "\(Roff.escaped(command.discussion))\n"
    return ".SS \(Roff.escaped(usage.joined(separator: " ")))\n\(Roff.escaped(command.summary + note))\n"
      + discussion + Roff.closeEntries(arguments.filter { $0.names != ["--json"] }.map(entry))
  }

  private func entry(_ argument: ProgramCommand.Argument) -> String {
    let names = argument.names.map(Roff.escaped).joined(separator: "\\fR, \\fB")
    let value = argument.kind == .flag ? "" : "\\fI\(Roff.escaped(argument.valueName))\\fR"
    let isToldApart = !argument.values.allSatisfy { argument.summary.contains($0) }
    let choices = isToldApart ? [argument.values.joined(separator: ", ")] : []
    let isTold = argument.standard.map { argument.summary.contains("default: \($0)") } ?? true
    let standard = isTold ? [] : ["default: \(argument.standard ?? "")"]
    let notes = (choices + standard).joined(separator: "; ")
    let space = names.isEmpty || value.isEmpty ? "" : " "
    let summary = argument.summary + (notes.isEmpty ? "" : " (\(notes))")
    return ".TP\n\\fB\(names)\\fR\(space)\(value)\n\(Roff.escaped(summary))\n"
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
