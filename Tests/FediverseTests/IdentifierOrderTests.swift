import Testing

@testable import Fediverse

struct IdentifierOrderTests {
  @Test(arguments: [
    (Flavor.mastodon, "9", "10", false as Bool?), (.mastodon, "10", "9", true), (.pixelfed, "2", "2", false),
    (.friendica, "100", "99", true), (.gotosocial, "01HA", "01HB", false), (.gotosocial, "9", "10", true),
    (.akkoma, "A9", "Aa", false), (.pleroma, "AVa1kXyZ00000000a1", "9Va1kXyZ00000000a1", true),
    // Statuses of Pleroma have flakes, notifications have numbers.
    (.pleroma, "10", "9", true), (.sharkey, "a", "b", nil), (.firefish, "1", "2", nil), (.mitra, "1", "2", nil),
    (.unknown, "1", "2", nil),
  ])
  func knownSoftwareDecides(_ flavor: Flavor, _ id: String, _ other: String, _ expected: Bool?) {
    #expect(IdentifierOrder(flavor)?.isNewer(id, than: other) == expected)
  }

  @Test(arguments: [
    ("9", "10", false as Bool?), ("10", "9", true), ("10", "10", false), ("2", "10", false),
    ("01HZZZZZZZZZZZZZZZZZZZZZZA", "01HZZZZZZZZZZZZZZZZZZZZZZ9", true),
    ("AVa1kXyZ00000000a1", "9Va1kXyZ00000000a1", true), ("9zab8x2c", "9zab8x2b", nil), ("1", "", nil), ("", "", nil),
    ("018f2e6c-0000-7000-8000-000000000001", "018f2e6c-0000-7000-8000-000000000000", nil),
    // Misskey's `aid` and `aidx`, and one in place of the other.
    ("9zab8x2c00", "9zab8x2b01", true), ("9zab8x2b0000zz01", "9zab8x2c00000001", false),
    ("9zab8x2c00000001", "9zab8x2b01", true), ("9ZAB8X2C00", "9zab8x2b01", nil), ("10", "9zab8x2b01", nil),
  ])
  func shapeDecidesOtherwise(_ id: String, _ other: String, _ expected: Bool?) {
    #expect(IdentifierOrder.shape.isNewer(id, than: other) == expected)
    #expect(IdentifierOrder.shape.isDefined(for: id) || expected == nil)
  }

  @Test(arguments: IdentifierOrder.allCases)
  func nothingIsNewerThanItself(_ order: IdentifierOrder) {
    for id in ["7", "01HZZZZZZZZZZZZZZZZZZZZZZA", "9zab8x2c00"] { #expect(order.isNewer(id, than: id) == false) }
  }

  @Test(arguments: [
    (Flavor.mastodon as Flavor?, IdentifierOrder.lengthThenText), (.gotosocial, .text), (.sharkey, .shape),
    (.unknown, .shape), (nil, .shape),
  ])
  func clientsUseTheOrderOfTheirServer(_ flavor: Flavor?, _ order: IdentifierOrder) throws {
    let profile = try flavor.map { try ServerProfile.able($0) }
    #expect(try Client.scripted(ScriptedTransport(), profile: profile).identifierOrder == order)
  }
}
