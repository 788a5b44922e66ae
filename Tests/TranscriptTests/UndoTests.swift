import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// `undo` after the example of each action that declares its opposite.
struct UndoTests {
  /// The actions whose opposite does not restore everything, and why.
  private static let others = [
    "acceptFollow": "the request that was accepted does not come back",
    "unreblogStatus": "the boost that is made again is of another time",
    "reactToStatus": "only other software has it", "unreactToStatus": "only other software has it",
  ]

  private static let actions = Action.all.map(\.signature).filter { signature in
    guard case .reversible(let opposite?) = signature.effect else { return false }
    return opposite != signature.action && others[signature.action] == nil
  }

  /// What is read before and after.
  private static let state = [
    "statuses --all", "favorites --all", "bookmarks --all", "home limit=40", "following --all", "followers --all",
    "blocks --all", "mutes --all", "requests --all", "domain blocks --all", "followed tags --all", "featured tags",
    "lists", "filters", "me", "scheduled", "announcements", "notifications --all",
  ]

  @Test(arguments: actions)
  func itRestoresTheState(signature: Signature) async throws {
    let (before, printed, after) = try await outputs(of: signature.example)
    #expect(printed.contains { $0.hasPrefix("undo: ") }, "\(printed.suffix(3))")
    let changed = before.filter { !after.contains($0) } + after.filter { !before.contains($0) }
    #expect(changed.isEmpty, "\(signature.example)")
  }

  /// The state before an example, what it and its undoing print, and the state after.
  private func outputs(of example: String) async throws -> ([String], [String], [String]) {
    // What is made again has another identifier.
    let lines = Self.state.map { "-c '\($0)'" }.joined(separator: " ")
    let read = Transcript.Step.shell("tusk --json \(lines) | sed 's/\"id\":\"[0-9]*\"/\"id\":0/g'")
    let line = "cat > line <<'END'\n\(example)\nEND\n"
    let change = Transcript.Step.shell(line + "tusk --yes -c \"$(cat line)\" -c undo 2>&1")
    return try await withSandboxes {
      let playground = try Playground()
      // What the example does may be so already; after this, it is not.
      _ = try playground.lines(of: change)
      return try [read, change, read].map { try playground.lines(of: $0) }.asTriple
    }
  }
}

extension [[String]] {
  fileprivate var asTriple: ([String], [String], [String]) { (self[0], self[1], self[2]) }
}
