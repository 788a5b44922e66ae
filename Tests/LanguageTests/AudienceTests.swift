import Testing
import TuskLanguage
import XCallbackURL

/// How many accounts the lines of a plan notify.
@Suite struct AudienceTests {
  private static let host = "tusker://x-callback-url/"

  private let resolver = Resolver(
    catalog: Catalog(
      Catalog.sample.signatures.map { sample in
        var signature = sample
        let isNotifying = ["postStatus", "favoriteStatus", "reblogStatus", "followUser"].contains(sample.action)
        signature.change { $0.notifies = isNotifying }
        return signature
      }), options: .universal)

  private func words(_ lines: [String]) throws -> String? {
    var audience = Audience()
    let text = lines.map { $0.replacing("URL/", with: Self.host) }.joined(separator: "\n")
    for statement in try Parser.parse(Source(text)) { audience.add(statement, resolver: resolver) }
    return audience.words
  }

  @Test(
    arguments: [
      ([], nil), (["URL/postStatus?text=Hello"], nil), (["URL/postStatus?text=%40bob%40b.example"], nil),
      (["URL/postStatus?text=%40bob%40b.example%20%40eve%40b.example"], 2),
      (["URL/postStatus?text=%40bob", "URL/postStatus?text=%40BOB"], nil),
      (["URL/postStatus?text=%40bob&mentioning=eve%40b.example"], 2),
      (["URL/postStatus?text=%23bob%20%23eve"], nil),
      (["URL/favoriteStatus?statusID=1", "URL/favoriteStatus?statusID=1"], nil),
      (["URL/favoriteStatus?statusID=1", "once \"k\" of=s effect=1 URL/reblogStatus?statusID=2"], 2),
      (["let r1 = open URL/followUser?accountID=1", "let r2 = open URL/followUser?accountID=2"], 2),
      (["URL/getStatus?statusID=1", "URL/getStatus?statusID=2"], nil),
      (["URL/favoriteStatus?statusID=${r1.statusID}", "URL/favoriteStatus?statusID=${r2.statusID}"], 2),
      (["URL/postStatus?text=%40bob%20%40eve%20${r1.statusURL}&reply=${r1}"], 2), (["URL/$x?text=%40bob%40eve"], nil),
    ] as [([String], Int?)])
  func accountsAreCountedOnce(_ lines: [String], _ count: Int?) throws {
    #expect(try words(lines) == count.map { "notifies up to \($0) accounts" })
  }

  /// A set of all that a long script notifies would take tens of megabytes.
  @Test func countingStopsAtTenThousand() throws {
    let signature = try #require(resolver.catalog.signature(action: "favoriteStatus"))
    let posting = try #require(resolver.catalog.signature(action: "postStatus"))
    var audience = Audience()
    for id in 1...Audience.mostCounted { audience.add([CallbackURL.Pair("statusID", String(id))], of: signature) }
    #expect(audience.words == "notifies up to 10000 accounts")
    audience.add([CallbackURL.Pair("statusID", "1")], of: signature)
    #expect(audience.words == "notifies up to 10000 accounts")
    var other = audience
    audience.add([CallbackURL.Pair("text", "@bob")], of: posting)
    #expect(audience.words == "may notify more than 10000 accounts")
    other.add([CallbackURL.Pair("text", "@bob @eve @mallory")], of: posting)
    other.add([CallbackURL.Pair("statusID", "0")], of: signature)
    #expect(audience == other, "nothing is kept beyond")
  }
}
