import Testing
import XCallbackURL

@testable import TuskLanguage

/// What each place takes, and the only spellings it takes.
@Suite struct DemandTests {
  /// Texts that are taken as they are, or in the form after the arrow.
  private static let taken: [(type: ParameterType, texts: [String])] = [
    (.text, ["", " ", "\u{0}", "status:1", "é\u{202E}"]),
    (.integer(-5...40), ["0", "-0", "1", "40", "-5", "9"]),
    (.integer(.min ... .max), ["9223372036854775807", "-9223372036854775808"]), (.boolean, ["true", "false"]),
    (.duration, ["0s", "5ms", "30s", "5m", "1h", "2d", "10w", "007h"]),
    (
      .time,
      [
        "2026-12-24", "2028-02-29",
        "00:00", "23:59", "2d", "5ms", "2026-12-24T09:00:00Z", "2026-12-24t09:00:00z", "2024-02-29T00:00:00Z",
        "2000-02-29T23:59:60+23:59", "1990-12-31T15:59:60-08:00", "0000-01-01T00:00:00.1Z",
        "2026-01-31T00:00:00.123456789-00:00",
      ]
    ),
    (
      .acct,
      [
        "a", "@a → a", "a@b", "@a@b.example → a@b.example", "a_b.c-d@h", "_@h", "A9@H.Example", "a@bücher.example",
        "a@b:1",
        "a@b:65535", "a@xn--bcher-kva.example", "a@1.2.3.4", "a@δοκιμή.例え", "a@b--c", "a@😀.example",
        "a@🌈🌈🌈.st",
      ]
    ),
    (
      .url,
      [
        "https://a", "http://a.b/c?d=e#f", "https://a:8080/", "https://é.example/ü", "https://[::1]/", "https://u@h/",
        "http://%41/", "HTTPS://a",
      ]
    ),
    (.identifier(.status), ["1", "110000000000000001", "a-Z_9", "9qY2"]),
    (.identifier(.list), ["Close friends", "é", "1/2", " "]),
    (.identifier(.file), ["-", "a b/c.txt", "../x"]), (.choice(["a", "b c"]), ["a", "b c"]),
  ]

  private static let refused: [(type: ParameterType, texts: [String])] = [
    (
      .integer(-5...40),
      [
        "", "-", "+1", "01", "-01", "00", "1.0", "1e1", " 1", "1 ", "1_0", "٣", "0x1", "--1", "1\u{301}", "½", "²",
        "-é",
      ]
    ),
    (.boolean, ["", "True", "TRUE", "yes", "1", "on", " true", "true\n", "falsе"]),
    (
      .duration,
      ["", "s", "5", "5 s", "-5s", "1.5h", "1h30m", "5S", "5y", "5mo", "5sec", "٥s", "5m\u{301}", "0x5s", "+5s"]
    ),
    (
      .time,
      [
        "", "9:00", "24:00", "23:60", "09:00:00", "09-00", "0９:00", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-04-31T00:00:00Z", "2026-02-29",
        "2026-12-32", "2026-1-01", "26-12-24", "2026-12-24 ",
        "2026-12-24T09:00Z", "2026-12-24T09:00:00", "2026-12-24 09:00:00Z", "2026-12-24T09:00:00.Z",
        "2026-12-24T09:00:00,5Z",
        "2026-12-24T24:00:00Z", "2026-12-24T09:60:00Z", "2026-12-24T09:00:61Z", "2026-12-24T09:00:00+24:00",
        "2026-12-24T09:00:00+0100", "2026-12-24T09:00:00+01", "2026-12-24T09:00:00ZZ", "26-12-24T09:00:00Z",
        "+2026-12-24T09:00:00Z", "2026-12-24T09:00:00Z ", "T", "2026-12-24T", "T09:00:00Z", "2026-12-24T09:00:00.1.2Z",
        "2026-12-24T09:00:00+01:00Z", "2026-12-24TT09:00:00Z",
      ]
    ),
    (
      .acct,
      [
        "", "@", "@@a", "a@", "@a@", "a@b@c", "a b", "a@b c", ".a@b", "a.@b", "-a@b", "a-@b", "ä@b", "a@-b", "a@b-",
        "a@b.",
        "a@.b", "a@b..c", "a@b:", "a@b:0", "a@b:65536", "a@b:x", "a@b:1:2", "a@b/c", "a@b_c", "a@[::1]", "a%40b@c",
        "a@b?c",
        "a\u{301}@b", "a@b\u{200B}", "a@bü\u{FE0F}.example", "a@-\u{301}b", "acct:a@b",
        "a@" + String(repeating: "b.", count: 126) + "cd",
      ]
    ),
    (
      .url,
      [
        "", "https://", "https:///a", "https://?a", "https://#", "https://:80", "ftp://a", "https:a",
        "//a", "a.b",
        "https://a b", "https://a\"", "https://a<b>", "https://a\\b", "https://a^", "https://a`", "https://{a}",
        "https://a|b",
        "https://a\n", "https://a\u{A0}", "https://a\u{202E}b", "https://a\u{200B}", "https://\u{301}a", " https://a",
        "https://a\u{7F}",
      ]
    ),
    (.identifier(.status), ["", " ", "1/2", "1?x", "1&acct=x", "é", "a b", "..", "1\n", "@a@b", "https://a"]),
    (.identifier(.list), ["", "a\nb", "\u{7F}", "\u{0}"]), (.choice(["a", "b c"]), ["", "A", "a ", "b", "c", "b  c"]),
    (.choice([]), ["", "a"]),
  ]

  @Test(arguments: taken)
  func whatFitsIsTaken(type: ParameterType, texts: [String]) throws {
    for text in texts {
      let halves = text.split(separator: " → ").map(String.init)
      let given = halves.first ?? text
      #expect(try type.accepting(halves.count > 1 ? given : text) == halves.last ?? text)
    }
  }

  @Test(arguments: refused)
  func nothingIsRepaired(type: ParameterType, texts: [String]) {
    for text in texts {
      #expect(throws: SpellingMismatch.mismatch, "\(text.debugDescription)") { try type.accepting(text) }
    }
  }

  @Test(arguments: [
    (1...40, ["0", "41", "-1", "99999999999999999999", "-99999999999999999999"]), (0...0, ["1", "-1"]),
    (1...Int.max, ["0", "9223372036854775808"]), (-3 ... -1, ["0", "-4"]),
  ])
  func aNumberOutsideOfItsRangeIsANumber(range: ClosedRange<Int>, texts: [String]) {
    for text in texts {
      #expect(throws: SpellingMismatch.outOfRange, "\(text)") { try ParameterType.integer(range).accepting(text) }
    }
  }

  @Test(
    arguments: [
      (.text, "text"), (.integer(1...40), "a whole number from 1 to 40"),
      (.integer(0 ... .max), "a whole number from 0"),
      (.integer(-1...999_999), "a whole number from -1 to 999999"), (.boolean, "true or false"),
      (.identifier(.account), "the identifier of an account"), (.identifier(.status), "the identifier of a status"),
      (.identifier(.emoji), "the identifier of an emoji"), (.identifier(.instance), "the identifier of an instance"),
      (.choice(["a", "b"]), "one of a, b"), (.acct, "an account name such as @USER@HOST"),
      (.url, "an http or https URL"),
    ] as [(ParameterType, String)])
  func aDemandReadsAfterWants(type: ParameterType, description: String) {
    #expect(type.description == description)
  }
}
