package import XCallbackURL

extension Catalog {
  /// The built-in verbs after which no other statement of their block runs.
  static let leavingVerbs = ["next", "stop", "exit"]

  /// The built-in verbs that work in tests of scripts only.
  package static let testVerbs = ["posted"]

  /// The built-in verbs, which send no request.
  package static let own = Catalog(
    [
      verb(
        "print", "Prints its values, separated by spaces.", example: "print \"done\" to=stderr",
        Parameter("value", .anything, place: .operand, isRepeatable: true, "what to print"),
        Parameter("to", .choice(Self.streams), "the output stream (default: stdout)")),
      verb(
        "read", "Reads the rows of a file, one at a time.", example: "for row in (read csv file:$1)",
        Parameter(
          "format", .choice(Self.readable), place: .operand, isRequired: true, "the format of the file"),
        Parameter("file", .file, place: .operand, isRequired: true, "the file; file:- is standard input")),
      verb(
        "ask", "Asks the person at the terminal.", example: "let name = ask \"Which account?\"",
        Parameter("question", .text, place: .operand, isRequired: true, "the question"),
        Parameter("default", .text, "the answer if the person only presses Enter, and in a rehearsal")),
      verb(
        "wait", "Waits for the given time.", example: "wait 30s",
        Parameter("time", .duration, place: .operand, isRequired: true, "how long to wait"),
        Parameter("progress", .boolean, "show when the wait ends")),
      verb(
        "set rate", "Sets how to handle rate limits until the end of the script or verb.",
        example: "set rate pace max-wait=2h",
        Parameter(
          "mode", synonyms: ["manner"], .choice(Self.rateModes), place: .operand, isRequired: true,
          "when rate-limited: wait, pace (spread requests to stay under the limit) or throw (fail)"),
        Parameter("max-wait", .duration, "fail instead of waiting longer than this (default: 30m)")),
      verb("next", "Continues with the next item of the loop.", example: "next"),
      verb("stop", "Ends the loop.", example: "stop"),
      verb(
        "exit", "Ends the script.", example: "exit 3",
        Parameter("code", .integer(0...63), place: .operand, "the exit status (default: 0)")),
      verb(
        "source", "Runs another script and keeps its names and verbs.", example: "source verbs.tsk",
        Parameter("file", .file, place: .operand, isRequired: true, "the script"),
        Parameter("argument", .anything, place: .operand, isRepeatable: true, "its arguments $1, $2 and so on")),
      verb(
        "posted", "In a test: what your account has posted since it began, oldest first.", example: "let all = posted"),
      verb(
        "open", "Performs the action of an x-callback URL.", example: "open tusker://x-callback-url/getCurrentUser",
        Parameter("url", .anything, place: .operand, isRequired: true, "the URL")),
      verb(
        "call", "Calls an action of another app by x-callback URL and waits for its result.",
        example: "call bear create title=Notes",
        Parameter(
          "app", .anything, place: .operand, isRequired: true, "the app, or scheme:NAME for an unlisted one"),
        Parameter("action", .anything, place: .operand, isRequired: true, "the action; its parameters follow")),
      verb(
        "apps", "Lists the apps that can be called, or describes one.", example: "apps show bear",
        Parameter("app", .anything, place: .operand, isRepeatable: true, "the app")),
      verb(
        "accounts", "Lists the names of the signed-in accounts.", example: "for a in (accounts tag=mirrors)",
        Parameter("tag", .text, "only those with this tag, from 'tusk login --tag'")),
      verb(
        "jobs", "Lists the jobs: changes of more than 20 things, until 30 days after the last one.", example: "jobs"),
      verb(
        "job show", "Shows how far a job is.", example: "job show 1",
        Parameter("job", .anything, place: .operand, isRequired: true, "its number")),
      verb(
        "job resume", "Continues a job that was stopped, and tries again what failed.", example: "job resume 1",
        Parameter("job", .anything, place: .operand, isRequired: true, "its number")),
      verb(
        "job cancel", "Stops a job after its current change; it does not go on, and what it did can be undone.",
        example: "job cancel 1",
        Parameter("job", .anything, place: .operand, isRequired: true, "its number")),
      verb(
        "undo",
        "Takes back the newest change of the session or script, another one, or what a job has done. Says first what it "
          + "does, and what does not come back.",
        example: "undo job 1",
        Parameter(
          "change", .anything, place: .operand, isRepeatable: true, "the number that 'changes' shows, or: job N"),
        Parameter("yes", .boolean, "assume yes for the questions of the opposite verb")),
      verb("changes", "Lists the changes of the session or script, the newest first.", example: "changes"),
      verb(
        "help", "Lists the verbs, or describes one.", example: "help post",
        Parameter("verb", .anything, place: .operand, isRepeatable: true, "the verb")),
    ] + pure)

  /// Whether the verb is built in; apps may have actions of the same name.
  package static func isOwn(_ signature: Signature) -> Bool {
    signature.app == nil && own.signature(action: signature.action) != nil
  }

  /// The built-in verbs that a script may define itself, because scripts that did so are older than them.
  static let definable = ["ask", "posted", "accounts", "jobs", "job", "undo", "changes"] + pure.map(\.action)

  /// The file formats that `read` supports.
  package static let formats = ["csv", "json", "jsonl", "lines", "paragraphs"]

  private static let readable = Choices(
    formats,
    meanings: [
      "csv": "rows with a line of field names", "json": "the items of a JSON array",
      "jsonl": "a JSON value on each line",
      "lines": "the lines of a text", "paragraphs": "the paragraphs of a text",
    ])

  private static let streams = Choices(
    ["stdout", "stderr"], meanings: ["stdout": "the output of the script", "stderr": "beside it, for a person"])

  private static let rateModes = Choices(
    ["wait", "pace", "throw"],
    meanings: [
      "wait": "waits as long as the server says", "pace": "spreads requests to stay under the limit",
      "throw": "fails at once",
    ])

  static func verb(
    _ name: String, _ summary: String, example: String, _ parameters: Parameter...
  ) -> Signature {
    Signature(
      action: name, verbs: [name], summary: summary, example: example, effect: .read, parameters: parameters)
  }
}
