package import XCallbackURL

extension Parameter {
  /// What every command takes beside its own parameters.
  package static let common: [Parameter] = [
    Parameter("json", .boolean, "answer as JSON, one object a line"),
    Parameter("silent", .boolean, "act without asking, where the source was permitted"),
    Parameter("ids", .boolean, place: .shell, "print references that are input again"),
    Parameter("yes", .boolean, place: .shell, "answer yes to every question"),
    Parameter("timeout", .duration, place: .shell, "give up after so long, 30s where it is not given"),
    Parameter(
      "max-wait", .duration, place: .shell, "fail rather than wait longer for a server that wants fewer requests"),
    Parameter("as", .acct, place: .shell, "act as another account that is signed in: @user@host"),
  ]

  /// What commands that answer lists take beside those.
  package static let lists: [Parameter] = [
    Parameter("all", .boolean, place: .shell, "every page, to the end of the list"),
    Parameter("limit", .integer(1...Int.max), place: .shell, "so many items at most, from as many pages as it takes"),
  ]
}
