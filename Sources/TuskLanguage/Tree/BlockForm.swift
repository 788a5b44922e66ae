package import XCallbackURL

/// How a statement that is no command is written, and what it takes.
package struct BlockForm: Sendable {
  /// The word that begins it.
  package let keyword: String
  /// How it is written, a line each.
  package let usage: [String]
  /// One sentence for help and the manual.
  package let summary: String
  /// The parameters that may follow its head.
  package let settings: [Parameter]

  private init(_ keyword: String, _ usage: String, _ summary: String, _ settings: Parameter...) {
    self.keyword = keyword
    self.usage = usage.split(separator: "\n").map(String.init)
    self.summary = summary
    self.settings = settings
  }

  /// The form that begins with this word.
  package static func of(_ keyword: String) -> BlockForm? {
    all.first { $0.keyword == keyword }
  }

  /// Every form.
  package static let all = [
    BlockForm("let", "let NAME = VALUE\nlet NAME = VERB …", "Gives a value a name, to the end of the script or verb."),
    BlockForm(
      "for", "for NAME in LIST\n  …\nend", "Runs its lines for each item of a list.",
      Parameter("parallel", .integer(1...64), "how many items at once, in copies of the names"),
      Parameter("once", .text, "a text that names the item; one that was done is skipped, ever after"),
      Parameter("on-error", .choice(["stop", "skip"]), "whether an item that failed ends the loop"),
      Parameter("limit", .integer(1...Int.max), "how many items at most"),
      Parameter("pace", .duration, "the shortest time between the beginnings of two items")),
    BlockForm(
      "if", "if CONDITION\n  …\nelse if CONDITION\n  …\nelse\n  …\nend",
      "Runs lines where a condition holds."),
    BlockForm("try", "try\n  …\ncatch NAME\n  …\nend", "Goes on after an error, which the name holds."),
    BlockForm("def", "def VERB NAME NAME=VALUE …\n  …\nend", "Makes a verb."),
    BlockForm("return", "return\nreturn VALUE\nreturn VERB …", "Ends a verb with a value."),
    BlockForm(
      "once", "once TEXT\n  …\nend", "Runs its lines once, ever: what was done under this text is not done again."),
    BlockForm("as", "as @USER@HOST\n  …\nend", "Runs its lines as another account that is signed in."),
    BlockForm(
      "every", "every DURATION\n  …\nend",
      "Runs its lines again and again; a time that was missed is made up for once.",
      Parameter("jitter", .duration, "up to so much later, by chance")),
    BlockForm(
      "at", "at HH:MM\n  …\nend", "Runs its lines at a time of day; a time that was missed is made up for once.",
      Parameter("zone", .text, "the time zone, as Europe/Berlin; the machine's where it is not given"),
      Parameter(
        "days", .choice(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]), isRepeatable: true,
        "on which days; every day where it is not given")),
    BlockForm("expect", "expect CONDITION TEXT", "Ends the script with the text where the condition does not hold."),
    BlockForm("run", "run PROGRAM WORDS …", "Runs a program of the machine, without a shell."),
  ]
}
