package import XCallbackURL

/// The options that commands and the program's own command line share, each with the one text that describes it.
extension Parameter {
  package static let json = Parameter(
    "json", .boolean, "print results and errors of commands as JSON, one object per line")
  package static let silent = Parameter(
    "silent", .boolean, "do not ask for missing values; a program with permission also acts without confirmation")
  package static let ids = Parameter(
    "ids", .boolean, place: .shell, "print a reference for each result, such as status:123")
  package static let csv = Parameter(
    "csv", .boolean, place: .shell, "print results as CSV, with a line of field names")
  package static let csvSafe = Parameter(
    "csv-safe", .boolean, place: .shell,
    "the same, with ' before texts that a spreadsheet would run as formulas")
  package static let table = Parameter(
    "table", .boolean, place: .shell, "print one line for each result, also of what is for reading otherwise")
  package static let cards = Parameter(
    "cards", .boolean, place: .shell, "print one line for each field of each result")
  package static let columns = Parameter(
    "columns", .text, place: .shell, isRepeatable: true,
    "the fields to print, separated by commas: id,account.acct")
  package static let template = Parameter(
    "template", .text, place: .shell,
    "a line to print for each result, with fields in braces: \"{account.acct}: {text}\"")
  package static let yes = Parameter(
    "yes", .boolean, place: .shell, "assume yes for every question except the duplicate-post check")
  package static let timeout = Parameter(
    "timeout", .duration, place: .shell,
    "give up after this time, for all pages of a list together (default: 30s; with --all or limit=, 30s per page; none for stream)"
  )
  package static let maxWait = Parameter(
    "max-wait", .duration, place: .shell,
    "the maximum total wait for rate limits; fail beyond it (default: 30m)")
  package static let account = Parameter("as", .acct, place: .shell, "act as another signed-in account")
  package static let everyPage = Parameter(
    "all", .boolean, place: .shell, "fetch every page of the list; exit with 1 if rows are missing")
  package static let limit = Parameter(
    "limit", .integer(1...Int.max), place: .shell, "the maximum number of items, across pages")

  /// The options of every command.
  package static let common = [
    json, silent, ids, csv, csvSafe, table, cards, columns, template, yes, timeout, maxWait, account,
  ]

  /// Further options of commands that return lists.
  package static let lists = [everyPage, limit]

  /// The description as a sentence, for the help of the program's command line.
  package var sentence: String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}
