import Testing
import TuskLanguage
import XCallbackURL

/// What the prompt says about a line that is being typed.
struct HintTests {
  static let usages: [(String, String)] = [
    ("reply ", #"<status> "TEXT" [visibility=…] [cw=TEXT]"#),
    ("reply 1 ", #""TEXT" [visibility=…] [cw=TEXT]"#), ("reply it ", #""TEXT" [visibility=…] [cw=TEXT]"#),
    (#"reply status:1 "Hi" "#, "[visibility=…] [cw=TEXT]"), (#"reply "Hi" "#, "<status> [visibility=…] [cw=TEXT]"),
    ("reply 1 cw=x ", #""TEXT" [visibility=…]"#), (#"reply 1 "Hi" visibility=public cw=x "#, ""),
    (#"edit 1 "#, #"["TEXT"] [cw=TEXT]"#), ("fav ", "<status>"), ("fav status:1 ", ""),
    ("let x = fav ", "<status>"), ("let x = (fav ", "<status>"), ("post \"x\"\nfav ", "<status>"),
    ("wait ", "TIME [--progress]"), ("set rate ", "wait|pace|throw [max-wait=DURATION]"),
    ("fav status:1 | take ", "N"), ("fav status:1 | order by ", "FIELD [desc]"), ("fav status:1 | take 3 ", ""),
    ("", ""), ("reply", ""), ("reply 1", ""), (#"reply 1 "Hi"#, ""), (#"reply 1 "Hi "#, ""), (#"reply 1 "Hi""#, ""),
    ("reply 1 # ", ""), ("zz ", ""), ("zz 1 ", ""), ("reply 1 zz=1 ", ""), ("fav @bob ", ""), ("run fav ", ""),
  ]

  @Test(arguments: HintTests.usages)
  func theUsageIsWhatMayFollow(line: String, usage: String) {
    #expect(Hint.usage(of: line, resolver: Self.resolver).joined(separator: " ") == usage)
  }

  static let texts: [(String, Hint.PostText?)] = [
    (#"post ""#, Hint.PostText("")), (#"post "Good"#, Hint.PostText("Good")), (#"post "Good""#, Hint.PostText("Good")),
    ("post Good", Hint.PostText("Good")), ("post 'it", Hint.PostText("it")), (#"post "it's"#, Hint.PostText("it's")),
    (#"post "\u{E9}"#, Hint.PostText("é")), (#"post text="Good"#, Hint.PostText("Good")),
    (#"post "a" cw="b"#, Hint.PostText("a", warning: "b")), (#"post cw=b "a"#, Hint.PostText("a", warning: "b")),
    (#"post cw="b"#, Hint.PostText("", warning: "b")), (#"reply 1 "Hi"#, Hint.PostText("Hi")),
    (#"reply "Hi"#, Hint.PostText("Hi")), (#"edit 1 "Hi"#, Hint.PostText("Hi")),
    (#"post mentioning=bob@b.example "a"#, Hint.PostText("@bob@b.example a")),
    (#"post as=bob@b.example "a"#, Hint.PostText("a", isLimited: false)),
    (#"post --thread "a"#, Hint.PostText("a", isLimited: false)), (#"let x = (post "a"#, Hint.PostText("a")),
    (#"post "Good" "#, nil), ("post ", nil), ("post", nil), (#"post "a $name"#, nil), (#"edit 1 cw="b"#, nil),
    (#"search "a"#, nil), (#"post "a" # "b"#, nil), (#"zz "a"#, nil), (#"post zz=1 "a"#, nil), (#"print "a"#, nil),
  ]

  @Test(arguments: HintTests.texts)
  func theTextOfAStatusIsKnown(line: String, text: Hint.PostText?) {
    #expect(Hint.postText(of: line, resolver: Self.resolver) == text)
  }

  private static let resolver = Resolver(
    catalog: Catalog([
      action("postStatus", "post", [text, cw, mentioning, Parameter("thread", .boolean, "as several statuses")]),
      action(
        "replyToStatus", "reply",
        [text, Parameter("visibility", .choice(["public", "unlisted", "private", "direct"]), "who sees it"), cw],
        on: status),
      action(
        "editStatus", "edit", [Parameter("text", .text, place: .operand, isPublished: true, "the new text"), cw],
        on: status),
      action("favoriteStatus", "fav", [], on: status),
      action("getSearchResults", "search", [Parameter("query", .text, place: .operand, isRequired: true, "what for")]),
    ]),
    options: [Parameter].universal + [Parameter("as", .acct, place: .shell, "the account")])

  private static let status = Signature.Subject(kind: .status, id: "statusID", url: "statusURL")
  private static let text = Parameter(
    "text", .text, place: .operand, isRequiredWhenSilent: true, isPublished: true, "the text to post")
  private static let cw = Parameter("cw", .text, isPublished: true, "the content warning")
  private static let mentioning = Parameter("mentioning", .acct, "the account to mention")

  private static func action(
    _ name: String, _ verb: String, _ parameters: [Parameter], on subject: Signature.Subject? = nil
  ) -> Signature {
    let subjects = [
      Parameter("statusID", .identifier(.status), place: .subject, "which status"),
      Parameter("statusURL", .url, place: .subject, "which status"),
    ]
    return Signature(
      action: name, verbs: [verb], summary: "Does \(name).", example: verb, effect: .read, subject: subject,
      parameters: (subject == nil ? [] : subjects) + parameters)
  }
}
