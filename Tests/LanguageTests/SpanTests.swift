import JSONValue
import Testing
import TuskLanguage

/// Where the parts of a tree stand in their source.
@Suite struct SpanTests {
  /// Checks every node of a source; `origin` says where the source comes from.
  private func check(_ text: String, mode: Parser.Mode = .script, _ origin: String) throws {
    let source = Source(text)
    let statements = try Parser.parse(source, mode: mode)
    // A script's own verb may have the name of a word of the language.
    let definitions = statements.filter { if case .definition = $0.form { true } else { false } }
    let head = definitions.map { source.text($0.span) + "\n" }.joined()
    for node in statements.map(\.node).flatMap(\.all) {
      let written = source.text(node.span)
      let note: Comment = "\(origin), \(node.name) \(written.debugDescription)"
      #expect(node.span.start < node.span.end && node.span.end <= source.bytes.count, note)
      #expect(Array(written.utf8) == Array(source.bytes[node.span.start..<node.span.end]), note)
      #expect(written.first?.isWhitespace == false && written.last?.isWhitespace == false, note)
      if let text = node.text { #expect(written == text, note) }
      if let frame = node.frame {
        let alone = try Parser.parse(Source(head + frame.head + written + frame.tail), mode: mode)
          .dropFirst(definitions.count)
        #expect(JSON.array(alone.map(\.json)) == frame.json, note)
      }
      for (child, next) in zip(node.children, node.children.dropFirst()) {
        #expect(child.span.end <= next.span.start, note)
      }
      for child in node.children {
        #expect(node.span.start <= child.span.start && child.span.end <= node.span.end, note)
      }
    }
  }

  @Test(arguments: try LanguageCase.all("parse").filter { $0.error == nil })
  func everyPartOfACaseStandsWhereItsSpanSays(_ row: LanguageCase) throws {
    let mode: Parser.Mode = row.row["mode"]?.string == "repl" ? .repl : .script
    try check(row.input, mode: mode, row.testDescription)
  }

  @Test(arguments: ScriptTests.names)
  func everyPartOfAScriptStandsWhereItsSpanSays(_ name: String) throws {
    try check(String(decoding: CaseFile.bytes("scripts/\(name).tsk"), as: UTF8.self), name)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func everyPartOfARandomScriptStandsWhereItsSpanSays(seed: UInt64) throws {
    var random = ScriptGenerator(seed: seed)
    for round in 0..<250 { try check(random.script(), "seed \(seed), round \(round)") }
  }

  /// Lines whose characters fill several bytes, so that a span counted in characters would be wrong.
  @Test(arguments: [
    "post \"é漢😀\" visibility=public", "post 👩‍💻 tag:straße # ü", "let é = 1", "x [é 漢字 \"ü\"] --all",
    "x \"é$a é${b.c}\" $d",
    "for n in [é ü]\n  post \"$n é\"\nend", "if \"é\" == $é or \"ü\" in [ä]\nend", "x file:\"é $a\" @é$b@ü.example",
    "run é \"ü\" | jq 'é' > \"ä ö.txt\"", "x \"\"\"\n  é $a\n  ü ${b}\n  \"\"\" --all", "x \\\n  é \\\n  ü",
  ])
  func spansCountBytes(_ text: String) throws {
    guard (try? Parser.parse(Source(text))) != nil else {
      // Names are ASCII: the mistake stands at the first byte that is not.
      let error = try #require(throws: Diagnostic.self) { try Parser.parse(Source(text)) }
      #expect(Source(text).text(error.span).utf8.first.map { $0 >= 0x80 || $0 == UInt8(ascii: "$") } == true)
      return
    }
    try check(text, text)
  }

  /// A variable, and the text of its name in it.
  @Test(arguments: [
    ("$a", "a"), ("${a}", "a"), ("${a?}", "a"), ("$a.b?.0", "a"), ("${long_name?.b?.c}", "long_name"), ("$1", "1"),
    ("${12}", "12"),
    ("$@", "@"), ("${@}", "@"), ("$_", "_"), ("$_.x", "_"), ("${a.b}", "a"),
  ])
  func aNameStandsBehindItsDollarSign(_ text: String, _ name: String) throws {
    let source = Source("é " + text)
    var parser = Parser(source, at: 3)
    guard case .show(let variable)? = try parser.next()?.form else {
      Issue.record("\(text) is no variable")
      return
    }
    #expect(variable.name == name)
    #expect(variable.span == Span(3, source.bytes.count))
    #expect(source.text(variable.nameSpan) == name)
    #expect(variable.nameSpan.start == 3 + (text.hasPrefix("${") ? 2 : 1))
  }
}
