import Fediverse

extension Server {
  /// Tells which parts a published status lacks.
  func tellMissing(of sent: NewStatus, in status: Status) {
    let name = status.url ?? "status:\(status.id)"
    for part in sent.partsMissing(in: status) {
      let text =
        switch part {
        case .poll: "the server published the status without its poll"
        case .reply: "the server published the status, but not as a reply"
        case .quote: "the server published the status without its quote"
        case .visibility:
          "the server published the status with visibility '\(status.audience?.rawValue ?? "unknown")' instead of "
            + "'\(sent.visibility?.rawValue ?? "")'"
        }
      tell(.loss("\(text): \(name)"))
    }
  }
}
