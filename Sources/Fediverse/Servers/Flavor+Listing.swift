extension Flavor {
  /// Whether an account finds all its statuses in its list of statuses, also those that only some can see. It is not known
  /// of the others, or known not to be so: Takahē, snac, Pleroma and Akkoma leave some out.
  var listsRestrictedStatuses: Bool {
    switch self {
    case .mastodon, .gotosocial, .firefish, .catodon, .iceshrimp, .iceshrimpNET, .sharkey: true
    default: false
    }
  }
}
