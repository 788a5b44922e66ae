import TuskCommon

extension Run {
  /// Checks what one process said.
  mutating func judge(_ outcome: Outcome) {
    if outcome.isMute { report.find(.silent, "it failed with exit status \(outcome.code.rawValue) and said nothing") }
    if outcome.code == .defect { report.find(.silent, "a defect: \(outcome.errors.joined(separator: "; "))") }
    for made in outcome.made {
      let id = Int(made.uri.split(separator: "/").last ?? "") ?? 0
      let status = world.server.status(id)
      let isTrue =
        switch made.action {
        case "postStatus": status.map { $0.isAsked && $0.text == made.text } ?? false
        case "favoriteStatus": world.server.world.favorites.contains(id)
        case "reblogStatus": world.server.world.statuses.contains { $0.isAsked && $0.boosted == id }
        default: true
        }
      if !isTrue { report.find(.lost, "it says that \(made.uri) is '\(made.text ?? made.action)', which is not true") }
    }
  }

  /// Notes a change that was made too often. No server fences a late write, so that one is only counted.
  ///
  /// - Parameter excess: how often it was made besides.
  private mutating func findTwice(_ change: Script.Change, _ excess: Int, _ sentence: String) {
    guard world.lateSends.count(where: change.isMade) >= excess else { return report.find(.twice, sentence) }
    report.late += 1
  }

  /// Compares the truth with what the script asks for.
  ///
  /// - Parameter isDone: whether everything is said to be done.
  mutating func judgeTruth(isDone: Bool) {
    let bare = scenario.script.bare
    for (change, wanted) in scenario.script.wanted {
      let count = count(of: change)
      if bare.contains(change) {
        judgeRepeats(of: change)
      } else if count > wanted {
        findTwice(change, count - wanted, "'\(change.line)' was made \(count) times and not \(wanted)")
      }
      if isDone, count < wanted {
        report.find(.lost, "it says that it is done, and '\(change.line)' was made \(count) times and not \(wanted)")
      }
    }
  }

  /// Compares the truth with what was there before the job.
  ///
  /// - Parameter isDone: whether tusk says that all is taken back.
  mutating func judgeUndone(isDone: Bool) {
    let (before, now) = (scenario.job.favorites, world.server.world.favorites)
    let (taken, left) = (before.subtracting(now).sorted(), now.subtracting(before).sorted())
    if !taken.isEmpty, !isLossTold { report.find(.lost, "what was there before the job was taken away: \(taken)") }
    if isDone, !left.isEmpty { report.find(.lost, "it says that the job was taken back, and it left \(left)") }
    if !isDone { report.find(.silent, "the job cannot be taken back") }
  }

  private func count(of change: Script.Change) -> Int {
    switch change {
    case .post(let text): statuses(with: text).count
    case .favorite(let status): world.server.world.favorites.contains(status) ? 1 : 0
    case .boost(let status): world.server.world.statuses.count { $0.isAsked && $0.boosted == status }
    }
  }

  private func statuses(with text: String) -> [KeptStatus] {
    world.server.world.statuses.filter { $0.isAsked && $0.boosted == nil && $0.text == text }
  }

  /// A bare post is not repeated within ten minutes, or within 55 minutes if its outcome is unknown. One that several
  /// machines make every hour is made by one of them.
  private mutating func judgeRepeats(of change: Script.Change) {
    guard case .post(let text) = change else { return }
    let posts = statuses(with: text)
    for (earlier, later) in zip(posts, posts.dropFirst()) {
      let isKnown = told.contains { $0.key < later.process && $0.value.contains(text) }
      let isSame = earlier.process == later.process
      let since = (later.born - earlier.born) / 1_000_000_000
      let isHourly = scenario.form == .schedule && !scenario.workers.isEmpty
      let limit = isHourly ? 3000 : scenario.form == .schedule || isKnown ? 600 : 3300
      guard isSame && scenario.form != .schedule || since < limit else { continue }
      findTwice(change, 1, "'\(text)' was posted again after \(since) s, by process \(later.process)")
    }
  }
}
