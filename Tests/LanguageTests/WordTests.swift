import JSONValue
import Testing
import TuskLanguage

/// Bare words: which characters they hold, and where.
@Suite struct WordTests {
  /// What the only argument of `x …` is read as, or the kind of the mistake.
  private func reading(_ text: String) -> String {
    do throws(Diagnostic) {
      let statement = try Parser.parse(Source("x " + text)).first?.json
      guard let arguments = statement?["args"]?.array else {
        return statement?["params"]?[0]?.text ?? statement?["pipe"]?.text ?? ""
      }
      let first = arguments.first
      return first?["word"]?.string.map { "word \($0)" } ?? first?.text ?? ""
    } catch {
      return error.kind.rawValue
    }
  }

  /// Each character alone, before, between and after letters; nothing is said of those that are part of a word there.
  private static let exceptions: [Character: (alone: String?, before: String?, between: String?, after: String?)] = [
    "\"": ("unterminated-string", "unterminated-string", "adjacent", "adjacent"),
    "'": ("unterminated-string", "unterminated-string", "adjacent", "adjacent"),
    "#": ("", #"{"ref":"tag","id":"b"}"#, nil, nil),
    "$": ("bad-dollar", #"{"var":"b"}"#, #"{"word":["a",{"var":"b"}]}"#, "bad-dollar"),
    "&": ("reserved-char", "reserved-char", nil, "reserved-char"),
    ";": ("reserved-char", "reserved-char", nil, "reserved-char"),
    "(": ("unterminated-paren", "unterminated-paren", "adjacent", "adjacent"),
    ")": ("stray-close", "stray-close", "stray-close", "stray-close"),
    "-": (nil, "short-flag", nil, nil), "<": ("reserved-char", "reserved-char", "reserved-char", "reserved-char"),
    "=": ("param-space", "param-space", #"["a",{"word":"b"}]"#, "empty-param"),
    ">": ("bad-redirect", "pipe", "pipe", "bad-redirect"), "@": (nil, #"{"ref":"account","id":"@b"}"#, nil, nil),
    "[": ("unterminated-list", "unterminated-list", "adjacent", "adjacent"),
    "\\": ("backslash", "backslash", "backslash", "backslash"),
    "]": ("stray-close", "stray-close", "stray-close", "stray-close"),
    "`": ("reserved-char", "reserved-char", "reserved-char", "reserved-char"),
    "{": ("reserved-char", "reserved-char", "reserved-char", "reserved-char"),
    "|": ("empty-pipe", "pipe", "pipe", "empty-pipe"),
    "}": ("reserved-char", "reserved-char", "reserved-char", "reserved-char"),
  ]

  @Test(arguments: (0x21...0x7E as ClosedRange<UInt8>).map { Character(Unicode.Scalar($0)) })
  func everyCharacterHasItsPlace(_ character: Character) {
    let exception = Self.exceptions[character]
    let places = [
      ("\(character)", exception?.alone), ("\(character)b", exception?.before), ("a\(character)b", exception?.between),
      ("a\(character)", exception?.after),
    ]
    for (text, expected) in places {
      let found = reading(text)
      if expected == "pipe" {
        #expect(found.hasPrefix("["), "\(text): \(found)")
      } else {
        #expect(found == expected ?? "word \(text)", "\(text): \(found)")
      }
    }
  }

  /// Characters outside of ASCII that a word may hold, and those that hide something.
  @Test(
    arguments: [
      ("straße", nil), ("漢字", nil), ("👩‍💻", nil), ("e\u{301}", nil), ("\u{301}", nil), ("don’t", nil), ("a“b”", nil),
      ("…", nil), ("–x", nil),
      ("\u{FFFD}", nil), ("\u{E000}", nil), ("a\u{200D}b", nil), ("\u{1F1E9}\u{1F1EA}", nil),
      ("\u{A0}", "invisible-char"),
      ("\u{2003}", "invisible-char"), ("\u{3000}", "invisible-char"), ("\u{1680}", "invisible-char"),
      ("\u{AD}", "invisible-char"),
      ("\u{200B}", "invisible-char"), ("a\u{200C}", "invisible-char"), ("\u{2060}", "invisible-char"),
      ("\u{3164}", "invisible-char"),
      ("a\u{FEFF}", "invisible-char"), ("\u{FFA0}", "invisible-char"), ("\u{180E}", "invisible-char"),
      ("\u{61C}", "bidi-char"),
      ("\u{200E}", "bidi-char"), ("a\u{202A}", "bidi-char"), ("\u{2069}", "bidi-char"), ("\u{2028}", "control-char"),
      ("\u{85}", "control-char"),
      ("a\u{0}", "control-char"), ("\u{7F}", "control-char"), ("a\u{B}b", "control-char"), ("«a»", "smart-quote"),
      ("”", "smart-quote"),
      ("‚a", "smart-quote"), ("＂", "smart-quote"),
    ] as [(String, String?)])
  func whatCannotBeSeenIsRefused(_ text: String, _ kind: String?) {
    #expect(reading(text) == kind ?? "word \(text)")
  }

  /// References and URLs, and words that only look like them.
  @Test(arguments: [
    ("status:1", #"{"ref":"status","id":"1"}"#), ("status:a:b", #"{"ref":"status","id":"a:b"}"#),
    ("Status:1", "word Status:1"),
    ("status :1", "word status"), ("statuses:1", "word statuses:1"), ("status:'a b'", #"{"ref":"status","id":"a b"}"#),
    (#"status:"$a b""#, #"{"ref":"status","id":[{"var":"a"}," b"]}"#),
    ("status:$a", #"{"ref":"status","id":[{"var":"a"}]}"#),
    ("status:#a", ##"{"ref":"status","id":"#a"}"##), ("status:@a@b", #"{"ref":"status","id":"@a@b"}"#),
    ("status:(me)", "empty-ref"),
    ("status:[1]", "empty-ref"), ("status:''", "empty-ref"), ("$a:1", #"{"word":[{"var":"a"},":1"]}"#),
    ("@a", #"{"ref":"account","id":"@a"}"#),
    ("@@", #"{"ref":"account","id":"@@"}"#), ("@$a", #"{"ref":"account","id":["@",{"var":"a"}]}"#),
    ("#1", #"{"ref":"tag","id":"1"}"#),
    ("#é", #"{"ref":"tag","id":"é"}"#), ("#_", #"{"ref":"tag","id":"_"}"#), ("#-", "word #-"), ("##a", "word ##a"),
    ("#$a", #"{"ref":"tag","id":[{"var":"a"}]}"#),
    ("#!", "word #!"), ("a:b", "word a:b"), (":a", "word :a"), ("a://", "word a://"), ("a://b", #"{"url":"a://b"}"#),
    ("A+b-c.9://x", #"{"url":"A+b-c.9://x"}"#),
    ("1://b", "word 1://b"), ("a:/b", "word a:/b"), ("a://$b/c", #"{"url":["a://",{"var":"b"},"/c"]}"#),
    ("status://x", #"{"url":"status://x"}"#),
    ("a_b://c", "word a_b://c"), ("a://b#c?d&e=f", #"{"url":"a://b#c?d&e=f"}"#), ("a=b://c", #"["a",{"url":"b://c"}]"#),
    ("a://|", "empty-pipe"),
  ])
  func aReferenceSaysItsKind(_ text: String, _ expected: String) {
    #expect(reading(text) == expected)
  }
}
