import JSONValue
import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// The example of each action, which help shows, in a sandbox of its own.
struct ExampleTests {
  /// The actions that need another server, or a person who waits for approval: nobody registers in a sandbox.
  private static let unplayable: Set = ["downloadMedia", "approveAccount", "rejectAccount"]

  private static let catalog = Catalog(Action.all.map(\.signature), records: Action.parts)

  /// The actions whose examples name a file, which a URL from outside may not.
  private static let withFile: Set = ["uploadMedia", "export", "import"]

  private static let actions = Action.all.map(\.signature)
    .filter { !unplayable.contains($0.action) && $0.items?.isEndless != true }

  /// What must have happened before an example.
  private static let before: [String: Transcript.Step] = [
    "deleteAccount": .init(prompt: .tusk, command: "moderate @mallory suspend --yes", expected: []),
    "import": .shell("tusk -c 'export following to=file:following.csv' > exported"),
    "acceptNotifications": .shell(letter),
    "dismissNotifications": .shell(letter),
  ]

  /// A direct status of someone whom its reader does not follow; the server holds its notification back.
  private static let letter = """
    tusk -c me > me; tusk-sandbox status > server
    at=http://127.0.0.1:$(jq -r .port server)/
    curl -s -H "Authorization: Bearer $(jq -r .token server)" -d acct=victor ${at}sandbox/v1/personas > victor
    curl -s -H "Authorization: Bearer $(jq -r .token victor)" -d visibility=direct -d "status=@alice Psst" \
      ${at}api/v1/statuses > sent
    """

  /// How an example is run.
  enum Way: CaseIterable {
    /// As a person types it; the answer is for reading.
    case typed
    /// From a script file; the answer is JSON.
    case script
    /// As the URL that `tusk url` prints, one per subject.
    case url

    func step(of example: String) -> Transcript.Step {
      let script = "cat > example.tsk <<'END'\n\(example)\nEND\n"
      return switch self {
      case .typed: .init(prompt: .tusk, command: example, expected: [])
      case .script: .shell(script + "tusk --yes --json example.tsk")
      case .url: .shell(script + #"tusk url "$(cat example.tsk)" | while read -r url; do tusk open --yes "$url"; done"#)
      }
    }
  }

  private func playground(for signature: Signature) throws -> Playground {
    let playground = try Playground()
    _ = try playground.lines(of: .shell("printf '\\211PNG\\r\\n\\032\\n' > cat.png"))
    if let step = Self.before[signature.action] { _ = try playground.lines(of: step) }
    return playground
  }

  /// What the example prints in each way; each way that changes something has a sandbox of its own.
  private func lines(of signature: Signature, _ ways: [Way]) async throws -> [[String]] {
    try await withSandboxes {
      var playground = try playground(for: signature)
      return try ways.map { way in
        if signature.effect.isWrite, way != ways.first { playground = try self.playground(for: signature) }
        return try playground.lines(of: way.step(of: signature.example))
      }
    }
  }

  /// It succeeds, or is refused because no server of the sandbox's software has the feature.
  @Test(arguments: actions)
  func itRunsInEachWay(signature: Signature) async throws {
    let ways = Way.allCases.filter { way in
      switch way {
      // Transcripts show what people type, and a sandbox for each of these takes long.
      case .typed: !signature.effect.isWrite
      case .script: true
      case .url: !Self.withFile.contains(signature.action)
      }
    }
    for (way, lines) in zip(ways, try await lines(of: signature, ways)) {
      let errors = lines.filter { $0.hasPrefix("error:") || $0.hasPrefix("{\"error\":") }
      #expect(errors.allSatisfy { Self.isRefusal($0, signature) }, "\(way): \(lines.joined(separator: "\n"))")
      if way == .script, errors.isEmpty, signature.effect != .present {
        for line in lines where !line.hasPrefix("{\"warning\":") { try hasDocumentedFields(line, of: signature) }
      }
    }
  }

  private static func isRefusal(_ error: String, _ signature: Signature) -> Bool {
    signature.feature.map { error.contains("cannot \($0.summary)") } ?? false
  }

  /// A record has every field that is not optional, and no field that is not documented; so have the records in it.
  private func hasDocumentedFields(_ line: String, of signature: Signature) throws {
    let record = try #require(try JSON(parsing: line).object, "\(line)")
    let shape = signature.items?.record ?? signature.record
    for fault in Self.catalog.faults(of: record, in: shape?.fields ?? signature.results) {
      Issue.record("\(signature.action): \(fault)")
    }
  }
}
