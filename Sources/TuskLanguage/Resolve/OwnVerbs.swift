package import XCallbackURL

extension Catalog {
  /// The verbs of the language itself, for which no server is asked and no URL opened.
  package static let own = Catalog([
    verb(
      "print", "Prints its values, joined by blanks.", example: "print \"done\" to=stderr",
      Parameter("value", .anything, place: .operand, isRepeatable: true, "what to print"),
      Parameter("to", .choice(["stdout", "stderr"]), "where to, stdout where it is not given")),
    verb(
      "read", "Reads the rows of a file, one at a time.", example: "for row in (read csv file:$1)",
      Parameter("format", .choice(Choices(Self.formats)), place: .operand, isRequired: true, "what the file holds"),
      Parameter("file", .file, place: .operand, isRequired: true, "the file; file:- is standard input")),
    verb(
      "wait", "Waits so long.", example: "wait 30s",
      Parameter("time", .duration, place: .operand, isRequired: true, "how long"),
      Parameter("progress", .boolean, "show how much of it is left")),
    verb(
      "set rate", "Says what is done where a server wants fewer requests, to the end of the script or verb.",
      example: "set rate pace max-wait=2h",
      Parameter(
        "manner", .choice(["wait", "pace", "throw"]), place: .operand, isRequired: true,
        "wait (until more are allowed), pace (spread them, so that it does not come to that) or throw (fail at once)"),
      Parameter("max-wait", .duration, "fail rather than wait longer than this, 30m where it is not given")),
    verb("next", "Goes on with the next item of the loop.", example: "next"),
    verb("stop", "Leaves the loop.", example: "stop"),
    verb(
      "exit", "Ends the script.", example: "exit 3",
      Parameter("code", .integer(0...63), place: .operand, "the exit code, 0 where it is not given")),
    verb(
      "source", "Runs another script here; its names and verbs stay.", example: "source verbs.tsk",
      Parameter("file", .file, place: .operand, isRequired: true, "the script"),
      Parameter("argument", .anything, place: .operand, isRepeatable: true, "what it knows as $1 and so on")),
    verb(
      "open", "Carries out an x-callback URL.", example: "open tusker://x-callback-url/getCurrentUser",
      Parameter("url", .anything, place: .operand, isRequired: true, "the URL")),
    verb(
      "call", "Asks another app by its x-callback URL, and waits for its answer.",
      example: "call bear create title=Notes",
      Parameter(
        "app", .anything, place: .operand, isRequired: true, "the app, or scheme:NAME for one that is not known"),
      Parameter("action", .anything, place: .operand, isRequired: true, "what it is asked for; its parameters follow")),
    verb(
      "apps", "Lists the apps that can be called, or tells all about one.", example: "apps show bear",
      Parameter("app", .anything, place: .operand, isRepeatable: true, "the app")),
    verb(
      "help", "Lists the verbs, or tells all about one.", example: "help post",
      Parameter("verb", .anything, place: .operand, isRepeatable: true, "the verb")),
  ])

  /// Whether the verb is one of the language itself; apps may have actions of the same names.
  package static func isOwn(_ signature: Signature) -> Bool {
    signature.app == nil && own.signature(action: signature.action) != nil
  }

  /// What a file that is read may hold.
  package static let formats = ["csv", "json", "jsonl", "lines", "paragraphs"]

  private static func verb(
    _ name: String, _ summary: String, example: String, _ parameters: Parameter...
  ) -> Signature {
    Signature(
      action: name, verbs: [name], summary: summary, example: example, effect: .read, parameters: parameters)
  }
}
