package import TuskLanguage
import XCallbackURL

/// What can follow on the command line of the program, for shells that complete it.
package struct ArgumentCompletion: Sendable {
  let program: ProgramCommand
  /// The names of the signed-in accounts.
  let accounts: [String]
  /// What is known around a line of the language.
  let surroundings: Surroundings

  package init(_ program: ProgramCommand, accounts: [String], surroundings: Surroundings = Surroundings()) {
    self.program = program
    self.accounts = accounts
    self.surroundings = surroundings
  }

  /// The completions of a word.
  package struct Answer: Sendable, Equatable {
    /// Whole words and what they mean.
    package var words: [Word] = []
    /// Whether names of files can be written here, too.
    package var takesFiles = false

    /// A word that can be written, and what it means.
    package struct Word: Sendable, Equatable {
      package let text: String
      package let description: String
    }

    fileprivate mutating func add(_ text: String, _ description: String) {
      words.append(Word(text: text, description: description))
    }
  }

  /// The completions of the last of the words that follow the program's name.
  package func answer(to words: [String]) -> Answer {
    let typed = words.last ?? ""
    var place = Place(command: program.withDefault)
    for word in words.dropLast() { place.pass(word) }
    var answer = Answer()
    if let option = place.option {
      addValues(of: option, after: [], typed, to: &answer)
    } else if !place.isPastOptions, typed.hasPrefix("-") {
      addOptions(at: place, typed, to: &answer)
    } else {
      if place.isStart { for each in place.command.subcommands { answer.add(each.word, each.summary) } }
      if let argument = place.positional {
        addValues(of: argument, after: place.values, typed, to: &answer)
      }
    }
    answer.words.removeAll { !$0.text.hasPrefix(typed) }
    return answer
  }

  private func addOptions(at place: Place, _ typed: String, to answer: inout Answer) {
    if let equals = typed.firstIndex(of: "="), let option = place.argument(named: String(typed[..<equals])) {
      var values = Answer()
      addValues(of: option, after: [], String(typed[equals...].dropFirst()), to: &values)
      for word in values.words { answer.add(typed[...equals] + word.text, word.description) }
      return
    }
    for argument in place.command.arguments where argument.kind != .positional {
      let isSpent = !argument.isRepeatable && !place.given.isDisjoint(with: argument.names)
      // Words of one letter stand beside longer ones that mean the same.
      guard !isSpent, let name = argument.names.max(by: { $0.count < $1.count }) else { continue }
      answer.add(name, argument.summary)
    }
  }

  /// The values of an argument. The name of its value says what only the program knows.
  ///
  /// - Parameter earlier: the words before it that are no options.
  private func addValues(
    of argument: ProgramCommand.Argument, after earlier: [String], _ typed: String, to answer: inout Answer
  ) {
    for value in argument.values { answer.add(value, argument.summary) }
    switch argument.valueName {
    case "line": addLines(typed, after: "", to: &answer)
    case "word": addLines(typed, after: (["call"] + earlier).map { $0 + " " }.joined(), to: &answer)
    case "account", "@USER@HOST": for account in accounts { answer.add(account, "") }
    case "software": for software in Shell.flavors { answer.add(software, "") }
    case "verb":
      for each in program.subcommands(under: earlier) { answer.add(each.word, each.summary) }
      addVerbs(after: earlier.map { $0 + " " }.joined(), to: &answer)
    case "file", "files", "script", "arguments": answer.takesFiles = true
    default: break
    }
  }

  /// The next word of every verb that starts with these words.
  private func addVerbs(after start: String, to answer: inout Answer) {
    let verbs =
      Shell.catalog.signatures.map { ($0.preferredVerb, $0.summary) }
      + Catalog.own.signatures.map { ($0.action, $0.summary) }
    for (verb, summary) in verbs where verb.hasPrefix(start) {
      let word = String(verb.dropFirst(start.count).prefix { $0 != " " })
      if !answer.words.contains(where: { $0.text == word }) { answer.add(word, summary) }
    }
  }

  /// The whole line with each of the words that could end it, as at the prompt.
  ///
  /// - Parameter start: the part of the line before what is typed.
  private func addLines(_ typed: String, after start: String, to answer: inout Answer) {
    let line = start + typed
    let completions = Shell.completions(of: line, at: line.utf8.count, surroundings: surroundings)
    let kept = line.utf8.prefix(completions.range.lowerBound).dropFirst(start.utf8.count)
    for candidate in completions.candidates {
      answer.add(String(decoding: kept, as: UTF8.self) + candidate.text, candidate.description)
    }
  }
}

/// Where on the command line the next word is.
private struct Place {
  private(set) var command: ProgramCommand
  /// The option whose value comes next.
  private(set) var option: ProgramCommand.Argument?
  /// The names of the options so far.
  private(set) var given: Set<String> = []
  /// The words so far that are no options.
  private(set) var values: [String] = []
  /// Whether no word follows the command so far, because a subcommand comes before options.
  private(set) var isStart = true
  private(set) var isPastOptions = false

  init(command: ProgramCommand) { self.command = command }

  mutating func pass(_ word: String) {
    let wasStart = isStart
    isStart = false
    if option != nil {
      option = nil
    } else if !isPastOptions, word == "--" {
      isPastOptions = true
    } else if !isPastOptions, word.hasPrefix("-"), word != "-" {
      let name = String(word.prefix { $0 != "=" })
      given.insert(name)
      if let argument = argument(named: name), argument.kind == .option, name == word { option = argument }
    } else if wasStart, let subcommand = command.subcommands.first(where: { $0.word == word }) {
      self = Place(command: subcommand.withDefault)
    } else {
      isPastOptions = isPastOptions || positional?.takesRest == true
      values.append(word)
    }
  }

  func argument(named name: String) -> ProgramCommand.Argument? { command.arguments.first { $0.names.contains(name) } }

  /// The argument that the next word is, unless it is an option.
  var positional: ProgramCommand.Argument? {
    let positionals = command.arguments.filter { $0.kind == .positional }
    if values.count < positionals.count { return positionals[values.count] }
    return positionals.last.flatMap { $0.isRepeatable ? $0 : nil }
  }
}

extension ProgramCommand {
  /// The subcommands of the command with this path below the program; none if there is no such command.
  fileprivate func subcommands(under path: [String]) -> [ProgramCommand] {
    guard let first = path.first else { return subcommands }
    return subcommands.first { $0.word == first }?.subcommands(under: Array(path.dropFirst())) ?? []
  }

  /// The command with the arguments of the subcommand that is meant if none is named.
  fileprivate var withDefault: ProgramCommand {
    var command = self
    let meant = subcommands.first { $0.word == defaultSubcommand }
    command.arguments = meant?.arguments ?? arguments
    return command
  }
}
