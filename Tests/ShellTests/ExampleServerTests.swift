import Foundation
import Testing
import TuskActions
import TuskLanguage

@testable import TuskShell

/// The examples on every kind of server: each runs there or states what it needs.
struct ExampleServerTests {
  static let examples: [URL] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("scripts/examples")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "tsk" }.sorted { $0.path < $1.path }
  }()

  /// Every software that has the interface at all.
  static let flavors = Shell.flavors.filter { $0 != "misskey" }

  private func lacks(of flavor: String, for program: ParsedSource) async throws -> Set<String> {
    let server = try #require(Server(assuming: flavor))
    var lacks: Set<String> = []
    for use in ActionUse.all(in: program, SourcedScripts(reading: program), Shell.resolver()) {
      lacks.formUnion(await Shell.lacks(for: use, of: server).map(\.feature))
    }
    return lacks
  }

  @Test func thereAreExamplesAndFlavors() {
    #expect(Self.examples.count >= 15 && Self.flavors.count >= 9)
  }

  @Test(arguments: examples)
  func anExampleRunsOrStatesWhatItNeeds(file: URL) async throws {
    let program = ParsedSource(Source(bytes: [UInt8](try Data(contentsOf: file))))
    let needs = Set(try ScriptHeader(of: program.source).needs)
    var lacking: Set<String> = []
    for flavor in Self.flavors {
      let lacks = try await lacks(of: flavor, for: program)
      #expect(lacks.isSubset(of: needs), "\(flavor) lacks \(lacks.subtracting(needs).sorted())")
      lacking.formUnion(lacks)
    }
    #expect(needs == lacking, "no server lacks \(needs.subtracting(lacking).sorted())")
  }

  /// What the table says of a software is what a rehearsal, the check and `can` say.
  @Test(arguments: [
    ("gotosocial", "dismiss notification:7", ["notification-dismissal"]),
    ("mastodon", "dismiss notification:7", []), ("mastodon", "post Hi poll=[a b]", []),
    ("takahe", "post Hi poll=[a b]", ["poll-making"]), ("mastodon", "quotes status:1", []), ("snac", "post Hi", []),
    ("gotosocial", "try\n  dismiss notification:7\nend", []),
    ("gotosocial", "let c = can notification-dismissal\nif $c.supported\n  dismiss notification:7\nend", []),
    ("gotosocial", "for kind in [blocks domain-blocks]\n  export $kind to=file:a.csv\nend", ["domain-blocks"]),
    ("pixelfed", "for kind in [lists domain-blocks]\n  export $kind to=file:a.csv\nend", ["lists"]),
    ("gotosocial", "def tidy n\n  dismiss $n\nend\ntidy notification:7", ["notification-dismissal"]),
  ])
  func aLineNeedsWhatItsCallsNeed(flavor: String, text: String, expected: [String]) async throws {
    #expect(try await lacks(of: flavor, for: ParsedSource(Source(text))).sorted() == expected)
  }
}
