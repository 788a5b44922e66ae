import JSONValue
import Testing
import TuskLanguage

@Suite struct FormatterTests {
  private func formatted(_ text: String) throws -> String { try Formatter.formatted(Source(text)) }

  /// Scripts as they were written, and in their layout.
  @Test(arguments: [
    ("", ""), ("\n\n", ""), ("x", "x\n"), ("\u{FEFF}x a\r\n", "x a\n"), ("  x   a\t'b'  # c  ", "x a 'b' # c\n"),
    ("x \"\\u{41}\"", "x \"A\"\n"), ("x ${a} \"${a}b ${a}-\"", "x $a \"${a}b $a-\"\n"),
    ("x 'a'\n\n\n\ny", "x 'a'\n\ny\n"),
    ("x file:'a b' file:\"c\"", "x file:'a b' file:c\n"), ("let x=5", "let x = 5\n"), ("x>f", "x > f\n"),
    ("x|y|z>>f", "x | y | z >> f\n"), ("x >=f", "x > =f\n"), ("if $a>=1\nend", "if $a >= 1\nend\n"),
    ("t://a b", "t://a b\n"), ("$a", "$a\n"),
    ("x @a@b #c status:1 --b --no-c k=(me)", "x @a@b #c status:1 --b --no-c k=(me)\n"),
    ("def f a b='c' d=[1 2]\nend", "def f a b='c' d=[1 2]\nend\n"), ("x [ a  b ] ( me )", "x [a b] (me)\n"),
    ("x [\n]", "x []\n"), ("x \\\n a", "x \\\n    a\n"), ("x \\\n \\\n a \\\n", "x \\\n    a\n"),
    (" \\\nx a", "x a\n"), ("x \\\n#a \\\n # b", "x \\\n    #a # b\n"), ("#!tusk\n\nx", "#!tusk\n\nx\n"),
    ("if $a\n\n\nx\n\nelse\n\ny\n\nend", "if $a\n  x\nelse\n  y\nend\n"),
    ("if $a\nx\nelse if $b\n# c\nelse\ny\nend # d", "if $a\n  x\nelse if $b\n  # c\nelse\n  y\nend # d\n"),
    ("try\ntry\nx\nend\ncatch e\nend", "try\n  try\n    x\n  end\ncatch e\nend\n"),
    ("for n in (x\n a=1)\ny\nend", "for n in (\n  x\n  a=1\n)\n  y\nend\n"),
    ("x [a\nb] c", "x [\n  a\n  b\n] c\n"), ("x [a [b\nc] d]", "x [a [\n  b\n  c\n] d]\n"),
    ("x [#a\nb]", "x [#a\n  b\n]\n"), ("x [#a #b c\n]", "x [#a #b\n  c\n]\n"),
    ("x (t \\\n#a\nb)", "x (\n  t #a\n  b\n)\n"), ("x [a\n#b\n]", "x [\n  a\n  #b\n]\n"),
    ("x [ # a\n#b # c\n# d\n e f]", "x [ # a\n  #b # c\n  # d\n  e f\n]\n"),
    ("if $a\n# c\n\n# d\n\nend\n# e", "if $a\n  # c\n\n  # d\nend\n# e\n"),
    ("x \"\"\"\na\n  b\n\n\"\"\" c", "x \"\"\"\n  a\n    b\n\n  \"\"\" c\n"),
    ("if $a\nx '''\n      a\n    ''' \\\n b\nend", "if $a\n  x '''\n      a\n    ''' \\\n      b\nend\n"),
    ("x [\n  \"\"\"\n  a\n  \"\"\"\n]", "x [\n  \"\"\"\n    a\n    \"\"\"\n]\n"),
    ("run a  -b|c [d e]", "run a -b | c [d e]\n"), ("let end = 1\nx", "let end = 1\nx\n"),
    ("expect $a<5 'm'", "expect $a < 5 'm'\n"), ("if not $a  in [1] and $b\nend", "if not $a in [1] and $b\nend\n"),
    ("at 09:00 zone=UTC\n\n# c\nend", "at 09:00 zone=UTC\n  # c\nend\n"), ("# a\n\n\n# b", "# a\n\n# b\n"),
  ])
  func thereIsOneLayout(_ written: String, _ expected: String) throws {
    let once = try formatted(written)
    #expect(once == expected)
    #expect(try formatted(once) == once)
    #expect(try Parser.parse(Source(once)).json == Parser.parse(Source(written)).json)
  }

  @Test(arguments: ScriptTests.names)
  func realScriptsStandInTheirLayout(_ name: String) throws {
    let script = String(decoding: try CaseFile.bytes("scripts/\(name).tsk"), as: UTF8.self)
    #expect(try formatted(script) == (script.hasSuffix("\n") ? script : script + "\n"))
  }

  @Test(arguments: ["x \"", "if $a", "\\watch", "end"])
  func whatIsNoScriptIsNotFormatted(_ text: String) {
    #expect(throws: Diagnostic.self) { try formatted(text) }
  }

  @Test func randomScriptsMeanTheSame() throws {
    var random = ScriptGenerator(seed: 4711)
    for _ in 0..<1500 {
      let text = random.script()
      let tree = try Parser.parse(Source(text)).json
      let once = try formatted(text)
      #expect(try Parser.parse(Source(once)).json == tree, "\(text)\n became\n\(once)")
      #expect(try formatted(once) == once, "\(text)")
    }
  }

  @Test func commentsStayInTheirOrder() throws {
    var random = ScriptGenerator(seed: 815)
    for _ in 0..<1500 {
      let text = numbered(random.script())
      let comments = comments(in: text)
      #expect(self.comments(in: try formatted(text)) == comments, "\(text)")
    }
  }

  @Test func emptyLinesStandAloneAndWithinBlocks() throws {
    var random = ScriptGenerator(seed: 3)
    for _ in 0..<500 {
      let lines = try formatted(random.script()).split(separator: "\n", omittingEmptySubsequences: false)
      for (line, next) in zip(lines, lines.dropFirst())
      where next.isEmpty && next.startIndex < lines[lines.count - 1].startIndex {
        #expect(!line.isEmpty)
      }
      for (line, next) in zip(lines, lines.dropFirst()) where line.isEmpty { #expect(next.drop { $0 == " " } != "end") }
      #expect(lines.first != "" || lines == [""])
      #expect(lines.last == "" && (lines.count < 2 || lines[lines.count - 2] != ""))
      #expect(lines.allSatisfy { !$0.hasSuffix(" ") && !$0.hasSuffix("\t") })
    }
  }

  /// The script with a number behind each of its comments.
  private func numbered(_ text: String) -> String {
    var parts = text.split(separator: "# why", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropLast() { parts[index] += "# why \(index)" }
    return parts.joined()
  }

  private func comments(in text: String) -> [Substring] {
    text.split(separator: "# why").dropFirst().map { $0.prefix { $0 != "\n" && $0 != "\r\n" } }
  }

  @Test(arguments: try LanguageCase.all("parse"))
  func casesMeanTheSame(_ row: LanguageCase) throws {
    guard let tree = try? Parser.parse(Source(row.input)).json else { return }
    let once = try formatted(row.input)
    #expect(try Parser.parse(Source(once)).json == tree, "\(once)")
    #expect(try formatted(once) == once)
  }
}
