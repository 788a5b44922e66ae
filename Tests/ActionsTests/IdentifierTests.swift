import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// What counts as an identifier, in what a server sends and in what a person types.
struct IdentifierTests {
  private static let pieces = [
    "1", "9007199254740993", "01HVK8Y", "a", "Z", "-", "_", ".", "..", "/", "#", "?", "%", " ", "\t", "\n", "\0", ":",
    "@",
    "é", "\u{202E}", "\u{200B}", "", String(repeating: "7", count: 64), String(repeating: "7", count: 128),
  ]

  @Test func whatIsReadCanBeTyped() throws {
    var random = SystemRandomNumberGenerator()
    var counts = [true: 0, false: 0]
    for _ in 0..<3000 {
      let id = (0..<Int.random(in: 1..<4, using: &random)).map { _ in Self.pieces.randomElement() ?? "" }.joined()
      let isRead = (try? Status(json: ["id": .string(id)])) != nil
      #expect(isRead == ReferenceKind.isPlainIdentifier(id), "\(id.debugDescription)")
      let inputs = try Inputs([], for: try #require(Action.all.first).signature)
      #expect(isRead == ((try? Identifier.checked(id, "statusID", inputs)) != nil), "\(id.debugDescription)")
      counts[isRead, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 100 })
  }
}
