import Testing
import TuskLanguage
import XCallbackURL

/// Completion in lines that go on, and what holds for every candidate.
@Suite struct CompletionPlaceTests {
  private func completion(_ line: String) throws -> Completion {
    let cursor = try #require(line.utf8.lastIndex(of: UInt8(ascii: "|")))
    return Completion(of: line.replacing("|", with: ""), at: line[..<cursor].utf8.count, resolver: Sample.resolver)
  }

  /// Places where a verb is completed, with what stands behind the cursor left alone.
  @Test(arguments: [
    "# it's a comment\nwho|", "me # it's (a comment\nwho|", "me #\nwho|", "#\nwho|", "for n in $l # it's\n  who|",
    "me \"a|b\"; who".replacing("a|b\"; who", with: "a b\"\nwho|"),
    "let x = who|", "return who|", "let x = (who|", "post (who|", "post text=(who|", "post \"it's\" (who|",
    "fav (fav (who|",
    "for n in (who|", "if (who|", "once (who|", "  who|", "\twho|", "me\r\nwho|", "post 'a (b' (who|", "x [a] (who|",
    "who| status:1",
    "me\n\n\nwho|", "expect (who|", "post \"\\\"\" (who|",
  ])
  func aVerbIsCompleted(_ line: String) throws {
    #expect(try completion(line).candidates.map(\.text) == ["whoami"])
  }

  /// Places where nothing of ours can stand.
  @Test(arguments: [
    "# who|", "#who|", "me # who|", "post \"who|", "post 'who|", "post \"a\" 'who|", "post \"\"\"\nwho|", "me | who|",
    "me > who|",
    "run who|", "x [who|", "x [(me) who|", "let who|", "let x who|", "for who|", "for n who|", "for n in who|",
    "if who|", "if $a == who|",
    "def who|", "once who|", "catch who|", "expect who|", "try who|", "who |", "me who|", "post )who|", "post ]who|",
    "\\who|", "$who|", "@who|",
    "post \"who\\\"|", "as @me who|", "every 1h who|",
  ])
  func elsewhereNoVerbIs(_ line: String) throws {
    #expect(try completion(line).candidates.contains { $0.text.hasPrefix("whoami") } == false)
  }

  /// Lines, where the replaced text starts, and what is offered.
  @Test(arguments: [
    ("post \\\n  visib|", 9, ["visibility="]), ("post hi \\\n  \\\n  visib|", 16, ["visibility="]),
    ("fav (me) --y|", 9, ["--yes"]),
    ("fav status:1 --json --j|", 20, []), ("fav status:1 --no-json --no-j|", 23, []),
    ("fav status:1 json=true --j|", 23, []),
    ("post text=\"a b\" vis|", 16, ["visibility="]), ("post 'it is' vis|", 13, ["visibility="]),
    ("let x = post vis|", 13, ["visibility="]),
    ("let x = (post vis|", 14, ["visibility="]), ("post (post vis|", 11, ["visibility="]),
    ("post text=(me) vis|", 15, ["visibility="]),
    ("post visibility=p|", 16, ["public", "private"]), ("post visibility=P|", 16, []),
    ("post visibility=public|", 16, ["public"]),
    ("post silent=f|", 12, ["false"]), ("post nonsense=|", 5, []), ("notifications count=|", 20, []),
    ("post text=x=|", 10, []),
    ("dismiss a|", 8, ["all"]), ("dismiss all |", 12, ["--json", "--silent", "timeout="]),
    ("get account|", 4, ["account"]),
    ("me tim|", 3, ["timeout="]), ("me timeout=5s tim|", 14, []), ("favourite stat|", 10, ["status:"]),
    ("favoriteStatus stat|", 15, ["status:"]),
    ("me # c\nfav stat|", 11, ["status:"]), ("é 漢\nfav stat|", 11, ["status:"]), ("fav status:1 @|", 13, []),
    ("fav \"status:|", 12, []),
  ])
  func theParametersOfTheVerbAreCompleted(_ line: String, _ start: Int, _ expected: [String]) throws {
    let completion = try completion(line)
    #expect(completion.candidates.map(\.text) == expected)
    if !expected.isEmpty { #expect(completion.span == Span(start, line.utf8.count - 1)) }
  }

  /// What holds wherever the cursor stands: a candidate goes on from what is typed, is said once and leads to a line
  /// whose verb and parameters exist.
  @Test(arguments: try LanguageCase.all("resolve"))
  func everyCandidateGoesOnFromWhatIsTyped(_ row: LanguageCase) throws {
    for cursor in row.input.utf8.indices.map({ row.input.utf8.distance(from: row.input.startIndex, to: $0) }) + [
      row.input.utf8.count
    ] {
      let completion = Completion(of: row.input, at: cursor, resolver: Sample.resolver)
      let note: Comment = "\(row.input) at \(cursor)"
      #expect(completion.span.end == cursor && completion.span.start <= cursor, note)
      let head = Source(row.input).text(Span(0, completion.span.start))
      let typed = Source(row.input).text(completion.span)
      #expect(Set(completion.candidates.map(\.text)).count == completion.candidates.count, note)
      for candidate in completion.candidates {
        #expect(candidate.text.hasPrefix(typed), note)
        let isOpen = candidate.text.hasSuffix("=") || candidate.text.hasSuffix(":")
        let kind = Sample.mistake(in: head + candidate.text + (isOpen ? "1" : ""))?.kind
        #expect(kind != .unknownParam && kind != .badFlag && kind != .flagNeedsValue && kind != .flagValue, note)
      }
    }
  }

  /// Without keywords only verbs are offered, everywhere else the same.
  @Test(arguments: [
    ("fo", ["follow", "for"], ["follow"]), ("r", ["reblog", "return", "run"], ["reblog"]),
    ("fav st", ["status:"], ["status:"]),
  ])
  func keywordsCanBeLeftOut(_ line: String, _ with: [String], _ without: [String]) {
    let texts = [true, false].map { keywords in
      Completion(of: line, at: line.utf8.count, resolver: Sample.resolver, keywords: keywords).candidates.map(\.text)
    }
    #expect(texts == [with, without])
  }
}
