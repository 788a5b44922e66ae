import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// The example of each action, which help shows, in a sandbox of its own.
struct ExampleTests {
  /// The actions that need another server, or a person who waits for approval: nobody registers in a sandbox.
  private static let unplayable: Set = ["downloadMedia", "approveAccount", "rejectAccount"]

  /// The actions whose paths the sandbox does not have. Their requests are tested with the stub server.
  private static let absent: Set = [
    "getAdminDomains", "blockDomainAsAdmin", "unblockDomainAsAdmin", "getAdminAllows", "allowDomain", "disallowDomain",
    "getAdminEmails", "addAdminEmail", "removeAdminEmail", "getAdminAddresses", "addAdminAddress",
    "removeAdminAddress", "getAdminIPs", "addAdminIP", "removeAdminIP", "getAdminTags", "getAdminTrendingTags",
    "getAdminTrendingStatuses", "getAdminTrendingLinks", "setAdminTag", "approveTrend", "rejectTrend", "getMeasures",
    "getDimensions", "getRetention", "getCollections", "getCollection", "createCollection", "updateCollection",
    "deleteCollection", "addToCollection", "removeFromCollection", "leaveCollection", "getTerms", "getPeers",
    "getAnnualReports", "getAnnualReport", "generateAnnualReport", "markAnnualReportRead", "getPush", "setPush",
    "removePush",
  ]

  private static let actions = Action.all.map(\.signature)
    .filter { !unplayable.contains($0.action) && !absent.contains($0.action) && $0.items?.isEndless != true }

  /// What must have happened before an example.
  private static let before: [String: Transcript.Step] = [
    "deleteAccount": .init(prompt: .tusk, command: "moderate @mallory suspend --yes", expected: []),
    "acceptNotifications": .init(prompt: .shell, command: letter, expected: []),
    "dismissNotifications": .init(prompt: .shell, command: letter, expected: []),
  ]

  /// A direct status of someone whom its reader does not follow; the server holds its notification back.
  private static let letter = """
    tusk -c me > me; tusk-sandbox status > server
    at=http://127.0.0.1:$(jq -r .port server)/
    curl -s -H "Authorization: Bearer $(jq -r .token server)" -d acct=victor ${at}sandbox/v1/personas > victor
    curl -s -H "Authorization: Bearer $(jq -r .token victor)" -d visibility=direct -d "status=@alice Psst" \
      ${at}api/v1/statuses > sent
    """

  private func lines(of signature: Signature) async throws -> [String] {
    try await onOwnThread {
      let playground = try Playground()
      let picture = "printf '\\211PNG\\r\\n\\032\\n' > cat.png"
      _ = try playground.lines(of: .init(prompt: .shell, command: picture, expected: []))
      if let step = Self.before[signature.action] { _ = try playground.lines(of: step) }
      return try playground.lines(of: .init(prompt: .tusk, command: signature.example, expected: []))
    }
  }

  /// It succeeds, or is refused because no server of the sandbox's software has the feature.
  @Test(arguments: actions)
  func itRuns(signature: Signature) async throws {
    let lines = try await lines(of: signature)
    let errors = lines.filter { $0.hasPrefix("error:") }
    let isRefused =
      signature.feature.map { need in errors.allSatisfy { $0.contains("cannot \(need.summary)") } } ?? false
    #expect(errors.isEmpty || isRefused, "\(lines.joined(separator: "\n"))")
  }

  /// What the sandbox comes to have leaves the list.
  @Test(arguments: Action.all.map(\.signature).filter { absent.contains($0.action) })
  func anAbsentPathIsSaidToBeAbsent(signature: Signature) async throws {
    let errors = try await lines(of: signature).filter { $0.hasPrefix("error:") }
    #expect(errors.count == 1)
    #expect(errors.allSatisfy { $0.contains("'not found' to ") || $0.contains("does not support this") }, "\(errors)")
  }
}
