import Testing
import XCallbackURL

/// URLs as they may be shown.
struct RedactionTests {
  @Test(arguments: [
    ("bear://x-callback-url/tags?token=abc-123&a=b", "bear://x-callback-url/tags?token=REDACTED&a=b"),
    ("w://x-callback-url/status?KEY=1&key=&key", "w://x-callback-url/status?KEY=REDACTED&key=&key"),
    ("u://x-callback-url/get?access-token=a%26b#c", "u://x-callback-url/get?access-token=REDACTED#c"),
    (
      "a://x-callback-url/b?x-success=c%3A%2F%2Fx-callback-url%2Fd%3Ftoken%3Dsecret%26e%3Df",
      "a://x-callback-url/b?x-success=c%3A%2F%2Fx-callback-url%2Fd%3Ftoken%3DREDACTED%26e%3Df"
    ),
  ])
  func whatProvesWhoSomebodyIsIsLeftOut(text: String, shown: String) throws {
    #expect(try CallbackURL(parsing: text).redacted.description == shown)
  }

  @Test(arguments: [
    "tusker://x-callback-url/postStatus?text=my%20token&cw=%2b", "a:b", "a://x-callback-url/b?x-success=c%3a%2f%2fd",
    "a://x-callback-url/b?monkey=1&tokens=2&&x-success=nonsense",
  ])
  func everythingElseStaysByteForByte(text: String) throws {
    #expect(try CallbackURL(parsing: text).redacted.description == text)
  }
}
