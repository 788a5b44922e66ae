import JSONValue
import Testing
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// The file of a post that is written in an editor.
struct WrittenPostTests {
  private static let visibilities = ["public", "unlisted", "private", "direct"]

  private static func post(_ file: String) throws -> WrittenPost {
    try WrittenPost(reading: Array(file.utf8), visibilities: visibilities)
  }

  @Test func pageHasHeadAndText() {
    let page = WrittenPost(command: "reply status:9", visibility: "direct", language: "en").page(
      ["to @carol: \"lunch\non Friday?\""], limit: 500)
    #expect(
      page == """
        # to @carol: "lunch on Friday?"
        command: reply status:9
        visibility: direct
        warning:
        language: en
        media:                # file:PATH "alt text", one a line
        limit: 500
        ---


        """)
  }

  @Test func enterAloneDeletesNothing() {
    let commands = ["post", "redraft status:9", "edit status:9"].compactMap { line in
      WritingCommand(ParsedSource(Source(line), mode: .repl), Shell.resolver())
    }
    let replies = commands.map { WritingQuestion.post($0, keeping: true).replies[""] }
    #expect(replies == [.post, .keep, .post])
    #expect(WritingQuestion.post(commands[1], keeping: false).replies["d"] == nil)
  }

  @Test(
    arguments: [
      ([:], "post"), (["inReplyTo": "8"], "post reply=status:8"),
      (["inReplyTo": "8 | tee x"], #"post reply=status:"8 | tee x""#), (["sensitive": true], "post --sensitive"),
    ] as [(JSON.Object, String)])
  func redraftsKeepWhatTheHeadLacks(source: JSON.Object, command: String) {
    #expect(WritingOrigin.command(replacing: source) == command)
  }

  @Test(arguments: [
    WrittenPost(text: "One"),
    WrittenPost(visibility: "direct", warning: "# a: \"b\"", language: "de-AT", text: "a\n\n# b"),
    WrittenPost(command: "schedule in=2d", text: "---\n$x \\ \"y\""),
    WrittenPost(
      media: [
        .init(source: "file:my cat.jpg", description: "A \"cat\" \\ #1"), .init(source: "media:7", description: nil),
        .init(source: "https://a.example/b.png?c=1", description: "B"),
      ], text: "x"),
  ])
  func readingReturnsWhatWasWritten(post: WrittenPost) throws {
    #expect(try Self.post(post.page(["note"], limit: 500)) == post)
  }

  @Test(arguments: [
    ("One\r\n\r\nTwo\r\n", "One\n\nTwo"), ("\u{FEFF}One\n", "One"), ("---\n\n  \n  One \n\n", "  One "),
    ("# note\n---  \nOne", "One"), ("\n---\n---\n", "---"), ("#trains are late", "#trains are late"),
    ("visibility: direct\r\n---\r\nOne\r\n", "One"), ("", ""), ("warning:\n---\n \n", ""), ("---", ""),
  ])
  func textsAreRead(file: String, text: String) throws {
    #expect(try Self.post(file).text == text)
    #expect(WrittenPost.hasText(Array(file.utf8)) == !text.isEmpty)
  }

  @Test(arguments: [
    ("mood: good\n---\nx", "line 1: 'mood: good' is no line of the head"), ("# a\nx\n---\ny", "line 2: 'x'"),
    ("visibility: secret\n---\nx", "line 1: 'visibility' must be public, unlisted, private, direct; not 'secret'"),
    ("language: english\n---\nx", "line 1: 'language'"), ("media: cat.jpg\n---\nx", "line 1: 'media'"),
    ("media: file:\n---\nx", "line 1: 'media'"),
    ("media: media:7 B\n---\nx", "line 1: 'media:7' is uploaded already"),
    ("media: file:a \"b\n---\nx", "line 1: 'media'"),
    ("media: file:a b c\n---\nx", "line 1: 'media'"), ("media: https://a.b/$c\n---\nx", "line 1: 'media'"),
    ("warning: a\n\nwarning: b\n---\nx", "line 3: the head has a 'warning' already"),
    ("command:\n---\nx", "line 1: 'command'"), ("language: en\nx", "line 1 is part of a head"),
    ("a\n# b", "line 2 is part of a head"), ("a\0b", "NUL"),
  ])
  func badLinesAreNamed(file: String, message: String) {
    let failure = #expect(throws: Failure.self) { try Self.post(file) }
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
  }

  @Test func otherEncodingsAndLongFilesAreRefused() {
    for bytes in [[0x63, 0xE9], [UInt8](repeating: 0x61, count: WrittenPost.mostBytes + 1)] {
      #expect(throws: Failure.self) { try WrittenPost(reading: bytes, visibilities: []) }
    }
  }

  @Test(arguments: [
    (WrittenPost(text: "a \"b\" $c\n\\d"), false, #"post "a \"b\" \$c\n\\d""#),
    (WrittenPost(command: "reply status:9", text: "x"), true, #"reply status:9 "x" cw="""#),
    (
      WrittenPost(visibility: "direct", warning: "w", language: "en", text: "x"), false,
      #"post "x" visibility=direct cw="w" language=en"#
    ),
    (
      WrittenPost(
        media: [.init(source: "file:a b.png", description: "A"), .init(source: "media:7", description: nil)],
        text: "x"),
      false, #"post "x" media=[file:"a b.png" media:7] alt=["A" ""]"#
    ),
  ])
  func lineQuotesWhatWasWritten(post: WrittenPost, namesWarning: Bool, line: String) {
    #expect(post.line(namesWarning: namesWarning) == line)
  }
}
