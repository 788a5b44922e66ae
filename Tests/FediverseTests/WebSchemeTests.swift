import AccountNames
import Testing

/// What a text has after the scheme of a web address.
struct WebSchemeTests {
  @Test(
    arguments: [
      ("https://a.example/", "a.example/"), ("http://a.example", "a.example"), ("HTTPS://A.example", "A.example"),
      ("Http://a", "a"), ("hTtPs://", ""), ("http://", ""), ("https://http://a", "http://a"), ("", nil), ("h", nil),
      ("H", nil), ("hello", nil), ("http", nil), ("https:", nil), ("https:/a", nil), ("http:a.example", nil),
      ("httpx://a", nil), (" https://a", nil), ("xhttps://a", nil), ("(ttp://a", nil), ("\u{8}ttp://a", nil),
      ("ｈttp://a", nil), ("ttp://a", nil), ("a.example", nil), ("éhttp://a", nil),
    ] as [(String, String?)])
  func theSchemeIsReadInAnyCase(_ text: String, _ rest: String?) {
    #expect(text.afterWebScheme.map { String($0) } == rest)
    #expect(text.isWebAddress == (rest != nil))
    #expect(">\(text)".dropFirst().afterWebScheme.map { String($0) } == rest)
  }
}
