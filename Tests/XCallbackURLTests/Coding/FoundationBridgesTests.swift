import Testing
import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct FoundationBridgesTests {
  @Test(arguments: [
    "reader://x-callback-url/callback/00/success?a=%2b&b=x%20y&c=%2B", "me:cb?a=b", "myapp:///x?n=%C3%A9", "a://b#c",
  ])
  func aURLGoesThroughFoundationUnchanged(text: String) throws {
    let url = try #require(try CallbackURL(parsing: text).url)
    #expect(url.absoluteString == text)
    #expect(try CallbackURL(url).description == text)
  }

  /// Foundation would escape what is escaped already.
  @Test func aURLThatFoundationChangesIsNone() throws {
    let url = try CallbackURL(parsing: "bear://x-callback-url/create?title=My Group&text=a%20b", mode: .lenient)
    #expect(url.url == nil)
  }

  @Test func datesAreSpelledAsTheAppSpellsThem() {
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    #expect(Dialect().text(for: date) == "2023-11-14T22:13:20.25Z")
    #expect(Dialect(dates: .unixSeconds).text(for: date) == "1700000000.25")
    for text in ["2023-11-14T22:13:20.25Z", "1700000000.25", "2023-11-14T23:13:20.25+01:00"] {
      #expect(Dialect().date(from: text) == date)
    }
    #expect(Dialect().date(from: "yesterday") == nil)
    #expect(Dialect().text(for: Date(timeIntervalSince1970: .nan)) == nil)
  }
}
