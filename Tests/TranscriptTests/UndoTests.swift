import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// `undo` after the example of each action that declares its opposite: all is as before, or what is not is said.
struct UndoTests {
  private static let actions = Action.all.map(\.signature).filter { signature in
    guard case .reversible(let opposite?) = signature.effect else { return false }
    return opposite != signature.action && !onlyElsewhere.contains(signature.action)
  }

  /// Only other software than the sandbox has them.
  private static let onlyElsewhere: Set = ["reactToStatus", "unreactToStatus"]

  /// What makes it so before with other settings.
  private static let otherSettings = [
    "followUser": "follow account:3 --notify --no-boosts", "unfollowUser": "follow account:3 --notify --no-boosts",
    "muteUser": "mute @newsbot@sandbox.example for=1d --keep-notifications",
    "unmuteUser": "mute @newsbot@sandbox.example for=1d --keep-notifications",
    "blockUser": "follow @newsbot@sandbox.example --notify --no-boosts",
    "unreblogStatus": "boost status:123 visibility=private",
  ]

  /// What is read before and after.
  private static let state = [
    "statuses --all", "favorites --all", "bookmarks --all", "home limit=40", "following --all", "followers --all",
    "blocks --all", "mutes --all", "requests --all", "domain blocks --all", "followed tags --all", "featured tags",
    "lists", "filters", "me", "scheduled", "announcements", "notifications --all", "endorsed",
    "list members list:Friends", "relation account:1 account:2 account:3 @newsbot@sandbox.example",
  ]

  /// What an undone change says of what is not as before.
  private static let sentences = ["does not come back: ", "cannot be undone"]

  private enum Before: CaseIterable { case notSo, so, otherSettings }

  @Test(arguments: actions)
  func itRestoresTheStateOrSaysWhatItDoesNot(signature: Signature) async throws {
    for before in Before.allCases {
      guard let setup = Self.setup(of: signature, before) else { continue }
      let (old, printed, new) = try await outputs(of: signature.example, after: setup)
      let (gone, added) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
      let changed =
        gone.filter { line in !added.contains { Self.agree(line, $0) } }
        + added.filter { line in !gone.contains { Self.agree(line, $0) } }
      let isSaid = printed.contains { line in Self.sentences.contains { line.contains($0) } }
      #expect(changed.isEmpty || isSaid, "\(signature.example), \(before): \(changed)\n\(printed)")
      // A test of which nothing happened would prove nothing.
      #expect(before != .notSo || printed.contains { $0.hasPrefix("undo: ") }, "\(printed.suffix(5))")
    }
  }

  /// The line that makes it so, or not so, before.
  private static func setup(of signature: Signature, _ before: Before) -> String? {
    guard case .reversible(let name?) = signature.effect,
      let opposite = Action.all.first(where: { $0.signature.action == name })?.signature
    else { return nil }
    return switch before {
    case .notSo: opposite.example
    // What is deleted to take it back was made by it, whatever was there before.
    case .so: opposite.effect == .destructive ? nil : signature.example
    case .otherSettings: otherSettings[signature.action]
    }
  }

  /// The state after a line, what an example and its undoing print then, and the state after that.
  private func outputs(of example: String, after setup: String) async throws -> ([String], [String], [String]) {
    // What is made again has another identifier.
    let lines = Self.state.map { "-c '\($0)'" }.joined(separator: " ")
    let read = Transcript.Step.shell("tusk --json \(lines) | sed 's/\"id\":\"[0-9]*\"/\"id\":0/g'")
    return try await withSandboxes {
      let playground = try Playground()
      // It may be so, or not so, already.
      _ = try playground.lines(of: Self.run(setup))
      return try [read, Self.run(example, "-c undo"), read].map { try playground.lines(of: $0) }.asTriple
    }
  }

  /// Whether two lines say the same; the end of a mute may be some minutes off, because it is set again for the rest of
  /// its time, and servers count in seconds from when they are asked.
  private static func agree(_ line: String, _ other: String) -> Bool {
    let (first, second) = (endOfMute(in: line), endOfMute(in: other))
    guard first.rest == second.rest else { return false }
    guard let one = first.end, let two = second.end else { return first.end == second.end }
    return abs(one - two) < 600
  }

  /// The seconds at which a mute ends, and the line without them.
  private static func endOfMute(in line: String) -> (end: Int?, rest: String) {
    let rest = line.replacing(/"mutedUntil[A-Za-z]*":("[^"]*"|[0-9]+)/, with: "")
    return (line.firstMatch(of: /"mutedUntil":([0-9]+)/).flatMap { Int($0.1) }, rest)
  }

  private static func run(_ line: String, _ rest: String = "") -> Transcript.Step {
    .shell("cat > line <<'END'\n\(line)\nEND\ntusk --yes -c \"$(cat line)\" \(rest) 2>&1")
  }
}

extension [[String]] {
  fileprivate var asTriple: ([String], [String], [String]) { (self[0], self[1], self[2]) }
}
