package import XCallbackURL

extension Parameter {
  /// Options that every command accepts, besides its own parameters.
  package static let common: [Parameter] = [
    Parameter("json", .boolean, "answer as JSON, one object per line"),
    Parameter("silent", .boolean, "act without asking, if the source has permission"),
    Parameter("ids", .boolean, place: .shell, "print references that can be used as input"),
    Parameter("yes", .boolean, place: .shell, "assume yes for every question except the duplicate-post check"),
    Parameter("timeout", .duration, place: .shell, "give up after this time (default: 30s)"),
    Parameter(
      "max-wait", .duration, place: .shell, "the longest total wait for a server's rate limit; fail beyond it"),
    Parameter("as", .acct, place: .shell, "act as another signed-in account: @user@host"),
  ]

  /// Options that commands with lists as answers accept, too.
  package static let lists: [Parameter] = [
    Parameter("all", .boolean, place: .shell, "fetch every page, to the end of the list"),
    Parameter("limit", .integer(1...Int.max), place: .shell, "the greatest number of items, across pages"),
  ]
}
