import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

/// The manual page `tusk-verbs`: every verb with what is its own; what they share is said once, above them.
struct VerbsPage {
  private let help: HelpText

  /// A page is 80 columns wide, of which the margins of a verb take 9.
  init(_ catalog: Catalog) {
    help = HelpText(catalog, width: 71)
  }

  var text: String {
    let groups = ActionGroup.allCases.map { group in
      ".SH \(Roff.escaped(group.rawValue.uppercased()))\n"
        + Roff.items(help.catalog.signatures.filter { $0.group == group.rawValue }.map(entry))
    }
    return Roff.head("tusk-verbs", section: 7, of: "Miscellaneous", "the verbs of tusk, and what each takes") + shared
      + groups.joined() + language + """
        .SH SEE ALSO
        .BR tusk (1),
        .BR tusk\\-records (7),
        .BR tsk (5)

        """
  }

  private var shared: String {
    """
    .SH DESCRIPTION
    A verb is what a person types; its action can also be requested by the URL
    .BI tusker://x\\-callback\\-url/ ACTION
    with the same parameters. Each verb below has its usage, what it does, its own parameters, and after an arrow its action
    and what it returns: a record, whose fields are in
    .BR tusk\\-records (7),
    or the names of its results. Destructive and bulk changes ask for confirmation, except in the sandbox or with
    .BR \\-\\-yes .
    .B tusk help VERB
    shows the same with an example.
    .SS Notation
    What is in
    .B < >
    is needed, what is in
    .B [ ]
    may be left out, and
    .B |
    separates alternatives. A list is written
    .BR "poll=[Tea Coffee]" ,
    text with blanks
    .BR "cw=\\(dqtwo words\\(dq" ,
    a duration
    .BR "30s, 5m, 1h, 2d" " or " 1w ,
    a time
    .BR "09:00, 2026\\-12\\-24, RFC 3339" ,
    or a duration for that long ago, and the content of a file
    .BR file:PATH .

    """ + subjects + options
  }

  private var subjects: String {
    """
    .SS Subjects
    A subject is written as
    .BR status:123 ,
    an account also as
    .BR @user@host ,
    and both as the URL of their page. In a URL it is a parameter:
    .B statusID
    or
    .B statusURL
    for a status,
    .BR accountID ,
    .B accountURL
    or
    .B acct
    for an account, and so on for other kinds. A verb that takes several subjects repeats its action for each.

    """
  }

  /// What all actions, and all lists, take and return.
  private var options: String {
    let common = Parameter.common.map { Roff.entry($0.spelling, $0.summary) }
    let lists = Parameter.lists.map { Roff.entry($0.spelling, $0.summary) }
    let missing = Shortfall.documented.map { Roff.entry($0.name, $0.summary) }
    return """
      .SS Every action accepts
      \(Roff.closeEntries(common)).SS Lists also accept
      \(Roff.closeEntries(lists)).PP
      With
      .BR items=true ,
      the callbacks of lists contain the records as
      .B items
      and, if there are more, where the list continues as
      .BR next ,
      the value of
      .B page
      in the next request. If something is missing, the command says so on standard error, and the callback has some of these:
      \(Roff.closeEntries(missing))
      """
  }

  private var language: String {
    let forms = Keyword.documented.map { keyword in
      let settings = help.columns(keyword.settings.map { ($0.spelling, $0.summary) })
      return Roff.item(keyword.usage.joined(separator: "\n"), body(keyword.summary, settings))
    }
    let steps = RowStage.documented.map { Roff.item("| " + $0.usage, body($0.summary, "")) }
    let own = Catalog.own.signatures.map { signature in
      Roff.item(help.usage(signature.usage), body(signature.summary, parameters(signature.parameters)))
    }
    return ".SH LANGUAGE\nThe statements and verbs of the language itself;\n.BR tsk (5)\nhas its rules.\n.PP\n"
      + Roff.items(forms + own + steps)
  }

  private func entry(_ signature: Signature) -> String {
    let effect =
      switch signature.effect {
      case .destructive, .mass: " Asks for confirmation."
      case .file: " It writes a file on this machine."
      case .read, .present, .reversible: ""
      }
    let need = signature.feature.map { " Needs a server that can \($0.summary) ('can \($0.name)' tells)." } ?? ""
    let own = signature.parameters.filter { signature.subject?.alternatives.contains($0.name) != true }
    let others = signature.verbs.dropFirst().filter { $0 != signature.preferredVerb }
    let also = others.isEmpty ? "" : " Also: \(others.joined(separator: ", "))."
    let body = body(signature.summary + effect + need + also, parameters(own))
    return Roff.item(help.usage(signature.usage), body + ".br\n\(Roff.escaped("→ " + answer(of: signature)))\n")
  }

  /// The action and what it returns.
  private func answer(of signature: Signature) -> String {
    if let items = signature.items { return "\(signature.action), a list of \(items.record.name)" }
    if let record = signature.record { return "\(signature.action), \(record.name)" }
    let results = signature.results.map(\.name)
    return ([signature.action] + (results.isEmpty ? [] : [results.joined(separator: " ")])).joined(separator: ", ")
  }

  private func body(_ summary: String, _ columns: String) -> String {
    Roff.escaped(summary) + "\n" + (columns.isEmpty ? "" : Roff.verbatim(String(columns.dropLast())))
  }

  private func parameters(_ parameters: [Parameter]) -> String {
    help.columns(parameters.map { ($0.spelling, $0.summary + choices(of: $0)) })
  }

  /// The values of a parameter that has too many for its name.
  private func choices(of parameter: Parameter) -> String {
    guard parameter.type.isListedApart, case .choice(let choices) = parameter.type else { return "" }
    return ": " + choices.spellings.joined(separator: ", ")
  }
}
